import { expect, test } from 'vitest';
import type { Snapshot } from '../../../core/prefix/snapshot.ts';
import { LogWriter } from '../testing/log-writer.ts';
import { RequestFeed, requestRows, sumRequests } from './table.ts';

const snapshot: Snapshot = { version: 1, provider: 'demo', model: 'demo', systemText: '', tools: [], sampling: {} };

function log() {
  const writer = new LogWriter();
  writer.branch('root');
  writer.message('root', 'person', [{ kind: 'text', text: 'Hi' }]);
  const broken = writer.request('root', snapshot, 1);
  writer.wait(300);
  const usage = { input: 50, cacheRead: 0, cacheWrite: 0, output: 5, thoughts: 0 };
  writer.add({
    type: 'request-failed',
    branch: 'root',
    requestId: broken,
    kind: 'overload',
    message: 'The model is overloaded.',
    usage,
    cost: 0.5,
    retryInMs: 1_500,
  });
  const second = writer.request('root', snapshot, 1, undefined, 2);
  writer.answer('root', second, { input: 100, cacheRead: 80, cacheWrite: 0, output: 10, thoughts: 4 }, 0.25, 2_000);
  return writer;
}

function rowsOf(writer: LogWriter) {
  const { state } = writer;
  const root = state.branches.root;
  if (!root) throw new Error('no root');
  return requestRows(state, root);
}

test('attempts stand in order with their times and ends', () => {
  expect(rowsOf(log())).toMatchObject([
    { firstByteMs: null, durationMs: 300, tone: 'failed', end: 'The model is overloaded. Tried again after 1.5 s.' },
    { firstByteMs: 500, durationMs: 2_000, tone: 'completed', end: 'answered' },
  ]);
});

test('sums: tokens of answers only, money of all attempts', () => {
  expect(sumRequests(rowsOf(log()))).toEqual({
    answered: 1,
    failed: 1,
    durationMs: 2_300,
    cost: 0.75,
    usage: { input: 100, cacheRead: 80, cacheWrite: 0, output: 10, thoughts: 4 },
  });
});

test('one unknown price makes the sum unknown', () => {
  const writer = log();
  const next = writer.request('root', snapshot, 2);
  writer.answer('root', next, { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, thoughts: 0 }, null);
  expect(sumRequests(rowsOf(writer)).cost).toBeNull();
});

test('an open request is running, or cut off once the branch has ended', () => {
  const writer = log();
  writer.request('root', snapshot, 2);
  expect(rowsOf(writer).at(-1)).toMatchObject({ tone: 'running', end: 'waits for the first byte', durationMs: null });
  writer.add({ type: 'branch-ended', branch: 'root', status: 'interrupted', reason: null, report: null });
  expect(rowsOf(writer).at(-1)).toMatchObject({ tone: 'interrupted' });
});

test('the feed gives the same rows back while no request changes', () => {
  const writer = log();
  const feed = new RequestFeed();
  const before = feed.read(writer.state, 'root');
  writer.add({ type: 'text-delta', branch: 'root', requestId: 'r3', thought: false, text: 'more' });
  expect(feed.read(writer.state, 'root')).not.toBe(before);
  const { state } = writer;
  expect(feed.read(state, 'root')).toBe(feed.read({ ...state, lastAt: 1 }, 'root'));
});
