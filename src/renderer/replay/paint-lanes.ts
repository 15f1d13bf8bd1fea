import type { Block, Lane } from '../../core/replay/block.ts';
import type { Pace } from '../../core/replay/clock.ts';
import type { ReplayLog } from '../../core/replay/replay-log.ts';
import { LANE, type Scale, WAIT, WORK } from './geometry.ts';
import type { Palette } from './palette.ts';

/** A block of fewer pixels is drawn together with its neighbours. */
const NARROW = 1.5;
/** Pixels from which on a block has a label. */
const LABELLED = 34;
const RADIUS = 3;

/** What a painting needs to know. */
export interface Scene {
  readonly context: CanvasRenderingContext2D;
  readonly scale: Scale;
  readonly log: ReplayLog;
  readonly pace: Pace;
  readonly palette: Palette;
  /** Lanes in view, and pixels that are scrolled away above. */
  readonly lanes: readonly Lane[];
  readonly rows: { readonly first: number; readonly last: number };
  readonly top: number;
  readonly height: number;
  /** Where what still lasts ends. */
  readonly now: number;
  readonly selected: string | null;
}

export function xOf({ scale, log, pace }: Scene, moment: number): number {
  return scale.x(log.clock.positionOf(moment, pace));
}

/** The lanes in view: how long each lived, what it did, what it waited for. */
export function paintLanes(scene: Scene): void {
  const { context, lanes, rows, top, palette, selected, scale } = scene;
  for (let row = rows.first; row < rows.last; row++) {
    const lane = lanes[row];
    if (!lane) break;
    const y = row * LANE - top;
    if (lane.branch === selected) {
      context.fillStyle = palette.selected;
      context.globalAlpha = 0.55;
      context.fillRect(0, y, scale.width, LANE);
      context.globalAlpha = 1;
    }
    context.fillStyle = palette.line;
    context.fillRect(0, y + LANE - 1, scale.width, 1);
    paintLife(scene, lane, y);
    paintWork(scene, lane, y);
    paintWaits(scene, lane, y);
  }
}

function paintLife(scene: Scene, lane: Lane, y: number): void {
  const { context, palette, scale, now } = scene;
  const from = Math.max(-8, xOf(scene, lane.bornAt));
  const to = Math.min(scale.width + 8, xOf(scene, lane.endedAt ?? now));
  if (to < 0 || from > scale.width) return;
  context.fillStyle = palette.life;
  context.globalAlpha = 0.6;
  context.beginPath();
  context.roundRect(from, y + WORK.top, Math.max(2, to - from), WORK.height, RADIUS);
  context.fill();
  context.globalAlpha = 1;
}

function paintWork(scene: Scene, lane: Lane, y: number): void {
  const { context, scale, log, pace, palette, now } = scene;
  const { blocks } = lane.work;
  const end = log.clock.momentAt(scale.position(scale.width), pace);
  const begin = log.clock.momentAt(scale.position(0), pace);
  // Neighbours too narrow to be seen apart become one stripe: its right end so far, and what it mostly is.
  let stripe: { from: number; to: number; colour: string } | null = null;
  const flush = (): void => {
    if (!stripe) return;
    context.fillStyle = stripe.colour;
    context.globalAlpha = 0.8;
    context.fillRect(stripe.from, y + WORK.top, Math.max(1, stripe.to - stripe.from), WORK.height);
    context.globalAlpha = 1;
    stripe = null;
  };
  for (let at = lane.work.firstReaching(begin); at < blocks.length; at++) {
    const block = blocks[at];
    if (!block || block.from > end) break;
    const from = xOf(scene, block.from);
    const to = xOf(scene, Math.min(block.to, now));
    if (to < 0) continue;
    const colour = block.end === 'failed' ? palette.failed : palette.kinds[block.kind];
    if (to - from >= NARROW) {
      flush();
      paintBlock(scene, block, from, to, y, colour);
      continue;
    }
    const open: { from: number; to: number; colour: string } | null = stripe;
    if (open && from - open.to < NARROW) {
      open.to = Math.max(open.to, to);
      // A failure among them is what one looks for.
      if (block.end === 'failed' || (block.kind === 'edit' && open.colour !== palette.failed)) open.colour = colour;
    } else {
      flush();
      stripe = { from, to: Math.max(from + 1, to), colour };
    }
  }
  flush();
}

