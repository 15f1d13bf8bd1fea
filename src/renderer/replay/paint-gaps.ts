import { formatDuration } from '../panes/shared/format.ts';
import { type Scene, xOf } from './paint-lanes.ts';

/** Folded stretches that hide less than this many milliseconds are not worth a mark. */
const WORTH_A_MARK_MS = 15_000;
const LABEL_ROOM = 46;

/** At even pace, where time was folded away: two strokes across the lanes, and how much it was. */
export function paintGaps(scene: Scene): void {
  const { context, scale, log, pace, palette, height } = scene;
  if (pace === 'real') return;
  const begin = log.clock.momentAt(scale.position(0), pace);
  const end = log.clock.momentAt(scale.position(scale.width), pace);
  let labelled = -LABEL_ROOM;
  let drawn = -10;
  for (const gap of log.clock.gapsBetween(begin, end)) {
    if (gap.to - gap.from < WORTH_A_MARK_MS) continue;
    const x = (xOf(scene, gap.from) + xOf(scene, gap.to)) / 2;
    if (x - drawn < 8) continue;
    drawn = x;
    context.strokeStyle = palette.lineStrong;
    context.lineWidth = 1;
    context.setLineDash([2, 3]);
    context.beginPath();
    for (const side of [-1.5, 1.5]) {
      context.moveTo(Math.round(x) + side, 0);
      context.lineTo(Math.round(x) + side, height);
    }
    context.stroke();
    context.setLineDash([]);
    if (x - labelled < LABEL_ROOM) continue;
    labelled = x;
    const label = formatDuration(gap.to - gap.from);
    context.font = `10px ${palette.font}`;
    const width = context.measureText(label).width + 8;
    context.fillStyle = palette.surface;
    context.beginPath();
    context.roundRect(x - width / 2, height - 15, width, 13, 4);
    context.fill();
    context.fillStyle = palette.faint;
    context.textBaseline = 'middle';
    context.fillText(label, x - width / 2 + 4, height - 8);
  }
}
