import { createStore } from 'zustand/vanilla';
import type { SessionEvent } from '../../core/session/events.ts';
import { fold } from '../../core/session/reduce.ts';
import { EMPTY_SESSION, type SessionState } from '../../core/session/state.ts';
import { host } from '../bridge.ts';

export interface OpenSession {
  readonly sessionId: string | null;
  readonly state: SessionState;
  /** Plain sentence when the last attempt to open failed. */
  readonly fault: string | null;
  open(sessionId: string): Promise<void>;
}

/** The session on the screen: the fold of its stored events, then of each batch as it arrives. */
export const sessionStore = createStore<OpenSession>()((set, get) => ({
  sessionId: null,
  state: EMPTY_SESSION,
  fault: null,
  async open(sessionId) {
    const former = get().sessionId;
    if (former !== null && former !== sessionId) await host.call('sessions.close', { sessionId: former });
    set({ sessionId, state: EMPTY_SESSION, fault: null });
    const opened = await host.call('sessions.open', { sessionId });
    if (get().sessionId !== sessionId) return;
    if (opened.ok) set({ state: foldNew(get().state, opened.value.events) });
    else set({ fault: opened.error.message });
  },
}));

/** Batches may overlap with the stored events that `sessions.open` answered: each line counts once. */
function foldNew(state: SessionState, events: readonly SessionEvent[]): SessionState {
  return fold(
    state,
    events.filter((event) => event.seq > state.lastSeq),
  );
}

export function connectSessionStore(): () => void {
  let early: SessionEvent[] = [];
  return host.on('events', ({ sessionId, events }) => {
    const { sessionId: current, state } = sessionStore.getState();
    if (sessionId !== current) return;
    if (state.lastSeq === 0) {
      early.push(...events);
      return;
    }
    sessionStore.setState({ state: foldNew(state, [...early, ...events]) });
    early = [];
  });
}
