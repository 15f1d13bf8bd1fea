import { describe, expect, it } from 'vitest';
import type { EventBody } from '../session/events.ts';
import { fold } from '../session/reduce.ts';
import { EMPTY_SESSION } from '../session/state.ts';
import { branchCreated, SESSION_CREATED, stored } from '../session/testing/event-maker.ts';
import { activeBelow, worstBelow } from './below.ts';
import { retryAtOf } from './retry.ts';

const fork = (id: string, parent: string) => branchCreated(id, { parent, kind: 'fork' });
const ended = (branch: string, status: 'completed' | 'failed'): EventBody => ({
  type: 'branch-ended',
  branch,
  status,
  reason: null,
  report: null,
});
const stateAfter = (...bodies: readonly EventBody[]) =>
  fold(
    EMPTY_SESSION,
    stored([SESSION_CREATED, branchCreated('root'), fork('a', 'root'), fork('b', 'root'), fork('a1', 'a'), ...bodies]),
  );

describe('what is below a branch', () => {
  it('counts those that go on, at any depth', () => {
    expect(activeBelow(stateAfter(), 'root')).toBe(3);
    expect(activeBelow(stateAfter(ended('a', 'completed')), 'root')).toBe(2);
    expect(activeBelow(stateAfter(), 'b')).toBe(0);
  });

  it('names the most urgent condition, not counting the branch itself', () => {
    const state = stateAfter(ended('a1', 'failed'), ended('b', 'completed'));
    expect(worstBelow(state, 'root')).toBe('failed');
    expect(worstBelow(state, 'a')).toBe('failed');
    expect(worstBelow(state, 'b')).toBeNull();
  });
});

describe('retryAtOf', () => {
  const request: EventBody = {
    type: 'request-started',
    branch: 'a',
    requestId: 'r',
    step: 1,
    attempt: 1,
    model: 'm',
    base: null,
    added: [],
    totalBytes: 1,
    chain: '',
    prefix: null,
  };
  const failed: EventBody = {
    type: 'request-failed',
    branch: 'a',
    requestId: 'r',
    kind: 'rate-limit',
    message: 'Too many requests.',
    usage: null,
    cost: null,
    retryInMs: 8_000,
  };
  const waits: EventBody = { type: 'branch-status', branch: 'a', status: 'waiting', waitingFor: 'retry' };

  it('is the end of the failed attempt and the wait after it', () => {
    const state = stateAfter(request, failed, waits);
    const branch = state.branches.a;
    // Lines are a second apart: the failure is the seventh.
    const failedAt = state.requests.r?.endedAt ?? 0;
    expect(failedAt).toBeGreaterThan(0);
    expect(branch && retryAtOf(state, branch)).toBe(failedAt + 8_000);
  });

  it('is null for a branch that waits for something else', () => {
    const state = stateAfter(request, failed, { ...waits, waitingFor: 'children' });
    expect(state.branches.a && retryAtOf(state, state.branches.a)).toBeNull();
  });
});
