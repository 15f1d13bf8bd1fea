import type { BundledFork } from '../../../core/worktree/bundle.ts';
import type { CloneFacts } from '../../../core/worktree/clone-fit.ts';
import type { Git } from '../git.ts';

/** What the repository at `commonDir` holds of what a carried fork started from. Reads only. Throws `GitError`. */
export async function lookAtClone(git: Git, commonDir: string, fork: BundledFork): Promise<CloneFacts> {
  const { baseCommit, anchorCommit } = fork;
  const before = fork.files.flatMap((file) => file.before?.object ?? []);
  const names = [`${baseCommit}^{commit}`, `${anchorCommit}^{commit}`, ...before];
  const { stdout } = await git.run(commonDir, ['cat-file', '--batch-check=%(objecttype)'], {
    input: names.map((name) => `${name}\n`).join(''),
  });
  // One line a name, in their order; what is not there is answered as "NAME missing".
  const [base, anchor, ...blobs] = stdout.split('\n').map((line) => line === 'commit' || line === 'blob');
  const known = blobs.slice(0, before.length).filter(Boolean).length;
  return { baseCommit, anchorCommit, hasBase: base === true, hasAnchor: anchor === true, known, of: before.length };
}
