/** Renders per component and id, while a bench counts them; null in the app. */
let counts: Map<string, number> | null = null;

/** Called by the parts of the tree whose renders have a budget: a data tick may touch only what changed. */
export function countRender(part: 'card' | 'edge', id: string): void {
  if (counts === null) return;
  const key = `${part}:${id}`;
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Starts to count anew, and answers what was counted since the last call. */
export function takeRenderCounts(): ReadonlyMap<string, number> {
  const taken = counts ?? new Map<string, number>();
  counts = new Map();
  return taken;
}
