import { describe, expect, it } from 'vitest';
import type { EventBody } from './events.ts';
import { recoveryEvents } from './recover.ts';
import { fold } from './reduce.ts';
import { branchesOf, contextOf, hasEnded } from './selectors.ts';
import { EMPTY_SESSION } from './state.ts';
import { branchCreated, call, model, SESSION_CREATED, stored, user } from './testing/event-maker.ts';

function recover(bodies: readonly EventBody[]) {
  const crashed = fold(EMPTY_SESSION, stored(bodies));
  const all = [...bodies, ...recoveryEvents(crashed)];
  return fold(EMPTY_SESSION, stored(all));
}

const HEAD: readonly EventBody[] = [
  SESSION_CREATED,
  branchCreated('root'),
  { type: 'message-added', branch: 'root', author: 'person', message: user('m1', 'go') },
];

describe('recoveryEvents', () => {
  it('answers every open call and leaves a history that can go on', () => {
    const asked = model('m2', call('c1', 'bash'), call('c2', 'read_file'));
    const state = recover([...HEAD, { type: 'message-added', branch: 'root', author: 'model', message: asked }]);
    const context = contextOf(state, 'root');
    expect(context.map(({ role }) => role)).toEqual(['user', 'model', 'user', 'model']);
    expect(context[2]?.parts.map((part) => part.kind === 'result' && [part.callId, part.isError])).toEqual([
      ['c1', true],
      ['c2', true],
    ]);
    expect(state.branches.root).toMatchObject({ status: 'interrupted', recovered: true });
  });

  it('puts a stand-in behind a message that got no answer', () => {
    const context = contextOf(recover(HEAD), 'root');
    expect(context.map(({ role }) => role)).toEqual(['user', 'model']);
  });

  it('ends children before parents and leaves ended branches alone', () => {
    const state = fold(
      EMPTY_SESSION,
      stored([
        ...HEAD,
        branchCreated('fork-1', { parent: 'root', kind: 'fork' }),
        branchCreated('fork-2', { parent: 'root', kind: 'fork' }),
        { type: 'branch-ended', branch: 'fork-2', status: 'completed', reason: null, report: 'ok' },
      ]),
    );
    const ended = recoveryEvents(state).flatMap((event) => (event.type === 'branch-ended' ? [event.branch] : []));
    expect(ended).toEqual(['fork-1', 'root']);
  });

  it('says nothing about a session that ended', () => {
    const state = recover(HEAD);
    expect(branchesOf(state).every(hasEnded)).toBe(true);
    expect(recoveryEvents(state)).toEqual([]);
  });
});
