import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useOpenSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { BlockCard } from './block-card.tsx';
import { AXIS, GUTTER, LANE, OVERVIEW, TRANSPORT } from './geometry.ts';
import { LaneList } from './lane-list.tsx';
import { LaneTitles } from './lane-titles.tsx';
import { Overview } from './overview.tsx';
import { Painter } from './painter.ts';
import { Playhead } from './playhead.tsx';
import { timelineStore } from './timeline-store.ts';
import { Transport } from './transport.tsx';
import { useScrub } from './use-scrub.ts';
import { useWheel } from './use-wheel.ts';
import './timeline.css';

/** CSS pixels of everything above the lanes, with the lines between. */
const HEAD = TRANSPORT + OVERVIEW + AXIS + 3;
/** Lanes that the panel makes room for by itself: in a low window fewer, so that the tree keeps the most of it. */
const LANES_SHOWN = 5;
const LOW_WINDOW = 720;
const LANES_SHOWN_LOW = 3;
const LEAST = HEAD + LANE;
/** Shares of the window that the panel may take: when a person makes it higher, and by itself. */
const MOST = 0.7;
const MOST_BY_ITSELF = 0.33;
const KEY_STEP = 24;

/** All branches over one clock, at the bottom of the window; the playhead on it decides what everything else shows. */
export function Timeline() {
  const shown = useStore(timelineStore, (view) => view.shown);
  const count = useOpenSession((open) => open.log.lanes.count);
  return shown && count > 0 ? <Panel /> : null;
}

function ownHeight(lanes: number): number {
  const most = window.innerHeight < LOW_WINDOW ? LANES_SHOWN_LOW : LANES_SHOWN;
  return HEAD + LANE * Math.max(2, Math.min(most, lanes)) + 2;
}

function Panel() {
  const asList = useStore(timelineStore, (view) => view.asList);
  const wanted = useStore(timelineStore, (view) => view.height);
  const lanes = useOpenSession((open) => open.log.lanes.inTreeOrder());
  const height = wanted ?? ownHeight(lanes.length);
  const most = wanted === null ? MOST_BY_ITSELF : MOST;
  return (
    <section className="timeline" aria-label="Timeline" style={{ height, maxHeight: `${most * 100}vh` }}>
      <Edge height={height} />
      <Transport />
      {asList ? (
        <div className="timeline__list">
          <LaneTitles lanes={lanes} />
          <LaneList />
        </div>
      ) : (
        <Picture />
      )}
    </section>
  );
}

/** The upper edge: drag or arrow keys make the panel higher or lower; a double click gives it back its own height. */
function Edge({ height }: { readonly height: number }) {
  const grip = useRef<number | null>(null);
  const { setHeight } = timelineStore.getState();
  const set = (next: number): void => setHeight(Math.round(Math.max(LEAST, Math.min(window.innerHeight * MOST, next))));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be dragged; this is a splitter with a value
    <div
      className="timeline__edge"
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label="Height of the timeline"
      aria-valuenow={Math.round(height)}
      aria-valuemin={LEAST}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = event.clientY + height;
      }}
      onPointerMove={(event) => {
        if (grip.current !== null) set(grip.current - event.clientY);
      }}
      onPointerUp={() => {
        grip.current = null;
      }}
      onDoubleClick={() => setHeight(null)}
      onKeyDown={(event: KeyboardEvent) => {
        const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
        if (way === 0) return;
        event.preventDefault();
        set(height + way * KEY_STEP);
      }}
    />
  );
}

function Picture() {
  const lanes = useOpenSession((open) => open.log.lanes.inTreeOrder());
  const selected = useStore(viewStore, (view) => view.selected);
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const axis = useRef<HTMLCanvasElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const future = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const painter = useRef<Painter>(null);
  useEffect(() => {
    if (!scroller.current || !canvas.current || !axis.current) return;
    if (!handle.current || !line.current || !future.current) return;
    const made = new Painter({
      scroller: scroller.current,
      lanes: canvas.current,
      axis: axis.current,
      handle: handle.current,
      line: line.current,
      future: future.current,
    });
    painter.current = made;
    return () => {
      made.dispose();
      painter.current = null;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new lane changes the picture
  useEffect(() => painter.current?.invalidate(), [lanes]);
  useEffect(() => {
    if (selected !== null) painter.current?.showLane(selected);
  }, [selected]);
  const scrub = useScrub(painter, handle);
  useWheel(body, painter);
  return (
    <div ref={body} className="timeline__body" style={{ '--gutter': `${GUTTER}px` } as object}>
      <div className="timeline__corner">
        <Legend />
      </div>
      <Overview />
      <div className="timeline__corner timeline__corner--axis" />
      <div className="timeline__axis" style={{ height: AXIS }} {...scrub.axis}>
        <canvas ref={axis} aria-hidden />
        <Playhead ref={handle} />
      </div>
      <div ref={scroller} className="timeline__lanes">
        <LaneTitles lanes={lanes} />
        <div className="timeline__picture" style={{ height: lanes.length * LANE }}>
          <canvas
            ref={canvas}
            className="timeline__canvas"
            role="img"
            aria-label={`Lanes of ${lanes.length} branches over time; "Timeline as a list" has them in words`}
            {...scrub.lanes}
          />
        </div>
      </div>
      <div className="timeline__over" aria-hidden>
        <div ref={future} className="timeline__future" />
        <div ref={line} className="timeline__line" />
      </div>
      <BlockCard />
    </div>
  );
}

/** What the colours of the blocks mean. */
function Legend() {
  return (
    <ul className="timeline__legend" aria-label="Kinds of blocks">
      {(['request', 'tool', 'edit'] as const).map((kind) => (
        <li key={kind}>
          <span className="block-card__swatch" data-kind={kind} aria-hidden />
          {kind}
        </li>
      ))}
    </ul>
  );
}
