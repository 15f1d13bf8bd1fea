import type { CallPart, Message, Part, ResultPart } from '../session/message.ts';
import type { Dialect } from './dialect.ts';
import { argumentsObject, NOTHING_TO_SEND } from './foreign.ts';

/**
 * Gemini's documented stand-in for a signature, for a call that another model made: since Gemini 3 the first call of an
 * answer in the current turn is refused (400) without one.
 */
export const DUMMY_SIGNATURE = 'skip_thought_signature_validator';

type WirePart = Readonly<Record<string, unknown>>;

/** How a request is written for the Gemini API. What Gemini sent is sent back as it came, key order included. */
export const geminiDialect: Dialect = {
  family: 'gemini',
  forkShape: 'acknowledged',

  tools(tools) {
    if (tools.length === 0) return [];
    // `parametersJsonSchema` takes JSON Schema as it is; `parameters` is another schema language.
    const functionDeclarations = tools.map(({ name, description, parameters }) => ({
      name,
      description,
      parametersJsonSchema: parameters,
    }));
    return [{ functionDeclarations }];
  },

  system(text) {
    return text === '' ? null : { parts: [{ text }] };
  },

  message(message) {
    const firstCall = message.parts.find((part) => part.kind === 'call');
    const parts = message.parts.flatMap((part) => wireParts(part, part === firstCall));
    return { role: message.role, parts: parts.length > 0 ? parts : [{ text: NOTHING_TO_SEND }] } satisfies WireContent;
  },
};

interface WireContent {
  readonly role: Message['role'];
  readonly parts: readonly WirePart[];
}

/** The part as Gemini takes it; nothing for what must not be sent. */
function wireParts(part: Part, isFirstCall: boolean): readonly WirePart[] {
  switch (part.kind) {
    case 'text':
      return textParts(part.wire?.family === 'gemini' ? part.wire.value : null, part);
    case 'call':
      return [part.wire?.family === 'gemini' ? asRecord(part.wire.value) : foreignCall(part, isFirstCall)];
    case 'result':
      return [{ functionResponse: functionResponse(part) }];
    case 'image':
      return [{ inlineData: { mimeType: part.mimeType, data: part.data } }];
    case 'opaque':
      return part.wire.family === 'gemini' ? [asRecord(part.wire.value)] : [];
  }
}

/**
 * Thinking is sent back only when Gemini signed it: the signature is what the model takes its reasoning from. An
 * unsigned thought is a summary for people; sent back it would be read, and billed, as something the model had said.
 */
function textParts(wire: unknown, { text, thought }: { text: string; thought?: boolean }): readonly WirePart[] {
  const value = wire === null ? null : asRecord(wire);
  if (thought) return value && 'thoughtSignature' in value ? [value] : [];
  if (value) return [value];
  return text === '' ? [] : [{ text }];
}

function foreignCall({ wireId, name, args }: CallPart, isFirstCall: boolean): WirePart {
  const functionCall = {
    ...(wireId === undefined ? {} : { id: wireId }),
    name,
    args: argumentsObject(args),
  };
  return isFirstCall ? { functionCall, thoughtSignature: DUMMY_SIGNATURE } : { functionCall };
}

function functionResponse({ wireId, name, text, isError }: ResultPart) {
  return {
    ...(wireId === undefined ? {} : { id: wireId }),
    name,
    response: isError ? { error: text } : { output: text },
  };
}

function asRecord(value: unknown): WirePart {
  return value as WirePart;
}
