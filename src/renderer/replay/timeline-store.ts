import { createStore } from 'zustand/vanilla';
import type { Block, Marker } from '../../core/replay/block.ts';
import { sessionStore } from '../stores/session-store.ts';
import { replayStore } from './replay-store.ts';

/** A stretch of the time axis, in milliseconds of the chosen pace from the first event. */
export interface Span {
  readonly from: number;
  readonly length: number;
}

/** What the pointer rests on, and where, in pixels of the window. */
export interface Hovered {
  readonly block: Block | null;
  readonly marker: ExtraMarker | null;
  readonly x: number;
  readonly y: number;
}

/** Markers of the log, and those that others put on it. */
export type ExtraMarker = Omit<Marker, 'kind'> & { readonly kind: Marker['kind'] | 'comment' | 'hit' };

export interface TimelineView {
  readonly shown: boolean;
  /** CSS pixels of the whole panel; null for as much as its lanes need, within a bound. */
  readonly height: number | null;
  /** What is in view; null for all of it, however long it grows. */
  readonly span: Span | null;
  /** The lanes as a list of words instead of a picture. */
  readonly asList: boolean;
  readonly hovered: Hovered | null;
  toggle(): void;
  setHeight(height: number | null): void;
  /** Brings a stretch into view, as far as there is something in it. */
  setSpan(span: Span): void;
  fit(): void;
  /** Zooms in (above 1) or out, around a position, or else around the playhead. */
  zoom(factor: number, around?: number): void;
  /** By a share of what is in view. */
  pan(share: number): void;
  toggleList(): void;
  hover(hovered: Hovered | null): void;
}

/** The shortest stretch that can be looked at, in milliseconds: a tick for each of them still fits. */
const SHORTEST_MS = 8;
/** Share of the whole that stays free behind its end. */
const ROOM = 0.02;

/** The whole axis: up to now while something runs, else up to the last event. */
export function wholeSpan(now = Date.now()): Span {
  const { log, state, present } = sessionStore.getState();
  const { clock } = log;
  const branches = Object.values((present ?? state).branches);
  const isActive = branches.some(({ endedAt }) => endedAt === null) && clock.hasTimes;
  const end = clock.positionOf(isActive ? Math.max(now, clock.end) : clock.end, replayStore.getState().pace);
  return { from: 0, length: Math.max(1_000, end) * (1 + ROOM) };
}

export function shownSpan(): Span {
  return timelineStore.getState().span ?? wholeSpan();
}

export const timelineStore = createStore<TimelineView>()((set, get) => ({
  shown: true,
  height: null,
  span: null,
  asList: false,
  hovered: null,
  toggle: () => set({ shown: !get().shown, hovered: null }),
  setHeight: (height) => set({ height }),
  setSpan(span) {
    const whole = wholeSpan();
    const length = Math.max(SHORTEST_MS, span.length);
    if (length >= whole.length) set({ span: null });
    else set({ span: { length, from: Math.max(0, Math.min(span.from, whole.length - length)) } });
  },
  fit: () => set({ span: null }),
  zoom(factor, around = playheadPosition()) {
    const { from, length } = shownSpan();
    const next = Math.max(SHORTEST_MS, length / factor);
    // Around something out of view, the middle stays.
    const middle = around < from || around > from + length ? from + length / 2 : around;
    get().setSpan({ from: middle - ((middle - from) / length) * next, length: next });
  },
  pan(share) {
    const { from, length } = shownSpan();
    get().setSpan({ from: from + share * length, length });
  },
  toggleList: () => set({ asList: !get().asList }),
  hover: (hovered) => {
    if (get().hovered !== hovered) set({ hovered });
  },
}));

/** Where the playhead stands on the axis: at the end while it is live. */
export function playheadPosition(): number {
  const { mode, at, pace } = replayStore.getState();
  const { clock } = sessionStore.getState().log;
  return mode === 'live' ? wholeSpan().length / (1 + ROOM) : clock.positionOf(at, pace);
}

/** At another pace the same moments lie elsewhere: what was in view stays in view. */
export function keepSpanAtPace(): () => void {
  return replayStore.subscribe((now, before) => {
    const { span } = timelineStore.getState();
    if (now.pace === before.pace || span === null) return;
    const { clock } = sessionStore.getState().log;
    const [from, to] = [span.from, span.from + span.length].map((position) =>
      clock.positionOf(clock.momentAt(position, before.pace), now.pace),
    );
    if (from !== undefined && to !== undefined) timelineStore.getState().setSpan({ from, length: to - from });
  });
}
