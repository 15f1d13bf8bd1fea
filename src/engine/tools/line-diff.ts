/** A run of lines that both texts have, or only the old, or only the new one. */
export interface DiffRun {
  readonly kind: 'same' | 'removed' | 'added';
  readonly lines: readonly string[];
}

/** Edits searched for before the differing middle is shown as one replacement. Memory grows with its square: 4 MB. */
const MOST_EDITS = 1_000;

/** Shortest list of changes from one list of lines to the other (Myers 1986), in the order of the text. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffRun[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const runs: DiffRun[] = [
    { kind: 'same', lines: before.slice(0, start) },
    ...middleRuns(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    { kind: 'same', lines: before.slice(before.length - end) },
  ];
  return runs.filter((run) => run.lines.length > 0);
}

function middleRuns(before: readonly string[], after: readonly string[]): DiffRun[] {
  const path = shortestPath(before, after);
  if (path === null) {
    return [
      { kind: 'removed', lines: before },
      { kind: 'added', lines: after },
    ];
  }
  const runs: { kind: DiffRun['kind']; lines: string[] }[] = [];
  for (const { kind, line } of path) {
    const last = runs.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else runs.push({ kind, lines: [line] });
  }
  return runs;
}

interface Step {
  readonly kind: DiffRun['kind'];
  readonly line: string;
}

/** `null` when more than `MOST_EDITS` lines differ. */
function shortestPath(before: readonly string[], after: readonly string[]): Step[] | null {
  const size = before.length + after.length;
  const limit = Math.min(size, MOST_EDITS);
  // reached[k + limit] is the farthest old line on diagonal k = old line - new line.
  let reached = new Int32Array(2 * limit + 2);
  const history: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    history.push(reached.slice());
    const next = reached.slice();
    for (let k = -edits; k <= edits; k += 2) {
      const fromAdded = k === -edits || (k !== edits && at(next, k - 1, limit) < at(next, k + 1, limit));
      let oldLine = fromAdded ? at(next, k + 1, limit) : at(next, k - 1, limit) + 1;
      while (oldLine < before.length && oldLine - k < after.length && before[oldLine] === after[oldLine - k])
        oldLine += 1;
      next[k + limit] = oldLine;
      if (oldLine >= before.length && oldLine - k >= after.length) return walkBack(before, after, history, limit);
    }
    reached = next;
  }
  return null;
}

function at(reached: Int32Array, k: number, limit: number): number {
  return reached[k + limit] ?? 0;
}

function walkBack(
  before: readonly string[],
  after: readonly string[],
  history: readonly Int32Array[],
  limit: number,
): Step[] {
  const steps: Step[] = [];
  let oldLine = before.length;
  let newLine = after.length;
  for (let edits = history.length - 1; edits >= 0; edits -= 1) {
    const reached = history[edits] ?? new Int32Array(0);
    const k = oldLine - newLine;
    const fromAdded = k === -edits || (k !== edits && at(reached, k - 1, limit) < at(reached, k + 1, limit));
    const previousK = fromAdded ? k + 1 : k - 1;
    const previousOld = edits === 0 ? 0 : at(reached, previousK, limit);
    const previousNew = edits === 0 ? 0 : previousOld - previousK;
    while (oldLine > previousOld && newLine > previousNew) {
      oldLine -= 1;
      newLine -= 1;
      steps.push({ kind: 'same', line: before[oldLine] ?? '' });
    }
    if (edits === 0) break;
    if (fromAdded) steps.push({ kind: 'added', line: after[previousNew] ?? '' });
    else steps.push({ kind: 'removed', line: before[previousOld] ?? '' });
    oldLine = previousOld;
    newLine = previousNew;
  }
  return steps.reverse();
}
