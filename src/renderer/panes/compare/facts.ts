import type { BranchState } from '../../../core/session/state.ts';
import { cacheShare } from '../../../core/session/usage.ts';
import { formatCost, formatShare, formatTokens, plural } from '../../ui/format.ts';
import { formatDuration } from '../shared/format.ts';

/** One line of the comparison: what each branch has there, and whether they differ. */
export interface Fact {
  readonly name: string;
  readonly values: readonly string[];
  readonly differs: boolean;
  /** True for numbers: they are set in a column of figures. */
  readonly isNumber: boolean;
}

/** What can be said of each branch in a word or a number. `now` is milliseconds since 1970, for those that still run. */
export function factsOf(branches: readonly BranchState[], now: number): Fact[] {
  const fact = (name: string, say: (branch: BranchState) => string, isNumber = true): Fact => {
    const values = branches.map(say);
    return { name, values, differs: new Set(values).size > 1, isNumber };
  };
  return [
    fact('Model', ({ model }) => model || 'none yet', false),
    fact('Tools used', (branch) => toolsOf(branch), false),
    fact('Steps', ({ steps }) => String(steps)),
    fact('Input', ({ usage }) => formatTokens(usage.input)),
    fact('From cache', ({ usage }) => formatShare(cacheShare(usage))),
    fact('Output', ({ usage }) => formatTokens(usage.output + usage.thoughts)),
    fact('Cost', ({ cost }) => formatCost(cost)),
    fact('Time', ({ createdAt, endedAt }) => formatDuration((endedAt ?? now) - createdAt)),
    fact('Changed', ({ worktree }) => (worktree ? changesOf(worktree) : 'no worktree')),
  ];
}

function changesOf({ files, added, removed }: NonNullable<BranchState['worktree']>): string {
  return files === 0 ? 'nothing' : `${plural(files, 'file')}, +${added} −${removed}`;
}

/** Tools by how often they were called, e.g. `bash 4, read_file 2`. */
function toolsOf(branch: BranchState): string {
  const counts = new Map<string, number>();
  for (const id of branch.callOrder) {
    const name = branch.calls[id]?.name;
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b));
  return sorted.length === 0 ? 'none' : sorted.map(([name, count]) => `${name} ${count}`).join(', ');
}

export interface ComparedFile {
  readonly path: string;
  /** Which of the branches changed it, in their order. */
  readonly by: readonly boolean[];
  readonly isShared: boolean;
}

/** Every changed file, those that several branches changed first: there they may collide. */
export function filesOf(branches: readonly BranchState[]): ComparedFile[] {
  const paths = new Set(branches.flatMap(({ worktree }) => [...(worktree?.paths ?? [])]));
  return [...paths]
    .map((path) => {
      const by = branches.map(({ worktree }) => worktree?.paths.includes(path) ?? false);
      return { path, by, isShared: by.filter(Boolean).length > 1 };
    })
    .sort((a, b) => Number(b.isShared) - Number(a.isShared) || a.path.localeCompare(b.path));
}
