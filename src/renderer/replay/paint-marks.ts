import { LANE, middleOf, WORK } from './geometry.ts';
import { type Scene, xOf } from './paint-lanes.ts';
import type { ExtraMarker } from './timeline-store.ts';

/** Marks of one kind that are closer than this many pixels are drawn once. */
const APART = 4;

/** Lines between lanes: a fork grows out of its parent, a report flows back into it. */
export function paintLinks(scene: Scene): void {
  const { context, lanes, top, palette, log, scale, rows } = scene;
  const rowOf = new Map(lanes.map((lane, row) => [lane.branch, row]));
  context.lineWidth = 1.25;
  for (const link of log.lanes.links) {
    const [from, to] = [rowOf.get(link.from), rowOf.get(link.to)];
    if (from === undefined || to === undefined) continue;
    if (Math.max(from, to) < rows.first || Math.min(from, to) > rows.last) continue;
    const x = xOf(scene, link.toAt);
    if (x < -20 || (xOf(scene, link.fromAt) > scale.width + 20 && x > scale.width + 20)) continue;
    const [fromY, toY] = [middleOf(from) - top, middleOf(to) - top];
    const way = Math.sign(toY - fromY);
    if (link.kind === 'fork') {
      context.strokeStyle = palette.accent;
      context.globalAlpha = 0.65;
      const edge = fromY + way * (WORK.height / 2);
      context.beginPath();
      context.moveTo(x - 5, edge);
      context.quadraticCurveTo(x - 5, toY, x + 1, toY);
      context.stroke();
      dot(context, x - 5, edge, 2, palette.accent);
    } else {
      context.strokeStyle = palette.completed;
      context.globalAlpha = 0.7;
      const start = xOf(scene, link.fromAt);
      const edge = toY - way * (WORK.height / 2 + 1);
      if (x - start > 6) {
        context.setLineDash([1.5, 2.5]);
        context.beginPath();
        context.moveTo(start + 4, fromY);
        context.lineTo(x - 4, fromY);
        context.stroke();
        context.setLineDash([]);
      }
      context.beginPath();
      context.moveTo(Math.max(start, x - 4), fromY);
      context.quadraticCurveTo(x, fromY, x, fromY + way * 5);
      context.lineTo(x, edge);
      context.stroke();
      context.fillStyle = palette.completed;
      context.beginPath();
      context.moveTo(x - 3, edge - way * 4);
      context.lineTo(x + 3, edge - way * 4);
      context.lineTo(x, edge + way);
      context.fill();
    }
    context.globalAlpha = 1;
  }
}

function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
}

/** What took no time: turns, failures, compactions, ends; and what others put there: comments, search hits. */
export function paintMarks(scene: Scene, extra: ReadonlyMap<string, readonly ExtraMarker[]>): void {
  const { lanes, rows, top } = scene;
  for (let row = rows.first; row < rows.last; row++) {
    const lane = lanes[row];
    if (!lane) break;
    const y = row * LANE - top;
    paintRow(scene, lane.markers, y);
    const own = extra.get(lane.branch);
    if (own) paintRow(scene, own, y);
  }
}

function paintRow(scene: Scene, markers: readonly ExtraMarker[], y: number): void {
  const { scale, log, pace } = scene;
  const begin = log.clock.momentAt(scale.position(-8), pace);
  const end = log.clock.momentAt(scale.position(scale.width + 8), pace);
  const last: { [kind: string]: number } = {};
  let low = 0;
  let high = markers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((markers[middle]?.at ?? 0) < begin) low = middle + 1;
    else high = middle;
  }
  for (let at = low; at < markers.length; at++) {
    const marker = markers[at];
    if (!marker || marker.at > end) break;
    const x = xOf(scene, marker.at);
    if (x - (last[marker.kind] ?? -100) < APART) continue;
    last[marker.kind] = x;
    paintMark(scene, marker, x, y);
  }
}

function paintMark({ context, palette }: Scene, marker: ExtraMarker, x: number, y: number): void {
  const middle = y + WORK.top + WORK.height / 2;
  context.lineWidth = 1.5;
  switch (marker.kind) {
    case 'turn':
      // A flag on the lane's upper edge.
      context.fillStyle = palette.faint;
      context.fillRect(x - 0.5, y + 1, 1, WORK.top + WORK.height - 1);
      context.beginPath();
      context.moveTo(x, y + 1);
      context.lineTo(x + 6, y + 3.5);
      context.lineTo(x, y + 6);
      context.fill();
      return;
    case 'failure':
      dot(context, x, middle, 6.5, palette.surface);
      dot(context, x, middle, 5.5, palette.failed);
      context.strokeStyle = palette.surface;
      context.beginPath();
      context.moveTo(x - 2, middle - 2);
      context.lineTo(x + 2, middle + 2);
      context.moveTo(x + 2, middle - 2);
      context.lineTo(x - 2, middle + 2);
      context.stroke();
      return;
    case 'compaction':
      context.fillStyle = palette.surface;
      context.fillRect(x - 3, y + WORK.top - 1, 6, WORK.height + 2);
      context.fillStyle = palette.asks;
      context.fillRect(x - 2, y + WORK.top - 1, 1.5, WORK.height + 2);
      context.fillRect(x + 0.5, y + WORK.top - 1, 1.5, WORK.height + 2);
      return;
    case 'end':
      dot(context, x, middle, 5, palette.surface);
      if (marker.label === 'completed') dot(context, x, middle, 3.5, palette.completed);
      else {
        context.strokeStyle = palette.interrupted;
        context.strokeRect(x - 2.75, middle - 2.75, 5.5, 5.5);
      }
      return;
    case 'comment':
      context.fillStyle = palette.accent;
      context.beginPath();
      context.roundRect(x - 5, y, 10, 8, 2.5);
      context.moveTo(x - 2, y + 8);
      context.lineTo(x - 2, y + 11);
      context.lineTo(x + 2, y + 8);
      context.fill();
      return;
    case 'hit':
      context.strokeStyle = palette.asks;
      context.lineWidth = 2;
      context.beginPath();
      context.arc(x, y + 5, 3.5, 0, Math.PI * 2);
      context.moveTo(x + 2.5, y + 7.5);
      context.lineTo(x + 5.5, y + 10.5);
      context.stroke();
      return;
  }
}
