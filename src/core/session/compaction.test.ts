import { describe, expect, it } from 'vitest';
import type { CompactionChange } from '../compaction/compaction-change.ts';
import type { Compaction, EventBody } from './events.ts';
import type { Message } from './message.ts';
import { fold } from './reduce.ts';
import { contextOf, historyUpTo, inheritedCount } from './selectors.ts';
import { EMPTY_SESSION } from './state.ts';
import { branchCreated, model, SESSION_CREATED, stored, user } from './testing/event-maker.ts';

const said = (branch: string, message: Message): EventBody => ({
  type: 'message-added',
  branch,
  message,
  author: message.role === 'user' ? 'person' : 'model',
});
const compacted = (branch: string, change: Partial<CompactionChange>): Compaction => ({
  type: 'compaction',
  branch,
  kind: 'truncation',
  trigger: 'window',
  change: { removed: [], rewritten: [], added: null, ...change },
  before: { messages: 0, bytes: 0 },
  after: { messages: 0, bytes: 0 },
  tokens: 0,
  allowedTokens: 0,
  prefix: null,
});
const fork = (branch: string, parent: string, messageId: string) =>
  branchCreated(branch, { kind: 'fork', parent, forkPoint: { branch: parent, messageId } });
const ids = (messages: readonly Message[]) => messages.map(({ id }) => id).join(' ');

const ROOT: EventBody[] = [
  SESSION_CREATED,
  branchCreated('root'),
  said('root', user('u0', 'question')),
  said('root', model('m1', 'answer')),
  said('root', user('u2', 'second')),
  said('root', model('m3', 'second answer')),
  said('root', user('u4', 'third')),
  said('root', model('m5', 'third answer')),
];
const CUT = compacted('root', {
  removed: [{ first: 'u2', last: 'm3' }],
  added: { messageId: 'u4', text: '[gone]' },
});

describe('a compaction in the log', () => {
  it('takes messages out of the context and keeps them in the branch', () => {
    const state = fold(EMPTY_SESSION, stored([...ROOT, CUT, said('root', user('u6', 'fourth'))]));
    expect(ids(contextOf(state, 'root'))).toBe('u0 m1 u4 m5 u6');
    expect(contextOf(state, 'root')[2]?.parts.at(-1)).toEqual({ kind: 'text', text: '[gone]' });
    expect(state.branches.root?.entries).toHaveLength(7);
    // The seam stands behind the six messages that were there.
    expect(state.branches.root?.compactions).toMatchObject([{ entries: 6, kind: 'truncation' }]);
    expect(state.problems).toEqual([]);
  });

  it('leaves untouched messages the same objects, from one look to the next', () => {
    const state = fold(EMPTY_SESSION, stored([...ROOT, CUT]));
    const [before, after] = [contextOf(state, 'root'), contextOf(state, 'root')];
    expect(before[0]).toBe(state.branches.root?.entries[0]?.message);
    before.forEach((message, index) => {
      expect(message).toBe(after[index]);
    });
  });

  it('is inherited by forks that come later, and not by forks that were there', () => {
    const state = fold(
      EMPTY_SESSION,
      stored([...ROOT, fork('early', 'root', 'm5'), CUT, fork('late', 'root', 'm5'), fork('old', 'root', 'm3')]),
    );
    expect(ids(contextOf(state, 'early'))).toBe('u0 m1 u2 m3 u4 m5');
    expect(ids(contextOf(state, 'late'))).toBe('u0 m1 u4 m5');
    // A message behind the seam is only in the context as it was.
    expect(ids(contextOf(state, 'old'))).toBe('u0 m1 u2 m3');
    expect(ids(historyUpTo(state, 'root', 'u4'))).toBe('u0 m1 u4');
  });

  it('can cut what a fork inherited without touching the parent', () => {
    const state = fold(
      EMPTY_SESSION,
      stored([
        ...ROOT,
        fork('fork', 'root', 'm5'),
        said('fork', user('f1', 'go')),
        compacted('fork', { removed: [{ first: 'u2', last: 'm5' }] }),
        said('fork', model('f2', 'done')),
      ]),
    );
    expect(ids(contextOf(state, 'fork'))).toBe('u0 m1 f1 f2');
    expect(inheritedCount(state, 'fork')).toBe(2);
    expect(ids(contextOf(state, 'root'))).toBe('u0 m1 u2 m3 u4 m5');
  });

  it('rewrites pieces of a result, the last one first', () => {
    const result = { kind: 'result', callId: 'c', name: 'read_file', text: 'one two three', isError: false } as const;
    const piece = (from: number, to: number) => ({ messageId: 'u6', part: 0, from, to, text: '…' });
    const change = { rewritten: [piece(0, 3), piece(8, 13)] };
    const state = fold(EMPTY_SESSION, stored([...ROOT, said('root', user('u6', result)), compacted('root', change)]));
    expect(contextOf(state, 'root').at(-1)?.parts).toEqual([{ ...result, text: '… two …' }]);
  });

  it('that names a message which is not there is a problem of its line, and changes nothing', () => {
    const state = fold(EMPTY_SESSION, stored([...ROOT, compacted('root', { removed: [{ first: 'x', last: 'y' }] })]));
    expect(state.problems).toMatchObject([{ line: 9 }]);
    expect(ids(contextOf(state, 'root'))).toBe('u0 m1 u2 m3 u4 m5');
  });
});
