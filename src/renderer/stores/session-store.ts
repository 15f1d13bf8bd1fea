import { createStore } from 'zustand/vanilla';
import type { SessionEvent } from '../../core/session/events.ts';
import { fold } from '../../core/session/reduce.ts';
import { EMPTY_SESSION, type SessionState } from '../../core/session/state.ts';
import type { Fault } from '../../shared/result.ts';
import { host } from '../bridge.ts';

/**
 * Milliseconds between two folds of arriving batches. Ten a second is what a person can read, and keeps the tree
 * smooth: measured on two cores, 1,000 cards that change once a frame take four times what a frame has.
 */
export const FOLD_EVERY_MS = 100;

export interface OpenSession {
  readonly sessionId: string | null;
  readonly state: SessionState;
  /** `opening` until the stored events are there; batches that arrive before are kept. */
  readonly phase: 'none' | 'opening' | 'open' | 'failed';
  readonly fault: Fault | null;
  open(sessionId: string): Promise<void>;
  close(): Promise<void>;
}

const CLOSED = { sessionId: null, state: EMPTY_SESSION, phase: 'none', fault: null } as const;

/** Events that arrived but are not folded yet, of the session that is (being) opened. */
let waiting: SessionEvent[] = [];
let timer: ReturnType<typeof setTimeout> | null = null;
/** Counts attempts to open: an answer that comes after a newer attempt is dropped. */
let attempt = 0;

/** The session on the screen: the fold of its stored events, then of each batch as it arrives. */
export const sessionStore = createStore<OpenSession>()((set, get) => ({
  ...CLOSED,
  async open(sessionId) {
    const own = ++attempt;
    const former = get().sessionId;
    forgetWaiting();
    set({ ...CLOSED, sessionId, phase: 'opening' });
    if (former !== null && former !== sessionId) await host.call('sessions.close', { sessionId: former });
    if (own !== attempt) return;
    const opened = await host.call('sessions.open', { sessionId });
    if (own !== attempt) return;
    if (!opened.ok) {
      set({ phase: 'failed', fault: opened.error });
      return;
    }
    const early = waiting;
    waiting = [];
    set({ phase: 'open', state: foldNew(foldNew(EMPTY_SESSION, opened.value.events), early) });
  },
  async close() {
    attempt++;
    const former = get().sessionId;
    forgetWaiting();
    set(CLOSED);
    if (former !== null) await host.call('sessions.close', { sessionId: former });
  },
}));

/** Batches may overlap with the stored events that `sessions.open` answered: each line counts once. */
function foldNew(state: SessionState, events: readonly SessionEvent[]): SessionState {
  return fold(
    state,
    events.filter((event) => event.seq > state.lastSeq),
  );
}

function forgetWaiting(): void {
  waiting = [];
  if (timer !== null) clearTimeout(timer);
  timer = null;
}

function foldWaiting(): void {
  const batch = waiting;
  waiting = [];
  const { state } = sessionStore.getState();
  const next = foldNew(state, batch);
  if (next !== state) sessionStore.setState({ state: next });
}

/** Starts to take in batches; the first is folded at once, those that follow within `FOLD_EVERY_MS` together. */
export function connectSessionStore(): () => void {
  const stop = host.on('events', ({ sessionId, events }) => {
    const { sessionId: current, phase } = sessionStore.getState();
    if (sessionId !== current) return;
    waiting.push(...events);
    if (phase !== 'open' || timer !== null) return;
    foldWaiting();
    timer = setTimeout(tick, FOLD_EVERY_MS);
  });
  const tick = (): void => {
    timer = null;
    if (waiting.length === 0) return;
    foldWaiting();
    timer = setTimeout(tick, FOLD_EVERY_MS);
  };
  return () => {
    stop();
    forgetWaiting();
  };
}
