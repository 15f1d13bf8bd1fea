import type { Part } from '../session/message.ts';
import type { Dialect } from './dialect.ts';
import { argumentsObject, NOTHING_TO_SEND, safeToken } from './foreign.ts';

type Block = Readonly<Record<string, unknown>>;

/** How a request is written for the Messages API. What Claude sent is sent back as it came, key order included. */
export const anthropicDialect: Dialect = {
  family: 'anthropic',
  forkShape: 'direct',

  tools(tools) {
    return tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters }));
  },

  system(text) {
    return text === '' ? null : [{ type: 'text', text }];
  },

  message({ role, parts }) {
    const content = parts.flatMap(blocksOf);
    return {
      role: role === 'model' ? 'assistant' : 'user',
      content: content.length > 0 ? content : [{ type: 'text', text: NOTHING_TO_SEND }],
    };
  },
};

/** The part as Claude takes it; nothing for what must not be sent. */
function blocksOf(part: Part): readonly Block[] {
  const own = 'wire' in part && part.wire?.family === 'anthropic' ? (part.wire.value as Block) : null;
  switch (part.kind) {
    case 'text':
      // A block of blanks is refused, even when Claude wrote it. Thoughts need Claude's own signature.
      if (part.thought) return own ? [own] : [];
      return part.text.trim() === '' ? [] : [own ?? { type: 'text', text: part.text }];
    case 'call':
      return [
        own ?? {
          type: 'tool_use',
          id: safeToken(part.wireId ?? part.callId),
          name: safeToken(part.name),
          input: argumentsObject(part.args),
        },
      ];
    case 'result':
      return [
        {
          type: 'tool_result',
          tool_use_id: safeToken(part.wireId ?? part.callId),
          content: part.text,
          ...(part.isError ? { is_error: true } : {}),
        },
      ];
    case 'image':
      return [{ type: 'image', source: { type: 'base64', media_type: part.mimeType, data: part.data } }];
    case 'opaque':
      return own ? [own] : [];
  }
}
