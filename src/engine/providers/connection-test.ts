import { createHash } from 'node:crypto';
import { RequestBuilder } from '../../core/prefix/build-request.ts';
import { freezeSnapshot } from '../../core/prefix/snapshot.ts';
import type { ConnectionTest } from '../../shared/contract.ts';
import { type ModelAdapter, ModelError } from './model-adapter.ts';
import { waitInWords } from './plain-words.ts';

/** Enough for a model that thinks before it says "ok", and little enough to cost next to nothing. */
const OUTPUT_TOKENS = 512;

/** A person watches the seconds and may end it sooner; a model that thinks takes some. */
const TIME_LIMIT_MS = 30_000;

export interface ConnectionTestOptions {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Milliseconds after which the test gives up; 30,000 if absent. */
  readonly timeLimitMs?: number;
  /** Ends the test before its time. */
  readonly signal?: AbortSignal | undefined;
}

/** One tiny request that shows what comes back. Never throws for a failure of the provider. */
export async function testConnection(
  adapter: ModelAdapter,
  model: string,
  { clock, timeLimitMs = TIME_LIMIT_MS, signal: ended }: ConnectionTestOptions,
): Promise<ConnectionTest> {
  const builder = new RequestBuilder(adapter.dialect, (text) => createHash('sha256').update(text).digest('hex'));
  const snapshot = freezeSnapshot({
    version: 1,
    provider: adapter.provider,
    model,
    systemText: '',
    tools: [],
    sampling: { maxOutputTokens: OUTPUT_TOKENS },
  });
  const question = { id: 'test', role: 'user', parts: [{ kind: 'text', text: 'Answer with one word: ok' }] } as const;
  const late = AbortSignal.timeout(timeLimitMs);
  const signal = ended ? AbortSignal.any([late, ended]) : late;
  const startedAt = clock();
  let firstByteMs: number | null = null;
  let text = '';
  try {
    const stream = adapter.stream(builder.build(snapshot, [question]), {
      family: 'connection-test',
      sharedMessages: 0,
      signal,
      callId: () => 'call',
      onFirstByte: () => {
        firstByteMs = clock() - startedAt;
      },
    });
    for await (const chunk of stream) {
      if (chunk.type === 'text') text += chunk.thought ? '' : chunk.text;
      else {
        const { usage, providerReason } = chunk;
        return { ok: true, model, latencyMs: clock() - startedAt, firstByteMs, usage, text, providerReason };
      }
    }
    return failed('stream-cut', 'The answer ended without a finish reason. Try again.');
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (error.kind !== 'aborted') return failed(error.kind, error.message);
    if (ended?.aborted) return failed('aborted', 'You ended the test before an answer came. Test again when you like.');
    return failed(
      'silence',
      `No whole answer came within ${waitInWords(timeLimitMs)}. Check the network and the address.`,
    );
  }

  function failed(kind: string, message: string): ConnectionTest {
    return { ok: false, model, latencyMs: clock() - startedAt, kind, message };
  }
}
