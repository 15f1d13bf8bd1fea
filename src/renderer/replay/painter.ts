import { onThemeChange } from '../panes/shared/use-theme.ts';
import { searchStore } from '../shell/search/search-store.ts';
import { reviewStore } from '../stores/review-store.ts';
import { presentState, sessionStore } from '../stores/session-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { axisTicks } from './axis-ticks.ts';
import { extraMarkers } from './extra-markers.ts';
import { LANE, Scale } from './geometry.ts';
import { type Hit, hitAt } from './hit-test.ts';
import { paintGaps } from './paint-gaps.ts';
import { paintLanes, type Scene } from './paint-lanes.ts';
import { paintLinks, paintMarks } from './paint-marks.ts';
import { type Palette, readPalette } from './palette.ts';
import { replayStore } from './replay-store.ts';
import { playheadPosition, shownSpan, timelineStore } from './timeline-store.ts';

export interface PainterParts {
  /** Scrolls up and down; the lanes' canvas stays in view inside it. */
  readonly scroller: HTMLElement;
  readonly lanes: HTMLCanvasElement;
  readonly axis: HTMLCanvasElement;
  /** The playhead's handle and line, moved and never redrawn. */
  readonly handle: HTMLElement;
  readonly line: HTMLElement;
  /** Covers what has not happened yet at the playhead. */
  readonly future: HTMLElement;
}

/** Milliseconds between pictures of something that runs and grows. */
const GROWS_EVERY_MS = 250;
/** Pixels between two ticks of the axis. */
const TICK_SPACING = 86;
/** Share of the width at which a playhead that moves on turns the page, and where it then stands. */
const TURN_AT = 0.92;
const TURN_TO = 0.2;

/** Draws the timeline: lanes when what is in view changes, else only the playhead, each at most once a frame. */
export class Painter {
  readonly #parts: PainterParts;
  readonly #stops: (() => void)[] = [];
  #palette: Palette = readPalette();
  #frame = 0;
  #isStale = true;
  #position = 0;
  /** CSS pixels of the lanes. Asked of the page at each move it would lay out the whole window. */
  #width = 0;

