/**
 * Where a height of one text is in another one. `from` and `to` are the heights of the same places in both, from the top of
 * the text to its end, each at least as large as the one before; between two of them it is in proportion.
 */
export function mapHeight(height: number, from: readonly number[], to: readonly number[]): number {
  const next = from.findIndex((each) => each > height);
  if (next === 0) return to[0] ?? 0;
  if (next === -1) return to.at(-1) ?? 0;
  const [above = 0, below = 0] = [from[next - 1], from[next]];
  const [top = 0, bottom = 0] = [to[next - 1], to[next]];
  return top + ((height - above) / (below - above)) * (bottom - top);
}

/**
 * Where in a text the eye rests at this scroll position, as a height: at its very top when it is scrolled to the start, at
 * its very end when it is scrolled to the end, so that two linked texts reach both at the same time.
 */
export function heightAtScroll(scroll: number, whole: number, shown: number): number {
  return whole <= shown ? 0 : (scroll / (whole - shown)) * whole;
}

/** The other way round. */
export function scrollAtHeight(height: number, whole: number, shown: number): number {
  return whole <= shown ? 0 : (height / whole) * (whole - shown);
}
