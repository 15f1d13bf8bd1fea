import { describe, expect, it } from 'vitest';
import type { EventBody, SessionEvent } from '../session/events.ts';
import { fold, reduce } from '../session/reduce.ts';
import { EMPTY_SESSION } from '../session/state.ts';
import { branchCreated, model, requestStarted, SESSION_CREATED, stored, user } from '../session/testing/event-maker.ts';
import { ReplayLog } from './replay-log.ts';

const USAGE = { input: 100, cacheRead: 80, cacheWrite: 0, output: 7, thoughts: 3 };
const ended = (branch: string, requestId: string): EventBody => ({
  type: 'request-ended',
  branch,
  requestId,
  finishReason: 'STOP',
  usage: USAGE,
  cost: 0.01,
  uncachedCost: 0.02,
});

/** Two forks that work at the same time, long enough for several checkpoints. */
function longLog(steps: number): SessionEvent[] {
  const bodies: EventBody[] = [SESSION_CREATED, branchCreated('root')];
  for (const fork of ['a', 'b']) bodies.push(branchCreated(fork, { parent: 'root', kind: 'fork' }));
  for (let step = 0; step < steps; step++) {
    for (const branch of ['a', 'b']) {
      const requestId = `${branch}${step}`;
      bodies.push(requestStarted(branch, requestId));
      for (let piece = 0; piece < 6; piece++) {
        bodies.push({ type: 'text-delta', branch, requestId, thought: false, text: `${piece} ` });
      }
      bodies.push(ended(branch, requestId));
      bodies.push({ type: 'message-added', branch, author: 'model', message: model(`m${requestId}`, 'done') });
      bodies.push({ type: 'tool-started', branch, callId: `c${requestId}`, name: 'bash', title: 'bash ls' });
      bodies.push({ type: 'terminal-data', branch, callId: `c${requestId}`, data: '\u001b[1mx\u001b[0m\r\n' });
      bodies.push({ type: 'tool-ended', branch, callId: `c${requestId}`, status: 'ok', exitCode: 0, signal: null });
    }
  }
  return stored(bodies);
}

describe('the state at any place', () => {
  const events = longLog(400);
  const log = new ReplayLog();
  // As they come: all that is stored at once, then small batches.
  log.append(events.slice(0, 7_000));
  for (let at = 6_990; at < events.length; at += 37) log.append(events.slice(at, at + 37));

  it('is the fold of the events up to it, wherever one comes from', () => {
    expect(log.length).toBe(events.length);
    expect(log.head).toEqual(fold(EMPTY_SESSION, events));
    for (const place of [1, 2, 4, 999, 1_000, 1_001, 7_777, 3_210, 3_205, 9_599, 5]) {
      expect(log.stateAt(place)).toEqual(fold(EMPTY_SESSION, events.slice(0, place)));
    }
    expect(log.stateAt(0)).toBe(EMPTY_SESSION);
  });

  it('folds no more than the spacing of the checkpoints', () => {
    expect(log.spacing).toBe(1_000);
    const long = new ReplayLog();
    // 192 states are kept at most: a longer log has them further apart.
    long.append(longLog(9_000));
    expect(long.spacing).toBeGreaterThan(1_000);
    expect(long.length / long.spacing).toBeLessThanOrEqual(193);
    const place = Math.floor(long.length / 3);
    expect(long.stateAt(place).lastSeq).toBe(place);
  });

  it('shares what did not change with the state beside it', () => {
    const [before, after] = [log.stateAt(5_000), reduce(log.stateAt(5_000), events[5_000] as SessionEvent)];
    expect(after.branches.root).toBe(before.branches.root);
  });

  it('is found by its moment', () => {
    expect(log.stateAtMoment(events[20]?.at ?? 0).lastSeq).toBe(21);
  });
});

describe('steps', () => {
  it('lead over events, turns, forks and failures, and never over pieces of a stream', () => {
    const log = new ReplayLog();
    log.append(
      stored([
        SESSION_CREATED,
        branchCreated('root'),
        { type: 'turn-started', branch: 'root', turn: 1, origin: 'person' },
        { type: 'message-added', branch: 'root', author: 'person', message: user('m1', 'go') },
        requestStarted('root', 'r1'),
        { type: 'text-delta', branch: 'root', requestId: 'r1', thought: false, text: 'a' },
        { type: 'text-delta', branch: 'root', requestId: 'r1', thought: false, text: 'b' },
        ended('root', 'r1'),
        branchCreated('a', { parent: 'root', kind: 'fork' }),
        { type: 'branch-ended', branch: 'a', status: 'failed', reason: 'no', report: null },
      ]),
    );
    const { steps } = log;
    expect(steps.next('event', 5)).toBe(8);
    expect(steps.previous('event', 8)).toBe(5);
    expect(steps.next('turn', 0)).toBe(3);
    expect(steps.next('fork', 0)).toBe(9);
    expect(steps.next('failure', 0)).toBe(10);
    expect(steps.next('failure', 10)).toBeNull();
    expect(steps.previous('fork', 9)).toBeNull();
  });
});
