import { createStore } from 'zustand/vanilla';
import { ReplayLog } from '../../core/replay/replay-log.ts';
import type { SessionEvent } from '../../core/session/events.ts';
import { isSessionEvent } from '../../core/session/reduce.ts';
import { EMPTY_SESSION, type SessionState } from '../../core/session/state.ts';
import type { Notifications } from '../../shared/contract.ts';
import type { Fault } from '../../shared/result.ts';
import { host } from '../bridge.ts';

/**
 * Milliseconds between two folds of arriving batches. Ten a second is what a person can read, and keeps the tree
 * smooth: measured on two cores, 1,000 cards that change once a frame take four times what a frame has.
 */
export const FOLD_EVERY_MS = 100;

export interface OpenSession {
  readonly sessionId: string | null;
  /** What everything shows: the fold up to the playhead, which is pinned to now unless a person has moved it. */
  readonly state: SessionState;
  /** The fold of everything, while `state` is of a moment of the past; null while `state` is that itself. */
  readonly present: SessionState | null;
  /** The moment that `state` is of, in milliseconds since 1970; null for now. */
  readonly shownAt: number | null;
  /** Everything that is known of the session. It is one object for as long as the session is open. */
  readonly log: ReplayLog;
  /** Events in the log: tells that it has grown. */
  readonly known: number;
  /** How many stored events a long log has, while they are still arriving: until then there is no past to be shown. */
  readonly coming: number | null;
  /** `opening` until the stored events are there; batches that arrive before are kept. */
  readonly phase: 'none' | 'opening' | 'open' | 'failed';
  readonly fault: Fault | null;
  open(sessionId: string): Promise<void>;
  close(): Promise<void>;
  /** Shows the state after so many events, as of a moment; what arrives meanwhile is kept and not shown. */
  showPast(count: number, at: number): void;
  showPresent(): void;
}

function closed() {
  return {
    sessionId: null,
    state: EMPTY_SESSION,
    present: null,
    shownAt: null,
    log: new ReplayLog(),
    known: 0,
    coming: null,
    phase: 'none',
    fault: null,
  } as const;
}

/** Events that arrived but are not folded yet, of the session that is (being) opened. */
let waiting: SessionEvent[] = [];
let timer: ReturnType<typeof setTimeout> | null = null;
/** The number of the pieces that bring the open log's lines; null when it came, or comes, as events. */
let feed: number | null = null;
/** Counts attempts to open: an answer that comes after a newer attempt is dropped. */
let attempt = 0;

/** The session on the screen: the fold of its stored events, then of each batch as it arrives. */
export const sessionStore = createStore<OpenSession>()((set, get) => ({
  ...closed(),
  async open(sessionId) {
    const own = ++attempt;
    const former = get().sessionId;
    forgetWaiting();
    set({ ...closed(), sessionId, phase: 'opening' });
    if (former !== null && former !== sessionId) await host.call('sessions.close', { sessionId: former });
    if (own !== attempt) return;
    const opened = await host.call('sessions.open', { sessionId });
    if (own !== attempt) return;
    if (!opened.ok) {
      set({ phase: 'failed', fault: opened.error });
      return;
    }
    const { log } = get();
    const early = waiting;
    waiting = [];
    const { events, preview } = opened.value;
    if (preview) {
      feed = preview.feed;
      set({ phase: 'open', state: JSON.parse(preview.text) as SessionState, coming: preview.coming });
      if (feed === null) {
        takeStored(early);
        return;
      }
      waiting = early;
      await whenPainted();
      if (own === attempt) takeHeldLines();
      return;
    }
    log.append(events);
    log.append(early);
    set({ phase: 'open', state: log.head, known: log.length });
  },
  async close() {
    attempt++;
    const former = get().sessionId;
    forgetWaiting();
    set(closed());
    if (former !== null) await host.call('sessions.close', { sessionId: former });
  },
  showPast(count, at) {
    const { log, phase } = get();
    if (phase === 'open' && get().coming === null) set({ state: log.stateAt(count), present: log.head, shownAt: at });
  },
  showPresent() {
    const { log, present } = get();
    if (present !== null) set({ state: log.head, present: null, shownAt: null });
  },
}));

/** The state that a person can act on: that of now, whatever is shown. */
export function presentState(): SessionState {
  const { state, present } = sessionStore.getState();
  return present ?? state;
}

/** A piece of a long log: taken in at once, and shown when the last one is there. */
function takeStored(events: readonly SessionEvent[], isLast = false): void {
  const { log, coming } = sessionStore.getState();
  if (coming === null) return;
  log.append(events, coming);
  if (isLast || (feed === null && log.length >= coming))
    sessionStore.setState({ state: log.head, known: log.length, coming: null });
  else sessionStore.setState({ known: log.length });
}

/** Lines that came before their preview was on the screen: they would keep it from getting there. */
let held: Notifications['stored-lines'][] | null = [];
/** Milliseconds after which a window counts as painted, though it draws nothing: it may be hidden. */
const PAINTED_MS = 1_000;

function whenPainted(): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, PAINTED_MS);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(timer);
        done();
      }),
    );
  });
}

/** One piece a task, so that what a person does meanwhile is answered between. */
function takeHeldLines(): void {
  const next = held?.shift();
  if (!next) {
    held = null;
    return;
  }
  takeLines(next);
  setTimeout(takeHeldLines);
}

function takeLines({ sessionId, feed: own, lines, isLast }: Notifications['stored-lines']): void {
  if (sessionId !== sessionStore.getState().sessionId || own !== feed) return;
  takeStored(eventsIn(lines), isLast);
  if (isLast) foldWaiting();
}

/** The events in whole lines of a log. What this version does not know is left out, as the host leaves it out. */
function eventsIn(lines: string): SessionEvent[] {
  return lines.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return isSessionEvent(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

function forgetWaiting(): void {
  waiting = [];
  feed = null;
  held = [];
  if (timer !== null) clearTimeout(timer);
  timer = null;
}

/** Batches may overlap with the stored events that `sessions.open` answered: each line counts once. */
function foldWaiting(): void {
  const batch = waiting;
  waiting = [];
  const { log, present, known } = sessionStore.getState();
  log.append(batch);
  if (log.length === known) return;
  sessionStore.setState({ known: log.length, ...(present === null ? { state: log.head } : { present: log.head }) });
}

/** Starts to take in batches; the first is folded at once, those that follow within `FOLD_EVERY_MS` together. */
export function connectSessionStore(): () => void {
  const stopLines = host.on('stored-lines', (piece) => {
    if (held !== null) held.push(piece);
    else takeLines(piece);
  });
  const stop = host.on('events', ({ sessionId, events }) => {
    const { sessionId: current, phase, coming } = sessionStore.getState();
    if (sessionId !== current) return;
    if (phase === 'open' && coming !== null && feed === null) {
      takeStored(events);
      return;
    }
    for (const event of events) waiting.push(event);
    if (phase !== 'open' || coming !== null || timer !== null) return;
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
    stopLines();
    forgetWaiting();
  };
}
