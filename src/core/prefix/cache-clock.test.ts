import { describe, expect, it } from 'vitest';
import type { EventBody, RequestStarted, SessionEvent } from '../session/events.ts';
import { fold } from '../session/reduce.ts';
import { branchesOf } from '../session/selectors.ts';
import { EMPTY_SESSION, type SessionState } from '../session/state.ts';
import { branchCreated, model, SESSION_CREATED, user } from '../session/testing/event-maker.ts';
import { cacheClockOf, cacheClockText } from './cache-clock.ts';
import { cacheOutcomeOf } from './cache-outcome.ts';
import { prefixBadgeOf } from './prefix-badge.ts';
import { prefixTable } from './prefix-table.ts';
import { formatClock } from './time-text.ts';

const RULES = { ttlMs: 300_000, readableAfter: 'first-byte', minimumTokens: 1_024 } as const;
const usage = (input: number, cacheRead: number) => ({ input, cacheRead, cacheWrite: 0, output: 1, thoughts: 0 });

/** A log with a time for each event, in seconds. */
function stateOf(...timed: readonly (readonly [seconds: number, body: EventBody])[]): SessionState {
  const events = timed.map(
    ([seconds, body], index): SessionEvent => ({ seq: index + 1, at: seconds * 1_000, ...body }),
  );
  return fold(EMPTY_SESSION, events);
}

function started(branch: string, requestId: string, against: string | null, change: Partial<RequestStarted> = {}) {
  const relation = branch === 'root' ? 'own' : 'parent';
  const prefix = { relation, sharedBytes: 8_000, sharedSegments: 3, againstBytes: 8_000, divergence: null } as const;
  return {
    type: 'request-started',
    branch,
    requestId,
    step: 1,
    attempt: 1,
    model: 'demo-planner',
    base: null,
    added: [],
    totalBytes: against === null ? 8_000 : 9_000,
    chain: '',
    prefix: against === null ? null : { ...prefix, against },
    cache: RULES,
    ...change,
  } as const satisfies EventBody;
}

const firstByte = (branch: string, requestId: string): EventBody => ({ type: 'request-first-byte', branch, requestId });
const ended = (branch: string, requestId: string, read = 0, input = 2_000): EventBody => {
  const money = { cost: null, uncachedCost: null };
  return { type: 'request-ended', branch, requestId, finishReason: 'STOP', usage: usage(input, read), ...money };
};

const ROOT: readonly (readonly [number, EventBody])[] = [
  [0, SESSION_CREATED],
  [0, branchCreated('root')],
  [1, { type: 'message-added', branch: 'root', author: 'person', message: user('u1', 'go') }],
  [10, started('root', 'r1', null)],
  [12, firstByte('root', 'r1')],
  [20, ended('root', 'r1')],
  [20, { type: 'message-added', branch: 'root', author: 'model', message: model('a1', 'done') }],
];
const FORK: readonly (readonly [number, EventBody])[] = [
  [200, branchCreated('fork-1', { parent: 'root', kind: 'fork', forkPoint: { branch: 'root', messageId: 'a1' } })],
  [200, started('fork-1', 'f1', 'r1')],
  [202, firstByte('fork-1', 'f1')],
  [210, ended('fork-1', 'f1', 2_000, 2_250)],
];

describe("a clock for the cache's TTL on the card", () => {
  it('"cold in 3:12": the lifetime from the end of the last request', () => {
    const state = stateOf(...ROOT);
    // Answered at 20 s, kept 300 s: at 128 s there are 192 s left.
    expect(cacheClockOf(state, 'root', 128_000)).toEqual({ kind: 'warm', coldAt: 320_000, leftMs: 192_000 });
    expect(cacheClockText(cacheClockOf(state, 'root', 128_000))).toBe('cold in 3:12');
    expect(cacheClockOf(state, 'root', 320_000)).toMatchObject({ kind: 'cold', sinceMs: 0 });
    expect(cacheClockText(cacheClockOf(state, 'root', 335_000))).toBe('cold for 0:15');
  });

  it("a fork that read the parent's entry renews it", () => {
    expect(cacheClockOf(stateOf(...ROOT, ...FORK), 'root', 320_000)).toMatchObject({ kind: 'warm', coldAt: 510_000 });
  });

  it('does not run while a request is being answered', () => {
    expect(cacheClockOf(stateOf(...ROOT.slice(0, 5)), 'root', 13_000)).toEqual({ kind: 'in-use' });
  });

  it('says nothing without a request, after nothing but failures, and for a log that does not state the lifetime', () => {
    expect(cacheClockOf(stateOf(...ROOT.slice(0, 3)), 'root', 1)).toEqual({ kind: 'unknown' });
    const { cache: _, ...without } = started('root', 'r1', null);
    const old = stateOf(...ROOT.slice(0, 3), [10, without], ...ROOT.slice(4));
    expect(cacheClockOf(old, 'root', 30_000)).toEqual({ kind: 'unknown' });
    expect(cacheClockText({ kind: 'unknown' })).toBeNull();
  });

  it('shows hours, and never a negative time', () => {
    expect([formatClock(3_605_000), formatClock(59_999), formatClock(-4)]).toEqual(['1:00:05', '0:59', '0:00']);
  });
});

