import { createHash } from 'node:crypto';
import { type BuiltRequest, RequestBuilder } from '../../../core/prefix/build-request.ts';
import { freezeSnapshot, type Snapshot } from '../../../core/prefix/snapshot.ts';
import type { Dialect } from '../../../core/providers/dialect.ts';
import type { Message, Part } from '../../../core/session/message.ts';
import type { ModelAdapter, ModelChunk, ModelError, StreamOptions } from '../model-adapter.ts';

type FinishChunk = Extract<ModelChunk, { type: 'finish' }>;

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A message with an id that is the same for the same content. */
export function message(role: Message['role'], ...parts: readonly Part[]): Message {
  return { id: sha256(JSON.stringify([role, parts])).slice(0, 12), role, parts };
}

export function text(value: string): Part {
  return { kind: 'text', text: value };
}

/** A request as the product builds it; a lone "hello" unless said otherwise. */
export function build(
  dialect: Dialect,
  snapshot: Partial<Snapshot> = {},
  messages: readonly Message[] = [message('user', text('hello'))],
): BuiltRequest {
  const whole = { version: 1, provider: 'gemini', model: 'gemini-3.8-flash', systemText: 'Be brief.', tools: [] };
  return new RequestBuilder(dialect, sha256).build(freezeSnapshot({ ...whole, sampling: {}, ...snapshot }), messages);
}

export interface Outcome {
  /** The live text, thoughts left out. */
  readonly shown: string;
  readonly firstBytes: number;
  readonly finish: FinishChunk | null;
  readonly error: ModelError | null;
}

/** Runs one request to its end, whichever it is. */
export async function run(
  adapter: ModelAdapter,
  request: BuiltRequest = build(adapter.dialect),
  options: Partial<StreamOptions> = {},
): Promise<Outcome> {
  let shown = '';
  let firstBytes = 0;
  let calls = 0;
  let finish: FinishChunk | null = null;
  try {
    const stream = adapter.stream(request, {
      signal: new AbortController().signal,
      family: 'family',
      sharedMessages: 0,
      callId: () => `call-${++calls}`,
      ...options,
      onFirstByte: () => {
        firstBytes++;
        options.onFirstByte?.();
      },
    });
    for await (const chunk of stream) {
      if (finish) throw new Error('A chunk came after the finish.');
      if (chunk.type === 'finish') finish = chunk;
      else if (!chunk.thought) shown += chunk.text;
    }
    return { shown, firstBytes, finish, error: null };
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'ModelError') {
      return { shown, firstBytes, finish, error: thrown as ModelError };
    }
    throw thrown;
  }
}
