/** Deeper than any real tool argument; shallow enough for every recursive reader of the value. */
const MAX_DEPTH = 200;
const TOO_DEEP = '[nested too deeply; left out of the import]';

/**
 * The value, with what is nested more than 200 levels deep replaced by a sentence. A parser reads such values, but
 * whatever walks them later (writing JSON, copying to another thread) would run out of stack.
 */
export function boundedValue(value: unknown): unknown {
  return isDeeperThan(value, MAX_DEPTH) ? cut(value, MAX_DEPTH) : value;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const inner = Array.isArray(value) ? value : Object.values(value);
  return inner.some((each) => isDeeperThan(each, levels - 1));
}

function cut(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((each) => cut(each, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cut(each, levels - 1)]));
}
