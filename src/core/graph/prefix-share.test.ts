import { describe, expect, it } from 'vitest';
import type { RequestStarted } from '../session/events.ts';
import { fold } from '../session/reduce.ts';
import { EMPTY_SESSION } from '../session/state.ts';
import { branchCreated, SESSION_CREATED, stored } from '../session/testing/event-maker.ts';
import { prefixShareOf } from './prefix-share.ts';

const request = (requestId: string, change: Partial<RequestStarted>): RequestStarted => ({
  type: 'request-started',
  branch: 'f',
  requestId,
  step: 1,
  attempt: 1,
  model: 'm',
  base: null,
  added: [],
  totalBytes: 2_000,
  chain: '',
  prefix: null,
  ...change,
});
const prefix = {
  against: 'r0',
  relation: 'parent',
  sharedBytes: 1_500,
  sharedSegments: 3,
  againstBytes: 1_500,
  divergence: null,
} as const;

function shareAfter(...requests: readonly RequestStarted[]) {
  const fork = branchCreated('f', { parent: 'root', kind: 'fork' });
  const state = fold(EMPTY_SESSION, stored([SESSION_CREATED, branchCreated('root'), fork, ...requests]));
  const branch = state.branches.f;
  return branch && prefixShareOf(state, branch);
}

describe('prefixShareOf', () => {
  it('is unknown before the first request', () => {
    expect(shareAfter()).toEqual({ kind: 'unknown' });
  });

  it('is the share of the first request that is the parent’s bytes', () => {
    expect(shareAfter(request('r1', { prefix }))).toMatchObject({ kind: 'shared', share: 0.75, cause: null });
  });

  it('is whole when the parent’s request is contained to its last byte', () => {
    expect(shareAfter(request('r1', { prefix }))).toMatchObject({ whole: true });
    expect(shareAfter(request('r1', { prefix: { ...prefix, againstBytes: 1_501 } }))).toMatchObject({ whole: false });
  });

  it('does not look at later requests, which share with the branch itself', () => {
    const later = request('r2', { step: 2, prefix: { ...prefix, relation: 'own', sharedBytes: 10 } });
    expect(shareAfter(request('r1', { prefix }), later)).toMatchObject({ share: 0.75 });
  });

  it('says why the prefix breaks', () => {
    const divergence = {
      segment: 0,
      kind: 'tools',
      byte: 9,
      path: 'tools[1]',
      cause: 'a tool is missing',
      before: '',
      after: '',
    } as const;
    expect(shareAfter(request('r1', { prefix: { ...prefix, divergence } }))).toMatchObject({
      cause: 'a tool is missing',
    });
  });

  it('is nothing when no byte is shared or nothing was compared', () => {
    expect(shareAfter(request('r1', { prefix: { ...prefix, sharedBytes: 0 } }))).toEqual({ kind: 'nothing' });
    expect(shareAfter(request('r1', {}))).toEqual({ kind: 'nothing' });
  });
});
