import { expect, test } from 'vitest';
import { buildChildMessage } from '../../../core/fork/child-message.ts';
import { placeholderFor } from '../../../core/fork/forked-messages.ts';
import { buildNotification } from '../../../core/fork/notification.ts';
import type { Snapshot } from '../../../core/prefix/snapshot.ts';
import type { SessionEvent } from '../../../core/session/events.ts';
import type { CallPart } from '../../../core/session/message.ts';
import { fold } from '../../../core/session/reduce.ts';
import { contextOf } from '../../../core/session/selectors.ts';
import { historyOf } from '../../shell/prompt/history.ts';
import { LogWriter } from '../testing/log-writer.ts';
import { TranscriptFeed } from './feed.ts';
import { inheritedEntries } from './inherited.ts';
import { findRows } from './search-text.ts';

const snapshot: Snapshot = { version: 1, provider: 'demo', model: 'demo', systemText: '', tools: [], sampling: {} };
const call = (callId: string, name: string, args: unknown = {}): CallPart => ({ kind: 'call', callId, name, args });

/** root: question, failed attempt, answer with a call, its result, answer that forks; fork: start, answer, end. */
function session() {
  const log = new LogWriter();
  log.branch('root', { title: 'Root' });
  log.message('root', 'person', [{ kind: 'text', text: 'Fix it' }]);
  const broken = log.request('root', snapshot, 1);
  log.wait(100);
  log.add({
    type: 'request-failed',
    branch: 'root',
    requestId: broken,
    kind: 'overload',
    message: 'The model is overloaded.',
    usage: null,
    cost: null,
    retryInMs: 10,
  });
  const read = call('c1', 'bash', { command: 'cat secret.txt' });
  log.message('root', 'model', [
    { kind: 'text', text: 'I look.', thought: true },
    { kind: 'text', text: 'Reading.' },
    read,
  ]);
  log.message('root', 'tools', [
    { kind: 'result', callId: 'c1', name: 'bash', text: 'Needle in output', isError: false },
  ]);
  const agent = call('c2', 'agent', { description: 'Part' });
  const asking = log.message('root', 'model', [agent]);
  log.branch('fork', {
    parent: 'root',
    kind: 'fork',
    callId: 'c2',
    forkPoint: { branch: 'root', messageId: asking.id },
  });
  const identity = { number: 1, count: 1, description: 'Part', callId: 'c2' };
  log.message('fork', 'fork-start', [
    placeholderFor(agent),
    { kind: 'text', text: buildChildMessage('Do the part', { identity }) },
  ]);
  log.message('root', 'tools', [placeholderFor(agent)]);
  return log;
}

const kinds = (log: LogWriter, branch: string, showShared = false) =>
  new TranscriptFeed().read(log.state, branch, showShared).rows.map(({ kind }) => kind);

test('rows follow the conversation; results are no rows; a failed attempt stands before what came of it', () => {
  expect(kinds(session(), 'root')).toEqual(['person', 'failure', 'thought', 'text', 'call', 'call', 'live']);
});

test('a fork shows its own messages under a folded header, or all of them', () => {
  expect(kinds(session(), 'fork')).toEqual(['shared', 'fork-start', 'live']);
  const open = ['shared', 'person', 'thought', 'text', 'call', 'call', 'shared-end', 'fork-start', 'live'];
  expect(kinds(session(), 'fork', true)).toEqual(open);
});

test('inherited entries are exactly the messages of the context', () => {
  const { state } = session();
  const fork = state.branches.fork;
  if (!fork) throw new Error('no fork');
  const own = new Set(fork.entries.map(({ message }) => message));
  expect(inheritedEntries(state, fork).map(({ entry }) => entry.message)).toEqual(
    contextOf(state, 'fork').filter((message) => !own.has(message)),
  );
});

test('the open call at the fork point is answered by the placeholder', () => {
  const { results } = new TranscriptFeed().read(session().state, 'fork', false);
  expect([...results.keys()]).toEqual(['c1', 'c2']);
});

test('streamed text leaves the transcript as it is; a message keeps the rows before it', () => {
  const log = session();
  const feed = new TranscriptFeed();
  let state = log.state;
  const before = feed.read(state, 'root', false);
  const add = (body: Partial<SessionEvent>) => {
    state = fold(state, [{ seq: 1_000, at: state.lastAt + 1, branch: 'root', ...body } as SessionEvent]);
    return feed.read(state, 'root', false);
  };
  expect(add({ type: 'text-delta', requestId: 'r', thought: false, text: 'Hel' })).toBe(before);
  const after = add({
    type: 'message-added',
    author: 'model',
    message: { id: 'z', role: 'model', parts: [{ kind: 'text', text: 'Hello' }] },
  });
  expect(after).not.toBe(before);
  expect(after.rows.slice(0, 6)).toEqual(before.rows.slice(0, 6));
  expect(after.rows.slice(0, 1)[0]).toBe(before.rows[0]);
  expect(add({ type: 'branch-ended', status: 'completed', reason: null, report: null }).rows.at(-1)?.kind).toBe('end');
});

