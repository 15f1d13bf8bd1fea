import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SearchHit } from '../../../shared/contract.ts';
import { FakeHost } from '../../testing/fake-host.ts';
import { connectSearch, searchStore } from './search-store.ts';

let host: FakeHost;
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  host = new FakeHost('empty');
  Object.assign(window, { forkscope: host });
  stop = connectSearch();
});
afterEach(() => {
  searchStore.getState().setQuery('');
  stop();
  vi.useRealTimers();
});

const calls = (name: string) => host.calls.filter((call) => call.name === name).map(({ params }) => params);
const hit = (messageId: string): SearchHit => ({
  kind: 'message',
  sessionId: 's1',
  sessionTitle: 'One',
  branch: 'root',
  branchTitle: 'root',
  messageId,
  place: messageId,
  author: 'person',
  at: 0,
  excerpt: 'a tide',
  start: 2,
  length: 4,
});

it('waits for a pause in writing, and searches once', () => {
  for (const query of ['t', 'ti', 'tid', 'tide']) searchStore.getState().setQuery(query);
  expect(calls('search.start')).toEqual([]);
  vi.advanceTimersByTime(300);
  expect(calls('search.start')).toMatchObject([{ query: 'tide' }]);
});

it('takes in hits as they come, and nothing of a search that is over', () => {
  searchStore.getState().setQuery('tide');
  vi.advanceTimersByTime(300);
  const [{ searchId }] = calls('search.start') as [{ searchId: string }];
  host.notify('search', { searchId, hits: [hit('m1')], done: 1, total: 2, ended: null });
  host.notify('search', { searchId: 'another', hits: [hit('m9')], done: 2, total: 2, ended: null });
  expect(searchStore.getState()).toMatchObject({ phase: 'searching', done: 1, total: 2 });
  host.notify('search', { searchId, hits: [hit('m2')], done: 2, total: 2, ended: 'complete' });
  host.notify('search', { searchId, hits: [hit('m3')], done: 2, total: 2, ended: null });
  expect(searchStore.getState().hits.map(({ messageId }) => messageId)).toEqual(['m1', 'm2']);
  expect(searchStore.getState().phase).toBe('complete');
});

it('tells the host to stop, when a person stops it and when the words change', () => {
  searchStore.getState().setQuery('tide');
  vi.advanceTimersByTime(300);
  searchStore.getState().cancel();
  expect(calls('search.cancel')).toHaveLength(1);
  expect(searchStore.getState().phase).toBe('cancelled');
});
