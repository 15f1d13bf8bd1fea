import type { CodexRollout } from './codex-rollout.ts';

/** A replay is written in one go: between its rows there are milliseconds. The person's own next word comes later. */
const PAUSE_MS = 1_000;

/**
 * How many items at the start of a fork's rollout are its parent's. With the parent at hand its rows are compared;
 * without, the replay ends at the first pause.
 */
export function replayLength(child: CodexRollout, parent: CodexRollout | null): number {
  if (child.forkedFrom === null) return 0;
  // A fork that kept only a pointer to its parent replays nothing: there is no second name card.
  if (child.metas < 2) return 0;
  const { items } = child;
  if (parent) {
    let same = 1;
    while (
      same < items.length &&
      same - 1 < parent.items.length &&
      items[same]?.print === parent.items[same - 1]?.print
    )
      same++;
    return same;
  }
  let last = items[0]?.at ?? null;
  for (const [index, { at }] of items.entries()) {
    if (at !== null && last !== null && at - last > PAUSE_MS) return index;
    last = at ?? last;
  }
  return items.length;
}
