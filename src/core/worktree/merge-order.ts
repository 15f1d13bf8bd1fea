import type { CollisionPair } from './collision.ts';
import { listPaths } from './list-paths.ts';

export interface MergeStep {
  readonly id: string;
  /** True when everything before it leaves it without a conflict. */
  readonly isClean: boolean;
  /** Plain words: why it stands here. */
  readonly reason: string;
}

/** Forks up to which every choice is tried (2^14 choices); above that the one with the fewest conflicts goes next. */
const MOST_TRIED = 14;

/**
 * An order of merging that conflicts least: as many forks as possible go in without any conflict, then the others, those
 * with the fewest conflicting places first. `parent` names the side that is already in place.
 */
export function mergeOrder(
  forks: readonly string[],
  pairs: readonly CollisionPair[],
  nameOf: (id: string) => string,
  parents: ReadonlySet<string>,
): MergeStep[] {
  const graph = new Conflicts(pairs);
  const free = forks.filter((id) => ![...parents].some((parent) => graph.places(id, parent) > 0));
  const first = largestPeace(free, graph);
  first.sort((a, b) => graph.meetings(a) - graph.meetings(b) || forks.indexOf(a) - forks.indexOf(b));
  const steps = first.map((id): MergeStep => ({ id, isClean: true, reason: cleanReason(id, forks, graph, nameOf) }));
  const done = [...first];
  const left = forks.filter((id) => !done.includes(id));
  while (left.length > 0) {
    const before = () => [...parents, ...done];
    const cost = (id: string) => before().reduce((sum, other) => sum + graph.places(id, other), 0);
    left.sort((a, b) => cost(a) - cost(b));
    const id = left.shift() ?? '';
    const against = before().filter((other) => graph.places(id, other) > 0);
    const names = against.map((other) => (parents.has(other) ? "the parent's own edits" : nameOf(other)));
    const paths = [...new Set(against.flatMap((other) => graph.hotPaths(id, other)))];
    steps.push({
      id,
      isClean: against.length === 0,
      reason:
        against.length === 0
          ? 'No conflict with what is in by then.'
          : `Conflicts with ${listPaths(names)} in ${listPaths(paths)}; it comes late so that this is settled only once.`,
    });
    done.push(id);
  }
  return steps;
}

class Conflicts {
  readonly #pairs = new Map<string, CollisionPair>();

  constructor(pairs: readonly CollisionPair[]) {
    for (const pair of pairs) {
      this.#pairs.set(`${pair.one}\0${pair.other}`, pair);
      this.#pairs.set(`${pair.other}\0${pair.one}`, pair);
    }
  }

  /** Places in conflict between two; a conflict without lines counts as one place. */
  places(one: string, other: string): number {
    const hot = (this.#pairs.get(`${one}\0${other}`)?.files ?? []).filter((file) => file.level === 'hot');
    return hot.reduce((sum, file) => sum + Math.max(1, file.hunks.length), 0);
  }

  hotPaths(one: string, other: string): string[] {
    const files = this.#pairs.get(`${one}\0${other}`)?.files ?? [];
    return files.filter((file) => file.level === 'hot').map((file) => file.path);
  }

  /** Others with which it shares a file, whatever git makes of it. */
  meetings(id: string): number {
    let count = 0;
    for (const [key, pair] of this.#pairs) if (key.startsWith(`${id}\0`) && pair.level !== 'clean') count += 1;
    return count;
  }

  softWith(id: string, others: readonly string[]): string[] {
    return others.filter((other) => this.#pairs.get(`${id}\0${other}`)?.level === 'soft');
  }

  hotWith(id: string, others: readonly string[]): string[] {
    return others.filter((other) => this.places(id, other) > 0);
  }
}

/** The most forks of which no two are in conflict; among equals, those that come first. */
function largestPeace(forks: readonly string[], graph: Conflicts): string[] {
  if (forks.length > MOST_TRIED) return greedyPeace(forks, graph);
  let best: string[] = [];
  const extend = (chosen: string[], from: number): void => {
    if (chosen.length > best.length) best = [...chosen];
    if (chosen.length + forks.length - from <= best.length) return;
    for (const [offset, id] of forks.slice(from).entries()) {
      if (chosen.every((other) => graph.places(id, other) === 0)) extend([...chosen, id], from + offset + 1);
    }
  };
  extend([], 0);
  return best;
}

function greedyPeace(forks: readonly string[], graph: Conflicts): string[] {
  const chosen: string[] = [];
  const byConflicts = [...forks].sort((a, b) => graph.hotWith(a, forks).length - graph.hotWith(b, forks).length);
  for (const id of byConflicts) if (chosen.every((other) => graph.places(id, other) === 0)) chosen.push(id);
  return chosen;
}

function cleanReason(id: string, forks: readonly string[], graph: Conflicts, nameOf: (id: string) => string): string {
  const hot = graph.hotWith(id, forks).map(nameOf);
  if (hot.length > 0) return `No conflict as long as it goes in before ${listPaths(hot)}.`;
  const soft = graph.softWith(id, forks).map(nameOf);
  if (soft.length > 0) return `Shares files with ${listPaths(soft)}, but not lines.`;
  return 'Touches no file that another fork touches.';
}
