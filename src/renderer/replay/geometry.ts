import type { Span } from './timeline-store.ts';

/** CSS pixels. A lane: a bar of work, and under it a thin one of waits. */
export const LANE = 28;
export const WORK = { top: 4, height: 14 } as const;
export const WAIT = { top: 20, height: 3 } as const;
export const GUTTER = 184;
export const AXIS = 22;
export const OVERVIEW = 18;
export const TRANSPORT = 36;

/** Between positions on the axis and pixels of a canvas that shows `span` over `width`. */
export class Scale {
  readonly from: number;
  readonly perPixel: number;
  readonly width: number;

  constructor(span: Span, width: number) {
    this.from = span.from;
    this.width = Math.max(1, width);
    this.perPixel = span.length / this.width;
  }

  x(position: number): number {
    return (position - this.from) / this.perPixel;
  }

  position(x: number): number {
    return this.from + x * this.perPixel;
  }
}

/** Middle of a lane's work, from the top of the first lane. */
export function middleOf(row: number): number {
  return row * LANE + WORK.top + WORK.height / 2;
}
