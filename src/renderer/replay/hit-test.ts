import type { Block, BlockRow, Lane } from '../../core/replay/block.ts';
import { LANE, WAIT } from './geometry.ts';
import { type Scene, xOf } from './paint-lanes.ts';
import type { ExtraMarker } from './timeline-store.ts';

export interface Hit {
  readonly lane: Lane | null;
  readonly block: Block | null;
  readonly marker: ExtraMarker | null;
}

/** Pixels around a narrow thing that still count as on it. */
const NEAR = 4;

/** What lies under a place of the canvas, in its pixels. */
export function hitAt(scene: Scene, x: number, y: number, extra: ReadonlyMap<string, readonly ExtraMarker[]>): Hit {
  const row = Math.floor((y + scene.top) / LANE);
  const lane = scene.lanes[row];
  if (!lane) return { lane: null, block: null, marker: null };
  const inLane = y + scene.top - row * LANE;
  if (inLane < WAIT.top - 1) {
    const marker = markerAt(scene, lane, x, extra);
    if (marker) return { lane, block: null, marker };
  }
  const [near, other] = inLane >= WAIT.top - 1 ? [lane.waits, lane.work] : [lane.work, lane.waits];
  return { lane, block: blockAt(scene, near, x) ?? blockAt(scene, other, x), marker: null };
}

function markerAt(
  scene: Scene,
  lane: Lane,
  x: number,
  extra: ReadonlyMap<string, readonly ExtraMarker[]>,
): ExtraMarker | null {
  let best: ExtraMarker | null = null;
  let distance = NEAR + 1;
  for (const marker of [...lane.markers, ...(extra.get(lane.branch) ?? [])]) {
    const away = Math.abs(xOf(scene, marker.at) - x);
    if (away >= distance) continue;
    best = marker;
    distance = away;
  }
  return best;
}

/** Of blocks that overlap the last to begin; of those that are near the nearest. */
function blockAt(scene: Scene, row: BlockRow, x: number): Block | null {
  const { log, pace, scale, now } = scene;
  const begin = log.clock.momentAt(scale.position(x - NEAR), pace);
  const end = log.clock.momentAt(scale.position(x + NEAR), pace);
  let best: Block | null = null;
  let distance = NEAR;
  for (let at = row.firstReaching(begin); at < row.blocks.length; at++) {
    const block = row.blocks[at];
    if (!block || block.from > end) break;
    const [from, to] = [xOf(scene, block.from), xOf(scene, Math.min(block.to, now))];
    const away = x < from ? from - x : x > to ? x - to : 0;
    if (away > distance) continue;
    best = block;
    distance = away;
  }
  return best;
}
