import { type PointerEvent, useEffect, useRef } from 'react';
import type { Lane } from '../../core/replay/block.ts';
import { onThemeChange } from '../panes/shared/use-theme.ts';
import { sessionStore } from '../stores/session-store.ts';
import { OVERVIEW, Scale } from './geometry.ts';
import { type Scene, xOf } from './paint-lanes.ts';
import { type Palette, readPalette } from './palette.ts';
import { replayStore } from './replay-store.ts';
import { playheadPosition, shownSpan, timelineStore, wholeSpan } from './timeline-store.ts';

/** Milliseconds between two pictures of a session that grows. */
const DRAW_EVERY_MS = 500;
/** CSS pixels of the row of failures, and of one tick in it with the gap behind it. */
const FAILURES = 3;
const TICK = 3;
/** How strong the tick of a single failure is where others stand for many. */
const LEAST_ALPHA = 0.4;

/** The whole session in one strip: how much went on, where it failed, and what part of it is in view. */
export function Overview() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!canvas.current || !frame.current || !mark.current) return;
    return connectOverview(canvas.current, frame.current, mark.current);
  }, []);
  const drag = useRef<number | null>(null);
  const centre = (event: PointerEvent<HTMLElement>, grip: number): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const position = ((event.clientX - left) / width) * wholeSpan().length;
    const { length } = shownSpan();
    timelineStore.getState().setSpan({ from: position - grip, length });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: panning has keys and buttons of its own
    <div
      className="overview"
      style={{ height: OVERVIEW }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const { left, width } = event.currentTarget.getBoundingClientRect();
        const position = ((event.clientX - left) / width) * wholeSpan().length;
        const { from, length } = shownSpan();
        const isInside = position >= from && position <= from + length;
        drag.current = isInside ? position - from : length / 2;
        if (!isInside) centre(event, drag.current);
      }}
      onPointerMove={(event) => {
        if (drag.current !== null) centre(event, drag.current);
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
      onDoubleClick={() => timelineStore.getState().fit()}
    >
      <canvas ref={canvas} className="overview__canvas" aria-hidden />
      <div ref={frame} className="overview__frame" aria-hidden />
      <div ref={mark} className="overview__mark" aria-hidden />
    </div>
  );
}

function connectOverview(canvas: HTMLCanvasElement, frame: HTMLElement, mark: HTMLElement): () => void {
  let drawn = 0;
  let wait: ReturnType<typeof setTimeout> | null = null;
  let moving = 0;
  /** CSS pixels. Asked of the canvas at each move it would lay out the whole window. */
  let width = canvas.clientWidth;
  const draw = (): void => {
    wait = null;
    drawn = performance.now();
    paintOverview(canvas, width);
    place();
  };
  const soon = (): void => {
    wait ??= setTimeout(draw, Math.max(0, drawn + DRAW_EVERY_MS - performance.now()));
  };
  const place = (): void => {
    moving ||= requestAnimationFrame(() => {
      moving = 0;
      const whole = wholeSpan().length;
      const { from, length } = shownSpan();
      frame.style.transform = `translateX(${(from / whole) * width}px)`;
      frame.style.width = `${Math.max(6, (length / whole) * width)}px`;
      frame.dataset.whole = String(timelineStore.getState().span === null);
      mark.style.transform = `translateX(${Math.min(width - 1, (playheadPosition() / whole) * width)}px)`;
    });
  };
  const observer = new ResizeObserver(() => {
    width = canvas.clientWidth;
    draw();
  });
  observer.observe(canvas);
  const stops = [
    sessionStore.subscribe((now, before) => {
      if (now.known !== before.known || now.log !== before.log) soon();
    }),
    replayStore.subscribe((now, before) => {
      if (now.pace !== before.pace) draw();
      else place();
    }),
    timelineStore.subscribe((now, before) => {
      if (now.span !== before.span) place();
    }),
    onThemeChange(draw),
    () => observer.disconnect(),
  ];
  draw();
  return () => {
    if (wait !== null) clearTimeout(wait);
    cancelAnimationFrame(moving);
    for (const stop of stops) stop();
  };
}

/** How many lanes worked in each pixel's stretch, as bars, and above them where it failed. */
function paintOverview(canvas: HTMLCanvasElement, width: number): void {
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(OVERVIEW * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, OVERVIEW);
  const { log } = sessionStore.getState();
  const { pace } = replayStore.getState();
  const span = wholeSpan();
  const palette = readPalette();
  const scale = new Scale(span, width);
  const scene = { scale, log, pace } as Scene;
  const { end } = log.clock;
  const steps = new Float64Array(Math.ceil(width) + 2);
  const lanes = log.lanes.inTreeOrder();
  for (const lane of lanes) {
    for (const { from, to } of lane.work.blocks) {
      const [first, last] = [xOf(scene, from), xOf(scene, Math.min(to, end))];
      const [a, b] = [Math.max(0, Math.floor(first)), Math.min(steps.length - 1, Math.floor(last) + 1)];
      const share = Math.min(1, Math.max(0.25, last - first));
      steps[a] = (steps[a] ?? 0) + share;
      steps[b] = (steps[b] ?? 0) - share;
    }
  }
  const counts: number[] = [];
  let sum = 0;
  for (let x = 0; x < width; x++) {
    sum += steps[x] ?? 0;
    counts.push(sum);
  }
  const most = Math.max(1, ...counts);
  context.fillStyle = palette.kinds.request;
  context.globalAlpha = 0.45;
  for (const [x, count] of counts.entries()) {
    if (count <= 0.01) continue;
    const height = 2 + Math.sqrt(count / most) * (OVERVIEW - 8 - FAILURES);
    context.fillRect(x, OVERVIEW - 2 - height, 1, height);
  }
  context.globalAlpha = 1;
  paintFailures(context, scene, lanes, palette.failed);
}

/** A thin row above the bars: a tick for a failure, the stronger the more there were in its stretch. */
function paintFailures(
  context: CanvasRenderingContext2D,
  scene: Scene,
  lanes: readonly Lane[],
  colour: Palette['failed'],
): void {
  const cells = new Float64Array(Math.ceil(scene.scale.width / TICK) + 1);
  for (const lane of lanes) {
    for (const { kind, at } of lane.markers) {
      if (kind !== 'failure') continue;
      const cell = Math.max(0, Math.min(cells.length - 1, Math.floor(xOf(scene, at) / TICK)));
      cells[cell] = (cells[cell] ?? 0) + 1;
    }
  }
  const most = Math.max(...cells);
  context.fillStyle = colour;
  for (const [cell, count] of cells.entries()) {
    if (count === 0) continue;
    context.globalAlpha = LEAST_ALPHA + (1 - LEAST_ALPHA) * Math.sqrt(count / most);
    context.fillRect(cell * TICK, 2, TICK - 1, FAILURES);
  }
  context.globalAlpha = 1;
}
