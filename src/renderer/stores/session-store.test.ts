import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventBody, SessionEvent } from '../../core/session/events.ts';
import { previewOf } from '../../core/session/preview.ts';
import { fold } from '../../core/session/reduce.ts';
import { EMPTY_SESSION } from '../../core/session/state.ts';
import { branchCreated, SESSION_CREATED, stored } from '../../core/session/testing/event-maker.ts';
import type { HostBridge, Notifications, Responses } from '../../shared/contract.ts';
import { fault, ok, type Result } from '../../shared/result.ts';
import { connectSessionStore, FOLD_EVERY_MS, sessionStore } from './session-store.ts';

type Opened = Result<Responses['sessions.open']>;

const status = (branch: string, value: 'running' | 'paused'): EventBody => ({
  type: 'branch-status',
  branch,
  status: value,
});
const log = stored([SESSION_CREATED, branchCreated('root'), status('root', 'running'), status('root', 'paused')]);

/** A host whose answer to `sessions.open` is given by hand, and which can push batches at any time. */
function heldHost() {
  const answers = new Map<string, (answer: Opened) => void>();
  const calls: string[] = [];
  const listeners: { [name: string]: (payload: never) => void } = {};
  const tell = <N extends 'events' | 'stored-lines'>(name: N, payload: Notifications[N]): void =>
    (listeners[name] as ((given: Notifications[N]) => void) | undefined)?.(payload);
  const bridge = {
    call: (name: string, params: { sessionId: string }) => {
      calls.push(`${name} ${params.sessionId}`);
      if (name !== 'sessions.open') return Promise.resolve(ok(null));
      return new Promise((resolve) => answers.set(params.sessionId, resolve));
    },
    on: (name: string, given: (payload: never) => void) => {
      listeners[name] = given;
      return () => {};
    },
  } as unknown as HostBridge;
  Object.assign(window, { forkscope: bridge });
  return {
    calls,
    push: (sessionId: string, events: readonly SessionEvent[]) => tell('events', { sessionId, events }),
    pushLines: (sessionId: string, feed: number, lines: string, isLast: boolean) =>
      tell('stored-lines', { sessionId, feed, lines, isLast }),
    answer: async (sessionId: string, answer: Opened) => {
      answers.get(sessionId)?.(answer);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

let stop = (): void => {};
beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  stop();
  await sessionStore.getState().close();
  vi.useRealTimers();
});

const rootStatus = () => sessionStore.getState().state.branches.root?.status;

describe('the session store', () => {
  it('keeps batches that arrive before the stored events, and counts a line that came both ways once', async () => {
    const host = heldHost();
    stop = connectSessionStore();
    void sessionStore.getState().open('s1');
    host.push('s1', log.slice(2, 3));
    host.push('s1', log.slice(3));
    await host.answer('s1', ok({ events: log.slice(0, 3) }));
    expect(sessionStore.getState()).toMatchObject({ phase: 'open', state: { lastSeq: 4, problems: [] } });
    expect(rootStatus()).toBe('paused');
  });

  it('keeps them also when the stored log is still empty', async () => {
    const host = heldHost();
    stop = connectSessionStore();
    void sessionStore.getState().open('s1');
    host.push('s1', log);
    await host.answer('s1', ok({ events: [] }));
    expect(rootStatus()).toBe('paused');
  });

  it('folds the first batch at once and those that follow together', async () => {
    const host = heldHost();
    stop = connectSessionStore();
    void sessionStore.getState().open('s1');
    await host.answer('s1', ok({ events: log.slice(0, 2) }));
    let changes = 0;
    const unsubscribe = sessionStore.subscribe(() => changes++);
    host.push('s1', log.slice(2, 3));
    expect(rootStatus()).toBe('running');
    host.push('s1', log.slice(3));
    for (let seq = 5; seq < 50; seq++) host.push('s1', [{ ...status('root', 'running'), seq, at: seq * 1000 }]);
    expect(rootStatus()).toBe('running');
    expect(changes).toBe(1);
    await vi.advanceTimersByTimeAsync(FOLD_EVERY_MS);
    expect(changes).toBe(2);
    expect(sessionStore.getState().state.lastSeq).toBe(49);
    unsubscribe();
  });

  it('shows a preview of a long log at once, and all of it when its last piece is there', async () => {
    const host = heldHost();
    stop = connectSessionStore();
    void sessionStore.getState().open('s1');
    const state = previewOf(fold(EMPTY_SESSION, log));
    await host.answer('s1', ok({ events: [], preview: { text: JSON.stringify(state), coming: 4, feed: null } }));
    expect(sessionStore.getState()).toMatchObject({ phase: 'open', coming: 4, state: { lastSeq: 4 } });
    host.push('s1', log.slice(0, 3));
    expect(sessionStore.getState()).toMatchObject({ coming: 4, known: 3, state: { lastSeq: 4 } });
    sessionStore.getState().showPast(1, 0);
    expect(sessionStore.getState().present).toBeNull();
    host.push('s1', log.slice(3));
    host.push('s1', [{ ...status('root', 'running'), seq: 5, at: 5_000 }]);
    await vi.advanceTimersByTimeAsync(FOLD_EVERY_MS);
    expect(sessionStore.getState()).toMatchObject({ coming: null, known: 5, state: { lastSeq: 5, problems: [] } });
  });

  it('takes a long log in as the lines that it is stored in, and what happens behind it', async () => {
    const host = heldHost();
    stop = connectSessionStore();
    void sessionStore.getState().open('s1');
    const text = JSON.stringify(previewOf(fold(EMPTY_SESSION, log)));
    const lines = log.map((event) => `${JSON.stringify(event)}\n`);
    await host.answer('s1', ok({ events: [], preview: { text, coming: 9, feed: 7 } }));
    expect(sessionStore.getState()).toMatchObject({ phase: 'open', coming: 9, state: { lastSeq: 4 } });
    host.pushLines('s1', 7, lines.slice(0, 1).join(''), false);
    // Not before the preview was painted.
    expect(sessionStore.getState()).toMatchObject({ coming: 9, known: 0 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sessionStore.getState()).toMatchObject({ coming: 9, known: 1 });
    host.pushLines('s1', 6, lines.slice(2).join(''), true);
    expect(sessionStore.getState()).toMatchObject({ coming: 9, known: 1 });
    host.pushLines('s1', 7, `${lines.slice(1, 3).join('')}not a line\n{"seq":1,"at":1,"type":"of-tomorrow"}\n`, false);
    expect(sessionStore.getState()).toMatchObject({ coming: 9, known: 3 });
    host.push('s1', [{ ...status('root', 'running'), seq: 5, at: 5_000 }]);
    host.pushLines('s1', 7, lines.slice(3).join(''), false);
    // Fewer than were announced: the last piece says that they are all.
    host.pushLines('s1', 7, '', true);
    expect(sessionStore.getState()).toMatchObject({ coming: null, known: 5, state: { lastSeq: 5, problems: [] } });
  });

  it('keeps what happens while the past is shown, and comes back to it', async () => {
    const host = heldHost();
    stop = connectSessionStore();
    void sessionStore.getState().open('s1');
    await host.answer('s1', ok({ events: log }));
    sessionStore.getState().showPast(3, 3_000);
    expect(sessionStore.getState()).toMatchObject({ state: { lastSeq: 3 }, present: { lastSeq: 4 }, shownAt: 3_000 });
    host.push('s1', [{ ...status('root', 'running'), seq: 5, at: 5_000 }]);
    expect(sessionStore.getState()).toMatchObject({ state: { lastSeq: 3 }, present: { lastSeq: 5 }, known: 5 });
    expect(rootStatus()).toBe('running');
    sessionStore.getState().showPresent();
    expect(sessionStore.getState()).toMatchObject({ state: { lastSeq: 5 }, present: null, shownAt: null });
  });

  it('ignores batches of another session', async () => {
    const host = heldHost();
    stop = connectSessionStore();
    void sessionStore.getState().open('s1');
    host.push('s2', log);
    await host.answer('s1', ok({ events: log.slice(0, 2) }));
    expect(sessionStore.getState().state.lastSeq).toBe(2);
  });

  it('drops the answer of a session that was left, and closes it', async () => {
    const host = heldHost();
    stop = connectSessionStore();
    void sessionStore.getState().open('s1');
    void sessionStore.getState().open('s2');
    await vi.advanceTimersByTimeAsync(0);
    await host.answer('s1', ok({ events: log }));
    expect(sessionStore.getState()).toMatchObject({ sessionId: 's2', phase: 'opening', state: { lastSeq: 0 } });
    expect(host.calls).toContain('sessions.close s1');
  });

  it('says why a session cannot be opened, and can try again', async () => {
    const host = heldHost();
    stop = connectSessionStore();
    void sessionStore.getState().open('s1');
    await host.answer('s1', fault('session-held', 'Another window holds it. Close it there.'));
    expect(sessionStore.getState()).toMatchObject({ phase: 'failed', fault: { code: 'session-held' } });
    void sessionStore.getState().open('s1');
    await host.answer('s1', ok({ events: log }));
    expect(sessionStore.getState()).toMatchObject({ phase: 'open', fault: null });
  });
});
