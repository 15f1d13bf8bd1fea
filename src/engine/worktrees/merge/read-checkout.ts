import { parseRawDiff } from '../../../core/worktree/raw-diff.ts';
import type { Git } from '../git.ts';
import { GitError } from '../git-error.ts';
import { readGitBranch, readHead, readState } from '../inspect-workspace.ts';
import { locateWorktree, type RepositoryLocation } from '../locate-repository.ts';
import { type ObjectPlace, withTemporaryIndex } from '../temporary-index.ts';
import { writeWorkingTree } from '../write-working-tree.ts';

/** A checkout as it is now: head, index and files. */
export interface Checkout {
  readonly location: RepositoryLocation;
  readonly head: string;
  readonly gitBranch: string | null;
  readonly state: string;
  /** The files, uncommitted and untracked ones included. */
  readonly tree: string;
  /** Null while the index holds conflicts. */
  readonly indexTree: string | null;
  /** Paths (latin1) whose file differs from the head. */
  readonly dirtyFiles: ReadonlySet<string>;
  /** Paths (latin1) whose index entry differs from the head. */
  readonly staged: ReadonlySet<string>;
}

/** Reads a checkout without touching its index or files. `copied` are local settings that stay out. Throws `GitError`. */
export async function readCheckout(
  git: Git,
  path: string,
  place: ObjectPlace,
  copied: readonly string[],
  signal?: AbortSignal,
): Promise<Checkout> {
  const location = await locateWorktree(git, path);
  const { root } = location;
  const head = await readHead(git, root, signal);
  if (head === null) throw new GitError('no-commit', `${root} has no commit yet. Make a first commit, then try again.`);
  const [gitBranch, state] = await Promise.all([readGitBranch(git, root, signal), readState(location.gitDir)]);
  const { indexTree, tree, environment } = await withTemporaryIndex(git, location, place, async (environment) => {
    const written = await git.run(root, ['write-tree'], { environment, exitCodes: 'any', signal });
    const indexTree = written.exitCode === 0 ? written.stdout.trim() : null;
    const { tree } = await writeWorkingTree(git, location, environment, { leaveOut: copied, signal });
    return { indexTree, tree, environment };
  });
  const differing = async (other: string | null): Promise<Set<string>> => {
    if (other === null) return new Set();
    const args = ['diff-tree', '-r', '--raw', '-z', '--no-renames', `${head}^{tree}`, other];
    const { GIT_INDEX_FILE: _, ...objects } = environment;
    const { stdout } = await git.run(root, args, { environment: objects, encoding: 'latin1', signal });
    return new Set(parseRawDiff(stdout).map((change) => change.path));
  };
  const dirtyFiles = await differing(tree);
  return { location, head, gitBranch, state, tree, indexTree, dirtyFiles, staged: await differing(indexTree) };
}
