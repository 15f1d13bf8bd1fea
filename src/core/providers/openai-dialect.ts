import type { Message, Part, ResultPart } from '../session/message.ts';
import type { Dialect } from './dialect.ts';
import { argumentsObject, NOTHING_TO_SEND, safeToken } from './foreign.ts';

/** In which the services that speak OpenAI's chat completions differ, as far as bytes of the prefix go. */
export interface OpenAiStyle {
  /** `parts`: contents are lists of parts, which can carry a cache marker; `text`: plain strings, which all servers take. */
  readonly content: 'parts' | 'text';
  /** The content of an answer that only calls tools. */
  readonly emptyContent: null | '';
  /**
   * Whether the model's own thoughts go back: `always` (with an empty one where there was none: DeepSeek refuses a
   * history of calls without the field), `with-calls` (models that think between calls need it), or `never`.
   */
  readonly thoughts: 'always' | 'with-calls' | 'never';
}

type WireMessage = Readonly<Record<string, unknown>>;

/** Joins texts that have to become one string. */
const PARAGRAPH = '\n\n';

/**
 * How a request is written for chat completions. One message of ours becomes a list: every result is a `tool` message
 * of its own there, and the text beside the results is a `user` message behind them.
 */
export function createOpenAiDialect(style: OpenAiStyle): Dialect {
  return {
    family: 'openai',
    forkShape: 'direct',

    tools(tools) {
      return tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      }));
    },

    system(text) {
      return text === '' ? null : { role: 'system', content: contentOf(style, text) };
    },

    message({ role, parts }) {
      return role === 'model' ? [assistantMessage(style, parts)] : userMessages(style, parts);
    },
  };
}

function contentOf({ content }: OpenAiStyle, text: string): unknown {
  return content === 'parts' ? [{ type: 'text', text }] : text;
}

function assistantMessage(style: OpenAiStyle, parts: Message['parts']): WireMessage {
  const calls = parts.flatMap((part) => (part.kind === 'call' ? [toolCall(part)] : []));
  const text = parts
    .flatMap((part) => (part.kind === 'text' && !part.thought && part.text !== '' ? [part.text] : []))
    .join(PARAGRAPH);
  return {
    role: 'assistant',
    content: text === '' ? (calls.length > 0 ? style.emptyContent : NOTHING_TO_SEND) : text,
    ...thoughtsOf(style, parts, calls.length > 0),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

/** The thoughts in the field in which they came (servers differ in its name). */
function thoughtsOf({ thoughts }: OpenAiStyle, parts: Message['parts'], hasCalls: boolean): WireMessage {
  if (thoughts === 'never' || (thoughts === 'with-calls' && !hasCalls)) return {};
  const own = parts.find((part) => part.kind === 'text' && part.thought && part.wire?.family === 'openai');
  const value = own?.kind === 'text' ? own.wire?.value : undefined;
  // DeepSeek knows one name only, also for a thought that came from another server.
  if (thoughts === 'always') return { reasoning_content: own?.kind === 'text' ? own.text : '' };
  return value === undefined ? {} : (value as WireMessage);
}

function toolCall({ callId, wireId, name, args, wire }: Extract<Part, { kind: 'call' }>): unknown {
  if (wire?.family === 'openai') return wire.value;
  return {
    id: wireId ?? callId,
    type: 'function',
    function: { name: safeToken(name), arguments: JSON.stringify(argumentsObject(args)) },
  };
}

function userMessages(style: OpenAiStyle, parts: Message['parts']): WireMessage[] {
  const results = parts.flatMap((part) => (part.kind === 'result' ? [toolMessage(style, part)] : []));
  const content = userContent(style, parts);
  if (content !== null) return [...results, { role: 'user', content }];
  return results.length > 0 ? results : [{ role: 'user', content: contentOf(style, NOTHING_TO_SEND) }];
}

function toolMessage(style: OpenAiStyle, { wireId, callId, text, isError }: ResultPart): WireMessage {
  // Chat completions have no mark for a failed call.
  const content = contentOf(style, isError ? `Error: ${text}` : text);
  return { role: 'tool', tool_call_id: wireId ?? callId, content };
}

/** Text and images beside the results; null when there are none. A string only where no image is among them. */
function userContent({ content }: OpenAiStyle, parts: Message['parts']): unknown {
  const blocks = parts.flatMap((part): WireMessage[] => {
    if (part.kind === 'text' && !part.thought && part.text !== '') return [{ type: 'text', text: part.text }];
    if (part.kind !== 'image') return [];
    return [{ type: 'image_url', image_url: { url: `data:${part.mimeType};base64,${part.data}` } }];
  });
  if (blocks.length === 0) return null;
  const isPlain = content === 'text' && blocks.every(({ type }) => type === 'text');
  return isPlain ? blocks.map(({ text }) => text).join(PARAGRAPH) : blocks;
}