  constructor(parts: PainterParts) {
    this.#parts = parts;
    const redraw = (): void => this.invalidate();
    const observer = new ResizeObserver(() => {
      this.#width = parts.lanes.clientWidth;
      redraw();
    });
    observer.observe(parts.scroller);
    observer.observe(parts.lanes);
    parts.scroller.addEventListener('scroll', redraw, { passive: true });
    const timer = setInterval(() => {
      if (Object.values(presentState().branches).some(({ endedAt }) => endedAt === null)) redraw();
    }, GROWS_EVERY_MS);
    this.#stops.push(
      () => observer.disconnect(),
      () => parts.scroller.removeEventListener('scroll', redraw),
      () => clearInterval(timer),
      onThemeChange(() => {
        this.#palette = readPalette();
        redraw();
      }),
      sessionStore.subscribe((now, before) => {
        if (now.known !== before.known || now.log !== before.log) redraw();
      }),
      replayStore.subscribe((now, before) => {
        if (now.pace !== before.pace) redraw();
        else this.#schedule();
      }),
      timelineStore.subscribe((now, before) => {
        if (now.span !== before.span) redraw();
      }),
      viewStore.subscribe((now, before) => {
        if (now.selected !== before.selected) redraw();
      }),
      searchStore.subscribe(redraw),
      reviewStore.subscribe(redraw),
    );
    this.invalidate();
  }

  /** Something in the picture changed. */
  invalidate(): void {
    this.#isStale = true;
    this.#schedule();
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    for (const stop of this.#stops) stop();
  }

  /** What lies at a place of the window. */
  hit(clientX: number, clientY: number): Hit {
    const { left, top } = this.#parts.lanes.getBoundingClientRect();
    return hitAt(this.#scene(), clientX - left, clientY - top, extraMarkers());
  }

  /** The position on the axis at a place of the window. */
  positionAt(clientX: number): number {
    const { left, width } = this.#parts.lanes.getBoundingClientRect();
    return new Scale(shownSpan(), width).position(clientX - left);
  }

  /** Brings a lane into view. */
  showLane(branch: string): void {
    const { scroller } = this.#parts;
    const row = sessionStore
      .getState()
      .log.lanes.inTreeOrder()
      .findIndex((lane) => lane.branch === branch);
    if (row < 0) return;
    if (row * LANE < scroller.scrollTop) scroller.scrollTop = row * LANE;
    const below = (row + 1) * LANE - scroller.clientHeight;
    if (below > scroller.scrollTop) scroller.scrollTop = below;
  }

  #schedule(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #scene(): Scene {
    const { scroller, lanes: canvas } = this.#parts;
    const { log } = sessionStore.getState();
    const lanes = log.lanes.inTreeOrder();
    const height = scroller.clientHeight;
    const { pace } = replayStore.getState();
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this window cannot draw');
    const first = Math.floor(scroller.scrollTop / LANE);
    return {
      context,
      scale: new Scale(shownSpan(), canvas.clientWidth),
      log,
      pace,
      palette: this.#palette,
      lanes,
      rows: { first, last: Math.min(lanes.length, first + Math.ceil(height / LANE) + 1) },
      top: scroller.scrollTop,
      height,
      now: log.clock.momentAt(playheadEnd(), pace),
      selected: viewStore.getState().selected,
    };
  }

  #draw(): void {
    if (this.#width === 0) return;
    this.#turnPage();
    if (this.#isStale) {
      this.#isStale = false;
      const scene = this.#scene();
      sizeCanvas(this.#parts.lanes, scene.context, scene.height);
      scene.context.clearRect(0, 0, scene.scale.width, scene.height);
      paintLanes(scene);
      paintGaps(scene);
      paintLinks(scene);
      paintMarks(scene, extraMarkers());
      this.#drawAxis(scene);
    }
    this.#movePlayhead();
  }

  #drawAxis({ scale, log, pace, palette }: Scene): void {
    const { axis } = this.#parts;
    const context = axis.getContext('2d');
    if (!context) return;
    const height = axis.clientHeight;
    const bar = this.#parts.scroller.offsetWidth - this.#parts.scroller.clientWidth;
    this.#parts.scroller.parentElement?.style.setProperty('--bar', `${bar}px`);
    sizeCanvas(axis, context, height);
    context.clearRect(0, 0, scale.width, height);
    context.font = `11px ${palette.font}`;
    context.fontVariantCaps = 'normal';
    context.textBaseline = 'middle';
    for (const { position, label } of axisTicks(
      log.clock,
      pace,
      scale.from,
      scale.perPixel * scale.width,
      TICK_SPACING * scale.perPixel,
    )) {
      const x = Math.round(scale.x(position));
      context.fillStyle = palette.lineStrong;
      context.fillRect(x, height - 5, 1, 5);
      // A label that does not fit any more would be cut off in its middle.
      if (x + 4 + context.measureText(label).width > scale.width) continue;
      context.fillStyle = palette.faint;
      context.fillText(label, x + 4, height / 2 + 0.5);
    }
  }

  /** When it moves, by itself or by a step, the playhead stays in view: the page turns under it. A pan leaves it behind. */
  #turnPage(): void {
    const { span, setSpan } = timelineStore.getState();
    const { playing, mode } = replayStore.getState();
    const position = playheadPosition();
    const hasMoved = mode === 'past' && position !== this.#position;
    this.#position = position;
    if (!hasMoved || span === null) return;
    const reach = playing ? TURN_AT : 1;
    if (position >= span.from && position <= span.from + span.length * reach) return;
    setSpan({ from: position - span.length * TURN_TO, length: span.length });
  }

  #movePlayhead(): void {
    const { handle, line, future } = this.#parts;
    const width = this.#width;
    const x = new Scale(shownSpan(), width).x(playheadPosition());
    const inView = x >= -1 && x <= width + 1;
    // Out of view it can still have the focus, so that its keys go on working.
    for (const each of [handle, line]) each.style.opacity = inView ? '1' : '0';
    handle.style.transform = `translateX(${Math.max(0, Math.min(width, x))}px)`;
    handle.dataset.side = x > width - 110 ? 'left' : 'right';
    line.style.transform = `translateX(${x}px)`;
    const isPast = replayStore.getState().mode === 'past';
    future.style.transform = `translateX(${Math.max(0, Math.min(width, x))}px)`;
    future.style.visibility = isPast ? 'visible' : 'hidden';
  }
}

/** Up to where the axis knows anything: now, or the last event. */
function playheadEnd(): number {
  const { log } = sessionStore.getState();
  const { pace } = replayStore.getState();
  const isActive = Object.values(presentState().branches).some(({ endedAt }) => endedAt === null);
  const { clock } = log;
  return clock.positionOf(isActive && clock.hasTimes ? Math.max(Date.now(), clock.end) : clock.end, pace);
}

/** Gives a canvas as many pixels as the screen has for it. */
function sizeCanvas(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, height: number): void {
  const ratio = window.devicePixelRatio || 1;
  const [wide, high] = [Math.round(canvas.clientWidth * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
    canvas.style.height = `${height}px`;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
}
