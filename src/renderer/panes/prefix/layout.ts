import type { SegmentRef } from '../../../core/session/events.ts';

export interface SegmentBox {
  /** CSS pixels from the left edge of the strip. */
  readonly x: number;
  readonly width: number;
}

/** The least width of a segment, so that the smallest one can still be seen and hit. */
export const MIN_SEGMENT_WIDTH = 3;

/** Bytes up to which a segment counts little more than nothing; sets where the logarithm bends. */
const BEND_BYTES = 256;

/**
 * Lays strips out on one scale: equal bytes have equal widths in every strip, so shared heads stand exactly one below
 * the other. Width grows with the logarithm of the bytes. The longest strip fills `available`, unless its segments
 * would be narrower than the least width: then it is wider and the pane scrolls.
 */
export function layoutStrips(strips: readonly (readonly SegmentRef[])[], available: number): SegmentBox[][] {
  const scale = Math.max(
    0,
    Math.min(
      ...strips
        .filter((segments) => segments.length > 0)
        .map((segments) => {
          const units = segments.reduce((total, { bytes }) => total + weight(bytes), 0);
          return (available - segments.length * MIN_SEGMENT_WIDTH) / units;
        }),
    ),
  );
  return strips.map((segments) => {
    let x = 0;
    return segments.map(({ bytes }) => {
      const width = MIN_SEGMENT_WIDTH + (Number.isFinite(scale) ? scale : 0) * weight(bytes);
      const box = { x, width };
      x += width;
      return box;
    });
  });
}

function weight(bytes: number): number {
  return Math.log2(1 + bytes / BEND_BYTES);
}
