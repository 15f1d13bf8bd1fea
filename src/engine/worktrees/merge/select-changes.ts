import type { MergeSelection } from '../../../core/worktree/merge-plan.ts';
import { pickHunks, splitFilePatch } from '../../../core/worktree/patch-hunks.ts';
import { SUBMODULE_MODE } from '../../../core/worktree/raw-diff.ts';
import type { Git } from '../git.ts';
import { GitError } from '../git-error.ts';
import { toBytePath, toText } from '../latin1.ts';
import type { MergePlace } from '../merge-trees.ts';
import { editTree, type TreeEdit, withTreeIndex } from './edit-tree.ts';
import { type TreeChange, treeChanges } from './list-entries.ts';

export interface Selected {
  /** The base with only the chosen changes in it. */
  readonly tree: string;
  /** Submodules whose recorded commit differs: a merge of files cannot bring them along. */
  readonly submodules: readonly string[];
}

/** The tree that is merged: the fork's, or the base with some files or hunks of the fork. Throws `GitError`. */
export async function selectChanges(
  git: Git,
  place: MergePlace,
  trees: { readonly base: string; readonly fork: string },
  selection: MergeSelection,
): Promise<Selected> {
  const changes = await treeChanges(git, place, trees.base, trees.fork);
  const isModule = ({ before, after }: TreeChange) => before?.mode === SUBMODULE_MODE || after?.mode === SUBMODULE_MODE;
  const submodules = changes.filter(isModule).map(({ path }) => toText(path));
  const usable = changes.filter((change) => !isModule(change));
  if (selection.kind === 'all') {
    const back = changes.filter(isModule).map(({ path, before }) => ({ path, entry: before }));
    return { tree: await editTree(git, place, trees.fork, back), submodules };
  }
  if (selection.kind === 'files') {
    const wanted = new Set(selection.paths.map(toBytePath));
    const chosen = usable.filter(({ path }) => wanted.has(path));
    for (const path of wanted) if (!chosen.some((change) => change.path === path)) throw notChanged(toText(path));
    const edits = chosen.map(({ path, after }) => ({ path, entry: after }));
    return { tree: await editTree(git, place, trees.base, edits), submodules: [] };
  }
  const patches: string[] = [];
  const whole: TreeEdit[] = [];
  for (const { path, hunks } of selection.files) {
    const change = usable.find((candidate) => candidate.path === toBytePath(path));
    if (change === undefined) throw notChanged(path);
    if (hunks === null) {
      whole.push({ path: change.path, entry: change.after });
      continue;
    }
    // Full ids and latin1: the very bytes go back to git.
    const args = ['diff-tree', '-r', '-p', '--no-renames', '--full-index', trees.base, trees.fork, '--', path];
    const { environment, signal } = place;
    const { stdout } = await git.run(place.folder, args, { environment, signal, encoding: 'latin1' });
    const picked = pickHunks(splitFilePatch(stdout), hunks);
    if (picked === null) {
      throw new GitError(
        'no-such-hunk',
        `${path} has no such hunk any more. Look at the fork's diff again, then choose.`,
      );
    }
    patches.push(picked);
  }
  const begun = await editTree(git, place, trees.base, whole);
  if (patches.length === 0) return { tree: begun, submodules: [] };
  const tree = await withTreeIndex(git, place, begun, async (environment) => {
    await git.run(place.folder, ['apply', '--cached', '--whitespace=nowarn', '-'], {
      environment,
      signal: place.signal,
      input: Buffer.from(patches.join(''), 'latin1'),
    });
    return (await git.run(place.folder, ['write-tree'], { environment, signal: place.signal })).stdout.trim();
  });
  return { tree, submodules: [] };
}

function notChanged(path: string): GitError {
  return new GitError(
    'not-changed',
    `The fork did not change ${path}. Look at its list of changes, then choose again.`,
  );
}