function paintBlock(scene: Scene, block: Block, from: number, to: number, y: number, colour: string): void {
  const { context, palette, scale } = scene;
  const left = Math.max(-6, from);
  const width = Math.min(scale.width + 6, to) - left;
  const top = y + WORK.top;
  // Blocks that touch stay two: half a pixel of ground between them.
  const shown = Math.max(1, width - (width > 4 ? 1 : 0));
  if (width < 5) {
    context.fillStyle = colour;
    context.globalAlpha = 0.85;
    context.fillRect(left, top, shown, WORK.height);
    context.globalAlpha = 1;
    return;
  }
  context.save();
  context.beginPath();
  context.roundRect(left, top, shown, WORK.height, RADIUS);
  context.clip();
  context.fillStyle = palette.surface;
  context.fillRect(left, top, shown, WORK.height);
  context.fillStyle = colour;
  if (block.kind === 'request') {
    const first = block.firstByte === null ? to : xOf(scene, block.firstByte);
    context.globalAlpha = 0.2;
    context.fillRect(left, top, shown, WORK.height);
    context.globalAlpha = 0.3;
    context.fillRect(first, top, Math.max(0, to - first), WORK.height);
  } else {
    context.globalAlpha = block.kind === 'edit' ? 0.42 : 0.32;
    context.fillRect(left, top, shown, WORK.height);
  }
  context.globalAlpha = 1;
  if (from > -6) context.fillRect(left, top, 2, WORK.height);
  if (block.kind === 'request' && block.usage && block.usage.input > 0 && block.usage.cached > 0) {
    context.fillStyle = palette.cache;
    context.fillRect(left, top + WORK.height - 2, (shown * block.usage.cached) / block.usage.input, 2);
  }
  if (shown >= LABELLED) {
    context.fillStyle = palette.text;
    context.font = `11px ${palette.font}`;
    context.textBaseline = 'middle';
    const start = Math.max(left, 0) + 6;
    const room = left + shown - start - 4;
    const label = fitting(context, labelOf(block), room);
    if (label !== '') context.fillText(label, start, top + WORK.height / 2 + 0.5);
  }
  context.restore();
}

/** What stands in a block: a command, or for a request how much of its input came from the cache. */
export function labelOf(block: Block): string {
  if (block.kind !== 'request') return block.label;
  if (!block.usage) return block.end === 'failed' ? 'failed' : block.label;
  const share = block.usage.input === 0 ? 0 : Math.floor((block.usage.cached / block.usage.input) * 100);
  return share === 0 ? block.label : `${share} % cached`;
}

const widths = new Map<string, number>();

/** As much of a text as fits; nothing when that would be only a letter or two. */
function fitting(context: CanvasRenderingContext2D, text: string, room: number): string {
  const line = text.length > 160 ? text.slice(0, 160) : text;
  let width = widths.get(line);
  if (width === undefined) {
    width = context.measureText(line).width;
    if (widths.size > 5_000) widths.clear();
    widths.set(line, width);
  }
  if (width <= room) return line;
  const kept = Math.floor((line.length * room) / width) - 1;
  return kept < 3 ? '' : `${line.slice(0, kept).trimEnd()}…`;
}

/** Each kind of wait has a stroke of its own, so that none is told by colour alone. */
const DASHES: { readonly [kind: string]: readonly number[] } = {
  permission: [],
  hold: [2, 2],
  children: [1, 4],
  retry: [6, 2],
  paused: [8, 4],
};

function paintWaits(scene: Scene, lane: Lane, y: number): void {
  const { context, scale, log, pace, palette, now } = scene;
  const { blocks } = lane.waits;
  const begin = log.clock.momentAt(scale.position(0), pace);
  const end = log.clock.momentAt(scale.position(scale.width), pace);
  context.lineWidth = WAIT.height;
  let drawn = -10;
  for (let at = lane.waits.firstReaching(begin); at < blocks.length; at++) {
    const block = blocks[at];
    if (!block || block.from > end) break;
    const from = Math.max(0, xOf(scene, block.from));
    const to = Math.min(scale.width, Math.max(from + 1, xOf(scene, Math.min(block.to, now))));
    if (to <= drawn + 0.5) continue;
    drawn = to;
    context.strokeStyle = palette.kinds[block.kind];
    context.setLineDash([...(DASHES[block.kind] ?? [])]);
    context.beginPath();
    context.moveTo(from, y + WAIT.top + WAIT.height / 2);
    context.lineTo(to, y + WAIT.top + WAIT.height / 2);
    context.stroke();
  }
  context.setLineDash([]);
}