test('a compaction is a seam where it was made, and folds what it took out, in its place', () => {
  const log = new LogWriter();
  log.branch('root', { title: 'Root' });
  const text = (value: string) => [{ kind: 'text' as const, text: value }];
  log.message('root', 'person', text('first'));
  log.message('root', 'model', text('first answer'));
  const second = log.message('root', 'person', text('second'));
  const answer = log.message('root', 'model', text('second answer'));
  log.message('root', 'person', text('third'));
  log.add({
    type: 'compaction',
    branch: 'root',
    kind: 'truncation',
    trigger: 'window',
    change: { removed: [{ first: second.id, last: answer.id }], rewritten: [], added: null },
    before: { messages: 5, bytes: 500 },
    after: { messages: 3, bytes: 300 },
    tokens: 100,
    allowedTokens: 90,
    prefix: null,
  });
  log.message('root', 'model', text('third answer'));
  const feed = new TranscriptFeed();
  const folded = feed.read(log.state, 'root', false);
  expect(folded.rows.map(({ kind }) => kind)).toEqual(['person', 'text', 'gap', 'person', 'seam', 'text', 'live']);
  const [gap, seam] = [folded.rows[2], folded.rows[4]];
  expect(gap).toMatchObject({ count: 2, seamKey: seam?.key });
  const open = feed.read(log.state, 'root', false, new Set([seam?.key ?? '']));
  const kindsOpen = ['person', 'text', 'gap', 'person', 'text', 'person', 'seam', 'text', 'live'];
  expect(open.rows.map(({ kind }) => kind)).toEqual(kindsOpen);
  expect([...open.behind]).toEqual([second.id, answer.id]);
  // The very same rows, so that nothing else is drawn anew.
  expect(open.rows[0]).toBe(folded.rows[0]);
});

test('reports that came together with a person’s words are reports, and the words are the person’s', () => {
  const log = new LogWriter();
  log.branch('root', { title: 'Root' });
  const report = { branch: 'fork-1', title: 'Tides', callId: null, status: 'completed', reason: null } as const;
  const text = buildNotification([{ ...report, report: 'High at noon', changes: null }], 0);
  const { id } = log.message('root', 'person', [
    { kind: 'text', text },
    { kind: 'text', text: 'And at night?' },
  ]);
  const { rows } = new TranscriptFeed().read(log.state, 'root', false);
  expect(rows.slice(0, 2)).toMatchObject([
    { kind: 'notification', messageId: id, reports: [{ branch: 'fork-1', result: 'High at noon' }] },
    { kind: 'person', messageId: id, text: 'And at night?' },
  ]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  expect(historyOf(log.state)).toEqual(['And at night?']);
});

test('replay backwards drops rows', () => {
  const log = session();
  const feed = new TranscriptFeed();
  feed.read(log.state, 'root', false);
  const early = fold({ ...log.state, branches: {}, order: [], requests: {} }, log.events.slice(0, 2));
  expect(feed.read(early, 'root', false).rows.map(({ kind }) => kind)).toEqual(['person', 'live']);
});

test('the end of a long branch is there before the rest, and its rows stay the same', () => {
  const NO_SEAMS = new Set<string>();
  const log = session();
  const feed = new TranscriptFeed();
  const end = feed.read(log.state, 'root', false, NO_SEAMS, 2);
  const whole = feed.read(log.state, 'root', false, NO_SEAMS);
  expect(end.rows.length).toBeLessThan(whole.rows.length);
  expect(end.rows.length).toBeGreaterThan(1);
  for (const [index, row] of end.rows.slice(0, -1).reverse().entries()) expect(whole.rows.at(-2 - index)).toBe(row);
  expect(end.rows.at(-1)).toEqual(whole.rows.at(-1));
  expect(feed.read(log.state, 'root', false, NO_SEAMS, 1_000)).toBe(whole);
});

test('find looks into folded parts: thoughts, inputs, outputs, failures', () => {
  const { rows, results } = new TranscriptFeed().read(session().state, 'root', false);
  const kindsFound = (query: string) =>
    findRows(rows, results, query).map((key) => rows.find((row) => row.key === key)?.kind);
  expect(kindsFound('needle')).toEqual(['call']);
  expect(kindsFound('SECRET.TXT')).toEqual(['call']);
  expect(kindsFound('i look')).toEqual(['thought']);
  expect(kindsFound('overloaded')).toEqual(['failure']);
  expect(kindsFound('')).toEqual([]);
});
