/** Provider families whose wire forms differ. A message received from one is replayed verbatim only to the same family. */
export type ProviderFamily = 'gemini' | 'openai' | 'anthropic';

/** The exact object a provider sent for a part (signatures included). Replayed as it is, never rebuilt. */
export interface Wire {
  readonly family: ProviderFamily;
  readonly value: unknown;
}

export interface TextPart {
  readonly kind: 'text';
  readonly text: string;
  /** True for the model's thinking, which a person may unfold. */
  readonly thought?: boolean;
  readonly wire?: Wire;
}

/** The model asks for a tool. `callId` is ours and unique in the session; the provider's own id, if any, is `wireId`. */
export interface CallPart {
  readonly kind: 'call';
  readonly callId: string;
  readonly wireId?: string;
  readonly name: string;
  readonly args: unknown;
  readonly wire?: Wire;
}

/** The answer to one call. Every call of a model message is answered in the next user message, in the calls' order. */
export interface ResultPart {
  readonly kind: 'result';
  readonly callId: string;
  readonly wireId?: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

export interface ImagePart {
  readonly kind: 'image';
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

/** A part we do not interpret but must send back (for example an empty part that carries a signature). */
export interface OpaquePart {
  readonly kind: 'opaque';
  readonly wire: Wire;
}

export type Part = TextPart | CallPart | ResultPart | ImagePart | OpaquePart;

/** One entry of a conversation. Messages never change once they are in the log. */
export interface Message {
  readonly id: string;
  readonly role: 'user' | 'model';
  readonly parts: readonly Part[];
}

export function callsOf(message: Message): CallPart[] {
  return message.parts.filter((part): part is CallPart => part.kind === 'call');
}

/** The visible text of a message: thinking, calls and results left out. */
export function textOf(message: Message): string {
  return message.parts
    .filter((part): part is TextPart => part.kind === 'text' && !part.thought)
    .map((part) => part.text)
    .join('');
}
