import { describe, expect, it } from 'vitest';
import type { Message } from '../session/message.ts';
import type { CompactionState, RequestState } from '../session/state.ts';
import type { CompactionChange } from './compaction-change.ts';
import { seamsOf, seamTokens } from './seams.ts';

const messages = ['a', 'b', 'c', 'd', 'e', 'f'].map((id): Message => ({ id, role: 'user', parts: [] }));
function compaction(change: Partial<CompactionChange>, more: Partial<CompactionState> = {}): CompactionState {
  return {
    kind: 'truncation',
    trigger: 'window',
    change: { removed: [], rewritten: [], added: null, ...change },
    before: { messages: 0, bytes: 1_000 },
    after: { messages: 0, bytes: 400 },
    tokens: 50_000,
    allowedTokens: 48_000,
    prefix: null,
    at: 0,
    seq: 1,
    entries: 4,
    messages: [],
    afterRequest: 'r1',
    ...more,
  };
}
const idsOf = (compactions: readonly CompactionState[], all = messages) =>
  seamsOf({ compactions }, all).map(({ runs }) => runs.map((run) => [...run.messages].join('')).join(' '));

describe('seams', () => {
  it('have the runs that left behind them, each message at the first that took it', () => {
    const first = compaction({ removed: [{ first: 'b', last: 'c' }] });
    const later = compaction({
      removed: [
        { first: 'a', last: 'd' },
        { first: 'f', last: 'f' },
      ],
    });
    // The second one's first run spans b and c, which were gone by then.
    expect(idsOf([first, later])).toEqual(['bc', 'ad f']);
  });

  it('take no harm from messages that are not there', () => {
    expect(idsOf([compaction({ removed: [{ first: 'x', last: 'c' }] })])).toEqual(['']);
    expect(idsOf([])).toEqual([]);
  });

  it('name the calls whose results were shortened', () => {
    const result = { kind: 'result', callId: 'call', name: 'bash', text: 'long', isError: false } as const;
    const all: Message[] = [{ id: 'g', role: 'user', parts: [{ kind: 'text', text: 't' }, result] }];
    const pieces = [0, 1].map((part) => ({ messageId: 'g', part, from: 0, to: 1, text: '' }));
    const [seam] = seamsOf({ compactions: [compaction({ rewritten: pieces })] }, all);
    expect([...(seam?.shortened ?? [])]).toEqual(['call']);
  });
});

describe('tokens on both sides of a seam', () => {
  const request = (requestId: string, input: number | null, purpose: 'summary' | null = null) =>
    ({
      requestId,
      purpose,
      usage: input === null ? null : { input, cacheRead: 0, cacheWrite: 0, output: 0, thoughts: 0 },
    }) as RequestState;
  const of = (compactions: readonly CompactionState[], later: readonly RequestState[], index = 0) => {
    const all = [request('r1', 49_000), ...later];
    const requests = Object.fromEntries(all.map((each) => [each.requestId, each]));
    return seamTokens({ compactions, requests: all.map(({ requestId }) => requestId) }, requests, index);
  };

  it('are worked out from the bytes until the next request is answered', () => {
    expect(of([compaction({})], [request('r2', null)])).toEqual({ before: 50_000, after: 20_000, isMeasured: false });
    expect(of([compaction({})], [request('r2', null), request('r3', 21_500)])).toEqual({
      before: 50_000,
      after: 21_500,
      isMeasured: true,
    });
  });

  it('are not those of the request that wrote the summary', () => {
    const own = request('r2', 50_100, 'summary');
    expect(of([compaction({ removed: [] }, { kind: 'summary' })], [own]).isMeasured).toBe(false);
  });

  it('go on from one to the next of several in a row, and only the last is measured', () => {
    const row = [
      compaction({}),
      compaction({}, { before: { messages: 0, bytes: 400 }, after: { messages: 0, bytes: 100 } }),
    ];
    const later = [request('r2', 6_000)];
    expect(of(row, later, 0)).toEqual({ before: 50_000, after: 20_000, isMeasured: false });
    expect(of(row, later, 1)).toEqual({ before: 20_000, after: 6_000, isMeasured: true });
    expect(of(row, [], 1)).toEqual({ before: 20_000, after: 5_000, isMeasured: false });
  });
});
