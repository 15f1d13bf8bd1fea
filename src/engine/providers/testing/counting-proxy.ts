import { type RecordingProxy, startRecordingProxy } from './recording-proxy.ts';

/** What the answers that passed through said of their tokens, in Gemini's own fields, summed over all requests. */
export interface Tally {
  readonly requests: number;
  readonly input: number;
  readonly cacheRead: number;
  /** Thoughts included. */
  readonly output: number;
}

export interface CountingProxy extends RecordingProxy {
  tally(): Tally;
  /** What each answer said of its tokens, in the order in which they ended; nothing for one that said nothing. */
  counts(): readonly Omit<Tally, 'requests'>[];
}

interface UsageMetadata {
  readonly promptTokenCount?: number;
  readonly cachedContentTokenCount?: number;
  readonly candidatesTokenCount?: number;
  readonly thoughtsTokenCount?: number;
}

/**
 * A witness in front of a Gemini-like server, for tests: it passes everything on as it comes, and adds up the usage that
 * stood in each answer as far as the client got it. It shares no code with the adapters.
 */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  let requests = 0;
  const counts: Omit<Tally, 'requests'>[] = [];
  const proxy = await startRecordingProxy({
    answer: async (response, { method, path, headers, body }) => {
      const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...kept } = headers;
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      let passed = '';
      try {
        const answer = await fetch(target + path, {
          method,
          headers: kept as Record<string, string>,
          ...(method === 'GET' ? {} : { body: new Uint8Array(body) }),
          signal: gone.signal,
        });
        const { 'content-encoding': _____, 'content-length': ______, ...onward } = Object.fromEntries(answer.headers);
        response.writeHead(answer.status, onward);
        response.flushHeaders();
        for await (const piece of answer.body ?? []) {
          if (gone.signal.aborted) break;
          response.write(piece);
          passed += Buffer.from(piece).toString();
        }
        response.end();
      } catch {
        response.destroy();
      }
      requests++;
      const usage = lastUsage(passed);
      if (!usage) return;
      const { promptTokenCount = 0, cachedContentTokenCount = 0, candidatesTokenCount = 0 } = usage;
      const output = candidatesTokenCount + (usage.thoughtsTokenCount ?? 0);
      counts.push({ input: promptTokenCount, cacheRead: cachedContentTokenCount, output });
    },
  });
  const sum = (pick: (count: (typeof counts)[number]) => number) =>
    counts.reduce((total, count) => total + pick(count), 0);
  return {
    ...proxy,
    requests: proxy.requests,
    counts: () => [...counts],
    tally: () => ({
      requests,
      input: sum(({ input }) => input),
      cacheRead: sum(({ cacheRead }) => cacheRead),
      output: sum(({ output }) => output),
    }),
  };
}

function lastUsage(stream: string): UsageMetadata | null {
  const last = stream
    .split('\n')
    .filter((line) => line.startsWith('data:') && line.includes('usageMetadata'))
    .at(-1);
  if (last === undefined) return null;
  try {
    return (JSON.parse(last.slice('data:'.length)) as { usageMetadata?: UsageMetadata }).usageMetadata ?? null;
  } catch {
    return null;
  }
}
