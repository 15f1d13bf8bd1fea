/** The value below which this share of the values lies (nearest rank), e.g. 0.95. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Slope of the straight line with the least squares through these points. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (pick: (point: readonly [number, number]) => number) =>
    points.reduce((total, point) => total + pick(point), 0) / points.length;
  const [x, y] = [mean(([a]) => a), mean(([, b]) => b)];
  const over = points.reduce((total, [a, b]) => total + (a - x) * (b - y), 0);
  return over / points.reduce((total, [a]) => total + (a - x) ** 2, 0);
}
