import { createStore } from 'zustand/vanilla';
import type { Pace } from '../../core/replay/clock.ts';
import type { StepKind } from '../../core/replay/steps.ts';
import { FOLD_EVERY_MS, sessionStore } from '../stores/session-store.ts';

/** Times as fast as it was. */
export const SPEEDS = [0.5, 1, 2, 5, 10, 30, 60] as const;
export type Speed = (typeof SPEEDS)[number];

/** Milliseconds between two pictures while the playhead is dragged: what is dragged must follow the hand. */
const SCRUB_EVERY_MS = 33;

/** Of the time, what a replay may take to fold and draw at most: one third. A slow machine sees fewer pictures, no stutter. */
const REST_PER_SHOW = 2;

/** A frame that took longer counts as this many milliseconds, so that a hitch does not make the playhead leap. */
const LONGEST_FRAME_MS = 100;

export interface Replay {
  /** `live`: pinned to now, whatever happens; `past`: at a moment that a person chose. */
  readonly mode: 'live' | 'past';
  /** How many events have happened at the playhead, and its moment in milliseconds since 1970. While live: of the end. */
  readonly place: number;
  readonly at: number;
  readonly playing: boolean;
  readonly speed: Speed;
  readonly pace: Pace;
  /** What one step goes over. */
  readonly stepKind: StepKind;
  /** Moves the playhead to a moment; at the end of the log it is live again. While it is dragged some pictures are left out. */
  seek(at: number, isDragged?: boolean): void;
  /** Moves it right behind the first `place` events. */
  seekPlace(place: number): void;
  /** False when there is nothing further on in that direction. */
  step(kind: StepKind, direction: 1 | -1): boolean;
  toStart(): void;
  toLive(): void;
  play(): void;
  pause(): void;
  setSpeed(speed: Speed): void;
  setPace(pace: Pace): void;
  setStepKind(kind: StepKind): void;
}

let frame = 0;
let shownAtTime = 0;
/** Milliseconds that the last picture took to fold and draw. */
let showTook = 0;
let pending: ReturnType<typeof setTimeout> | null = null;

/** The playhead: one clock for the tree, the cards, the transcripts, the terminals and the totals. */
export const replayStore = createStore<Replay>()((set, get) => {
  const log = () => sessionStore.getState().log;

  /** The line moves with each frame; what it stands for is folded and drawn less often. */
  const showSoon = (now: number, every: number): void => {
    // A jump (`every` is 0) is never put off.
    const rest = every === 0 ? 0 : Math.max(every, showTook * REST_PER_SHOW);
    const wait = Math.min(rest, shownAtTime + rest - now);
    if (wait <= 0) show(now);
    else pending ??= setTimeout(() => show(performance.now()), wait);
  };
  const show = (now: number): void => {
    if (pending !== null) clearTimeout(pending);
    pending = null;
    shownAtTime = now;
    const { mode, place, at } = get();
    if (mode === 'past') sessionStore.getState().showPast(place, at);
    // The window draws right behind this, before the next task.
    setTimeout(() => {
      showTook = performance.now() - now;
    });
  };
  const move = (place: number, at: number, every: number): void => {
    const { phase, coming } = sessionStore.getState();
    if (phase !== 'open' || coming !== null) return;
    set({ mode: 'past', place, at });
    showSoon(performance.now(), every);
  };
  const stop = (): void => {
    cancelAnimationFrame(frame);
    frame = 0;
    if (get().playing) set({ playing: false });
  };
  const run = (last: number) => (now: number) => {
    const { at, speed, pace, toLive } = get();
    const { clock, length } = log();
    const passed = Math.min(LONGEST_FRAME_MS, now - last) * speed;
    const next = clock.momentAt(clock.positionOf(at, pace) + passed, pace);
    if (next >= clock.end) {
      toLive();
      return;
    }
    move(Math.min(length, clock.countAt(next)), next, FOLD_EVERY_MS);
    frame = requestAnimationFrame(run(now));
  };
  return {
    mode: 'live',
    place: 0,
    at: 0,
    playing: false,
    speed: 1,
    pace: 'even',
    stepKind: 'event',
    seek(at, isDragged = false) {
      const { clock, firstPlace } = log();
      if (at >= clock.end) get().toLive();
      else {
        const moment = Math.max(at, clock.start);
        move(Math.max(firstPlace, clock.countAt(moment)), moment, isDragged ? SCRUB_EVERY_MS : 0);
      }
    },
    seekPlace(place) {
      const { clock, length, firstPlace } = log();
      const shown = Math.max(firstPlace, place);
      if (shown >= length) get().toLive();
      else move(shown, clock.momentOf(shown - 1), 0);
    },
    step(kind, direction) {
      stop();
      const { steps, length } = log();
      const { mode, place } = get();
      const from = mode === 'live' ? length : place;
      const next = direction === 1 ? steps.next(kind, from) : steps.previous(kind, from);
      if (next === null) return false;
      get().seekPlace(next);
      return true;
    },
    toStart() {
      stop();
      get().seekPlace(log().firstPlace);
    },
    toLive() {
      stop();
      if (pending !== null) clearTimeout(pending);
      pending = null;
      set({ mode: 'live' });
      sessionStore.getState().showPresent();
    },
    play() {
      if (get().playing || log().length < 2 || sessionStore.getState().coming !== null) return;
      // From the end there is nothing to play: it begins anew.
      if (get().mode === 'live') get().seekPlace(log().firstPlace);
      set({ playing: true });
      frame = requestAnimationFrame(run(performance.now()));
    },
    pause: stop,
    setSpeed: (speed) => set({ speed }),
    setPace: (pace) => set({ pace }),
    setStepKind: (stepKind) => set({ stepKind }),
  };
});

/** Another session is watched as it happens, whatever was looked at in the one before. Returns the way to stop. */
export function connectReplay(): () => void {
  return sessionStore.subscribe((now, before) => {
    if (now.log === before.log) return;
    replayStore.getState().pause();
    if (pending !== null) clearTimeout(pending);
    pending = null;
    replayStore.setState({ mode: 'live', place: 0, at: 0 });
  });
}
