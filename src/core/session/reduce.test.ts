import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventBody, SessionEvent } from './events.ts';
import { fold, isSessionEvent, reduce } from './reduce.ts';
import { contextOf, currentStepOf, totalsOf } from './selectors.ts';
import { EMPTY_SESSION } from './state.ts';
import { branchCreated, call, model, SESSION_CREATED, stored, user } from './testing/event-maker.ts';

const usage = { input: 1000, cacheRead: 800, cacheWrite: 0, output: 50, thoughts: 10 };

const LIFE: readonly EventBody[] = [
  SESSION_CREATED,
  branchCreated('root'),
  { type: 'turn-started', branch: 'root', turn: 1, origin: 'person' },
  { type: 'message-added', branch: 'root', author: 'person', message: user('m1', 'count the files') },
  {
    type: 'request-started',
    branch: 'root',
    requestId: 'r1',
    step: 1,
    attempt: 1,
    model: 'demo-flash',
    base: null,
    added: [],
    totalBytes: 10,
    chain: 'c',
    prefix: null,
  },
  { type: 'request-first-byte', branch: 'root', requestId: 'r1' },
  { type: 'text-delta', branch: 'root', requestId: 'r1', thought: true, text: 'let me' },
  { type: 'text-delta', branch: 'root', requestId: 'r1', thought: false, text: 'I look' },
  { type: 'request-ended', branch: 'root', requestId: 'r1', finishReason: 'STOP', usage, cost: 0.25, uncachedCost: 1 },
  { type: 'message-added', branch: 'root', author: 'model', message: model('m2', 'I look', call('c1', 'bash')) },
  { type: 'tool-started', branch: 'root', callId: 'c1', name: 'bash', title: 'bash ls' },
  { type: 'terminal-data', branch: 'root', callId: 'c1', data: 'a\n' },
  { type: 'permission-asked', branch: 'root', promptId: 'p1', callId: 'c1', tool: 'bash', title: 'ls', detail: 'ls' },
  { type: 'permission-answered', branch: 'root', promptId: 'p1', answer: 'allow', scope: 'once', word: null },
  { type: 'tool-ended', branch: 'root', callId: 'c1', status: 'ok', exitCode: 0, signal: null },
  branchCreated('fork-1', {
    parent: 'root',
    kind: 'fork',
    directive: 'part 1',
    forkPoint: { branch: 'root', messageId: 'm2' },
  }),
  { type: 'branch-status', branch: 'fork-1', status: 'held', reason: 'held: the first fork warms the cache' },
  { type: 'message-added', branch: 'fork-1', author: 'fork-start', message: user('m3', 'directive') },
  { type: 'worktree-created', branch: 'fork-1', path: '/wt/1', baseCommit: 'b', gitBranch: null, notices: [] },
  { type: 'worktree-changed', branch: 'fork-1', files: 1, added: 2, removed: 1, paths: ['a'] },
  { type: 'branch-ended', branch: 'fork-1', status: 'completed', reason: null, report: 'done' },
  { type: 'report-delivered', branch: 'root', from: ['fork-1'], messageId: 'm4' },
];

describe('fold', () => {
  it('equals itself however the log is cut', () => {
    const events = stored(LIFE);
    const whole = fold(EMPTY_SESSION, events);
    fc.assert(
      fc.property(fc.array(fc.nat(events.length), { maxLength: 6 }), (cuts) => {
        const bounds = [0, ...cuts.sort((a, b) => a - b), events.length];
        const pieces = bounds.slice(1).map((end, i) => events.slice(bounds[i], end));
        expect(pieces.reduce(fold, EMPTY_SESSION)).toEqual(whole);
      }),
    );
    expect(events.reduce(reduce, EMPTY_SESSION)).toEqual(whole);
  });

  it('never changes a state that was handed out', () => {
    const events = stored(LIFE);
    const states = events.map((_, i) => fold(EMPTY_SESSION, events.slice(0, i)));
    const frozen = states.map((state) => JSON.stringify(state));
    states.forEach((state, i) => {
      fold(state, events.slice(i));
    });
    expect(states.map((state) => JSON.stringify(state))).toEqual(frozen);
  });

  it('reports events that do not fit and folds the rest', () => {
    const bad: EventBody = { type: 'branch-status', branch: 'nobody', status: 'running' };
    const state = fold(EMPTY_SESSION, stored([SESSION_CREATED, bad, branchCreated('root')]));
    expect(state.problems).toEqual([{ line: 2, reason: 'branch-status: branch nobody was never created' }]);
    expect(state.order).toEqual(['root']);
  });

  it('survives any shuffle, doubling or loss of lines', () => {
    const events = stored(LIFE);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (some: SessionEvent[]) => {
        const state = fold(EMPTY_SESSION, some);
        expect(state.problems.length).toBeLessThanOrEqual(some.length);
        totalsOf(state);
        for (const id of state.order) contextOf(state, id);
      }),
    );
  });

  it('shows the live text until the answer is there, and sums tokens and cost', () => {
    const events = stored(LIFE);
    const streaming = fold(EMPTY_SESSION, events.slice(0, 8));
    expect(streaming.branches.root?.live).toEqual({ thought: 'let me', text: 'I look' });
    const whole = fold(EMPTY_SESSION, events);
    expect(whole.branches.root).toMatchObject({ live: { thought: '', text: '' }, usage, cost: 0.25, steps: 1 });
    expect(totalsOf(whole)).toEqual({
      branches: 2,
      active: 1,
      turns: 1,
      toolCalls: 1,
      usage,
      brokenUsage: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, thoughts: 0 },
      estimatedUsage: 0,
      unknownUsage: 0,
      cost: 0.25,
      uncachedCost: 1,
    });
  });

  it('keeps a cost unknown once one price is', () => {
    const unknown: EventBody = { ...LIFE[8], cost: null, uncachedCost: null } as EventBody;
    const state = fold(EMPTY_SESSION, stored([...LIFE.slice(0, 9), unknown, LIFE[8] as EventBody]));
    expect(state.branches.root?.cost).toBeNull();
  });

  it('takes the history of a fork from its parent by reference', () => {
    const state = fold(EMPTY_SESSION, stored(LIFE));
    const [root, fork] = [contextOf(state, 'root'), contextOf(state, 'fork-1')];
    expect(fork.map(({ id }) => id)).toEqual(['m1', 'm2', 'm3']);
    expect(fork[0]).toBe(root[0]);
  });

  it('names the current step', () => {
    const events = stored(LIFE);
    const at = (n: number, id: string) => {
      const state = fold(EMPTY_SESSION, events.slice(0, n));
      const branch = state.branches[id];
      return branch && currentStepOf(state, branch);
    };
    expect([at(8, 'root'), at(12, 'root'), at(13, 'root'), at(17, 'fork-1')]).toEqual([
      'I look',
      'bash ls',
      'asks: ls',
      'held: the first fork warms the cache',
    ]);
  });
});

describe('isSessionEvent', () => {
  it('knows its own lines and no others', () => {
    expect(stored(LIFE).every(isSessionEvent)).toBe(true);
    const strangers = [null, 3, {}, { type: 'toString', seq: 1, at: 1 }, { type: 'notice' }, { seq: 1, at: 1 }];
    expect(strangers.some(isSessionEvent)).toBe(false);
  });
});
