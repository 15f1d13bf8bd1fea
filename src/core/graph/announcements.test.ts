import { describe, expect, it } from 'vitest';
import type { EventBody } from '../session/events.ts';
import { fold } from '../session/reduce.ts';
import { EMPTY_SESSION } from '../session/state.ts';
import { branchCreated, SESSION_CREATED, stored } from '../session/testing/event-maker.ts';
import { announcementsBetween } from './announcements.ts';

const before = fold(
  EMPTY_SESSION,
  stored([
    SESSION_CREATED,
    branchCreated('root', { title: '' }),
    branchCreated('f', { parent: 'root', kind: 'fork', title: 'Chart' }),
  ]),
);
const saidAfter = (...bodies: readonly EventBody[]) =>
  announcementsBetween(
    before,
    fold(
      before,
      bodies.map((body, index) => ({ ...body, seq: 4 + index, at: 5_000 })),
    ),
  );

describe('announcementsBetween', () => {
  it('says births, waits for a person, and ends', () => {
    expect(saidAfter(branchCreated('g', { parent: 'root', kind: 'subagent', title: 'Review' }))).toEqual([
      'Subagent Review has started',
    ]);
    expect(saidAfter({ type: 'branch-status', branch: 'f', status: 'waiting', waitingFor: 'permission' })).toEqual([
      'Fork Chart asks for permission',
    ]);
    expect(saidAfter({ type: 'branch-ended', branch: 'f', status: 'failed', reason: 'x', report: null })).toEqual([
      'Fork Chart has failed',
    ]);
  });

  it('is silent about numbers, streamed text and waits that need nobody', () => {
    expect(saidAfter({ type: 'text-delta', branch: 'f', requestId: 'r', thought: false, text: 'hi' })).toEqual([]);
    expect(saidAfter({ type: 'branch-status', branch: 'root', status: 'waiting', waitingFor: 'children' })).toEqual([]);
    expect(saidAfter({ type: 'branch-status', branch: 'f', status: 'running' })).toEqual([]);
  });
});