describe('the same outcome for `prefix --json`, the card and the pane', () => {
  const late = (read: number) =>
    stateOf(
      ...ROOT,
      ...FORK.slice(0, 1).map(([, body]) => [600, body] as const),
      [600, started('fork-1', 'f1', 'r1')],
      [601, firstByte('fork-1', 'f1')],
      [602, ended('fork-1', 'f1', read, 2_250)],
    );

  it('derives it from the log', () => {
    const state = late(0);
    const request = state.requests.f1;
    if (!request) throw new Error('no request');
    expect(cacheOutcomeOf(state, request)).toMatchObject({ expected: 2_000, reported: 0, reason: 'cold' });
    const row = prefixTable(state, () => undefined).find(({ branch }) => branch === 'fork-1');
    expect(row?.cachedTokens).toEqual(cacheOutcomeOf(state, request));
    expect(row?.coldAt).toBe(902_000);
  });

  it('makes the badge of it', () => {
    const badge = (state: SessionState) =>
      branchesOf(state).map((branch) => prefixBadgeOf(state, branch)?.label ?? null);
    expect(badge(stateOf(...ROOT, ...FORK))).toEqual([null, 'prefix whole']);
    expect(badge(late(0))).toEqual([null, 'cache cold']);
    const divergence = {
      segment: 0,
      kind: 'tools',
      byte: 2,
      path: 'tools[0]',
      cause: 'x',
      before: '',
      after: '',
    } as const;
    const prefix = {
      ...started('fork-1', 'f1', 'r1').prefix,
      against: 'r1',
      relation: 'parent',
      sharedBytes: 2,
      sharedSegments: 0,
      againstBytes: 8_000,
      divergence,
    } as const;
    const broken = stateOf(...ROOT, ...FORK.slice(0, 1), [200, started('fork-1', 'f1', 'r1', { prefix })]);
    expect(badge(broken)).toEqual([null, 'differs at tools[0]']);
    expect(prefixBadgeOf(broken, branchesOf(broken)[1] as never)).toMatchObject({
      kind: 'broken',
      share: 2 / 9_000,
      sentence: 'Parts at byte 2, tools[0]: x.',
    });
  });

  it('the badge of a fork that has sent nothing, of one that shares nothing, and of one that leaves cold', () => {
    const last = (state: SessionState) => {
      const branch = branchesOf(state).at(-1);
      return branch && prefixBadgeOf(state, branch);
    };
    expect(last(stateOf(...ROOT, ...FORK.slice(0, 1)))).toMatchObject({ kind: 'unknown', label: 'not sent yet' });
    const prepared = branchCreated('fork-1', { parent: 'root', kind: 'fork', snapshot: 'prepared' });
    expect(last(stateOf(...ROOT, [30, prepared]))).toMatchObject({ kind: 'nothing', share: 0 });
    // Answered at 20 s, kept 300 s: at 319 s it is warm, at 321 s it is cold, before any answer says so.
    const left = (at: number) => stateOf(...ROOT, FORK[0] ?? [0, SESSION_CREATED], [at, started('fork-1', 'f1', 'r1')]);
    expect(last(left(319))).toMatchObject({ kind: 'whole' });
    expect(last(left(321))).toMatchObject({ kind: 'missed', label: 'launched cold' });
    // A subagent starts from nobody.
    const subagent = branchCreated('subagent-1', { parent: 'root', kind: 'subagent', snapshot: 'prepared' });
    expect(last(stateOf(...ROOT, [30, subagent]))).toBeNull();
  });

  it('looks at the attempt that was answered', () => {
    const failed = { kind: 'overloaded', message: 'busy', usage: null, cost: null, retryInMs: 10 } as const;
    const retried = stateOf(
      ...ROOT,
      ...FORK.slice(0, 2),
      [201, { type: 'request-failed', branch: 'fork-1', requestId: 'f1', ...failed }],
      [202, started('fork-1', 'f2', 'r1', { attempt: 2 })],
      [203, firstByte('fork-1', 'f2')],
      [204, ended('fork-1', 'f2', 2_000, 2_250)],
    );
    expect(prefixTable(retried, () => undefined).at(-1)).toMatchObject({
      requestId: 'f2',
      cachedTokens: { reason: 'as-promised' },
    });
  });
});
