import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { useTheme } from '../panes/shared/use-theme.ts';
import { useWidth } from '../panes/shared/use-width.ts';
import { type Lane, lanesOf } from './lane-spans.ts';
import { momentText } from './moment-text.ts';
import { useViewer } from './use-viewer.ts';
import { moveTo, pause, select, step, viewerStore } from './viewer-store.ts';

/** Pixels of one lane, and of what is drawn in it. */
const LANE = 24;
const SPAN = 4;
const BAR = 12;

/** One lane a branch over the whole session, with the playhead across all of them. */
export function Lanes() {
  const moments = useViewer((viewer) => viewer.moments);
  const selected = useViewer((viewer) => viewer.selected);
  const lanes = useMemo(() => lanesOf(moments), [moments]);
  const first = moments.times[0] ?? 0;
  const span = Math.max(1, (moments.times.at(-1) ?? 0) - first);
  return (
    <div className="viewer-lanes">
      <ul className="viewer-lanes__names">
        {lanes.map(({ branch, title, depth }) => (
          <li key={branch} style={{ height: LANE }}>
            <button
              type="button"
              className="cut"
              tabIndex={-1}
              aria-pressed={branch === selected}
              style={{ paddingLeft: 12 + depth * 10 }}
              onClick={() => select(branch)}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
      <Track lanes={lanes} first={first} span={span} />
    </div>
  );
}

interface TrackProps {
  readonly lanes: readonly Lane[];
  /** The axis begins here and is so long, in the moments' own time. */
  readonly first: number;
  readonly span: number;
}

function Track({ lanes, first, span }: TrackProps) {
  const moments = useViewer((viewer) => viewer.moments);
  const count = useViewer((viewer) => viewer.count);
  const selected = useViewer((viewer) => viewer.selected);
  const theme = useTheme();
  const [attach, width] = useWidth<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const height = lanes.length * LANE;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colours that are read here
  useEffect(() => {
    if (canvas.current && width > 0) draw(canvas.current, { lanes, first, span, width, height, selected });
  }, [lanes, first, span, width, height, selected, theme]);
  const share = ((moments.times[count - 1] ?? first) - first) / span;
  const goTo = (event: PointerEvent<HTMLDivElement>): void => {
    const { left } = event.currentTarget.getBoundingClientRect();
    pause();
    moveTo(moments.countAt(first + ((event.clientX - left) / Math.max(1, width)) * span));
  };
  return (
    <div
      ref={attach}
      role="slider"
      tabIndex={0}
      className="viewer-track"
      aria-label="Playhead"
      aria-valuemin={0}
      aria-valuemax={moments.events.length}
      aria-valuenow={count}
      aria-valuetext={momentText(moments, count)}
      style={{ height }}
      onKeyDown={pressPlayhead}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        goTo(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) goTo(event);
      }}
    >
      <canvas ref={canvas} aria-hidden />
      <div className="viewer-track__head" style={{ left: `${share * 100}%` }} />
    </div>
  );
}

function pressPlayhead(event: KeyboardEvent): void {
  const { moments } = viewerStore.getState() ?? {};
  if (!moments) return;
  const times = event.shiftKey ? 10 : 1;
  if (event.key === 'ArrowRight' || event.key === 'ArrowUp') step(1, times);
  else if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') step(-1, times);
  else if (event.key === 'PageUp') step(1, 25);
  else if (event.key === 'PageDown') step(-1, 25);
  else if (event.key === 'Home') moveTo(1);
  else if (event.key === 'End') moveTo(moments.events.length);
  else return;
  pause();
  event.preventDefault();
  event.stopPropagation();
}

interface Drawing extends TrackProps {
  readonly width: number;
  readonly height: number;
  readonly selected: string;
}

function draw(canvas: HTMLCanvasElement, { lanes, first, span, width, height, selected }: Drawing): void {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  if (!context) return;
  const style = getComputedStyle(canvas);
  const colour = (token: string): string => style.getPropertyValue(token).trim();
  const x = (time: number): number => ((time - first) / span) * width;
  context.scale(ratio, ratio);
  for (const [index, lane] of lanes.entries()) {
    const top = index * LANE;
    if (lane.branch === selected) {
      context.fillStyle = colour('--accent-soft');
      context.fillRect(0, top, width, LANE);
    }
    const bar = (from: number, to: number, size: number): void => {
      context.fillRect(x(from), top + (LANE - size) / 2, Math.max(1.5, x(to) - x(from)), size);
    };
    context.fillStyle = colour('--line-strong');
    bar(lane.from, lane.to, SPAN);
    context.fillStyle = colour('--state-running');
    for (const [from, to] of lane.requests) bar(from, to, BAR);
    for (const [from, to, isBad] of lane.calls) {
      context.fillStyle = colour(isBad ? '--state-failed' : '--cache');
      bar(from, to, BAR);
    }
    context.fillStyle = colour(`--state-${lane.status}`);
    context.beginPath();
    context.arc(Math.min(width - 4, Math.max(4, x(lane.to))), top + LANE / 2, 4, 0, 2 * Math.PI);
    context.fill();
  }
}
