import { type PointerEvent, type RefObject, useMemo, useRef } from 'react';
import { openPane } from '../dock/open-pane.ts';
import { openAt } from '../dock/pane-target.ts';
import { sessionStore } from '../stores/session-store.ts';
import { viewStore } from '../stores/view-store.ts';
import type { Hit } from './hit-test.ts';
import type { Painter } from './painter.ts';
import { replayStore } from './replay-store.ts';
import { shownSpan, timelineStore } from './timeline-store.ts';

/** Pixels that a press may move and still be a click. */
const STILL = 4;
/** Pixels at the right end of the axis where a dragged playhead becomes live. */
const SNAP = 6;

interface Drag {
  readonly x: number;
  readonly from: number;
  moved: boolean;
}

/** What the pointer does on the timeline: drags the playhead on the axis; on the lanes pans, points, chooses and opens. */
export function useScrub(painter: RefObject<Painter | null>, handle: RefObject<HTMLElement | null>) {
  const drag = useRef<Drag | null>(null);
  return useMemo(() => {
    const seekAt = (clientX: number, isDragged = false): void => {
      const { log } = sessionStore.getState();
      const { pace, seek, toLive, pause } = replayStore.getState();
      const position = painter.current?.positionAt(clientX);
      if (position === undefined) return;
      pause();
      const { length } = shownSpan();
      const width = handle.current?.parentElement?.clientWidth ?? 1;
      const end = log.clock.positionOf(log.clock.end, pace);
      if (position >= end - (length / width) * SNAP) toLive();
      else seek(log.clock.momentAt(Math.max(0, position), pace), isDragged);
    };
    const axis = {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.preventDefault();
        handle.current?.focus();
        seekAt(event.clientX);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekAt(event.clientX, true);
      },
    };
    const lanes = {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.preventDefault();
        handle.current?.focus({ preventScroll: true });
        drag.current = { x: event.clientX, from: shownSpan().from, moved: false };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const { current } = drag;
        if (!current) {
          point(painter.current?.hit(event.clientX, event.clientY) ?? null, event.clientX, event.clientY);
          return;
        }
        if (Math.abs(event.clientX - current.x) > STILL) current.moved = true;
        if (!current.moved) return;
        const { length } = shownSpan();
        const perPixel = length / event.currentTarget.clientWidth;
        timelineStore.getState().setSpan({ from: current.from - (event.clientX - current.x) * perPixel, length });
        timelineStore.getState().hover(null);
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const { current } = drag;
        drag.current = null;
        const hit = painter.current?.hit(event.clientX, event.clientY);
        if (current && !current.moved && hit) choose(hit, () => seekAt(event.clientX));
      },
      onPointerLeave: () => timelineStore.getState().hover(null),
      onDoubleClick(event: { clientX: number; clientY: number }) {
        const hit = painter.current?.hit(event.clientX, event.clientY);
        if (hit) openHit(hit);
      },
    };
    return { axis, lanes };
  }, [painter, handle]);
}

function point(hit: Hit | null, x: number, y: number): void {
  const { hovered, hover } = timelineStore.getState();
  const block = hit?.block ?? null;
  const marker = hit?.marker ?? null;
  if (!block && !marker) hover(null);
  else if (hovered?.block !== block || hovered.marker !== marker) hover({ block, marker, x, y });
}

/** A click selects the branch and moves the playhead: to where what was clicked began, else to the place itself. */
function choose({ lane, block, marker }: Hit, seekHere: () => void): void {
  timelineStore.getState().hover(null);
  if (lane) viewStore.getState().select(lane.branch);
  const index = marker?.index ?? block?.fromIndex;
  if (index === undefined) seekHere();
  else jumpTo(index);
}

/** The playhead right behind an event. */
export function jumpTo(index: number): void {
  replayStore.getState().pause();
  replayStore.getState().seekPlace(index + 1);
}

/** Opens the place in the transcript, at a moment when it was there. */
export function openHit({ lane, block, marker }: Hit): void {
  if (!lane) return;
  const place = block?.place ?? marker?.place ?? null;
  const index = block ? Math.max(block.fromIndex, block.placeIndex) : marker?.index;
  if (index !== undefined) jumpTo(index);
  if (place === null) openPane('transcript', lane.branch);
  else openAt('transcript', lane.branch, place);
}
