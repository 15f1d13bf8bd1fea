import type { DiscardLoss } from '../../core/worktree/discard-loss.ts';
import { planDiscard, refuseByPlace } from '../../core/worktree/discard-plan.ts';
import { parseFileChanges } from '../../core/worktree/file-changes.ts';
import { chooseForkName } from '../../core/worktree/fork-name.ts';
import { splitNul } from '../../core/worktree/nul-fields.ts';
import type { WorktreeContent } from './back-up-worktree.ts';
import { BACKUP_PREFIX } from './backups.ts';
import { type DiscardRequest, readPlace } from './discard-worktree.ts';
import type { Git } from './git.ts';
import { folderSize } from './housekeeping/folder-size.ts';
import { isThere } from './is-there.ts';
import { locateWorktree } from './locate-repository.ts';
import { readContent } from './read-content.ts';
import { findWorktree, readWorktrees } from './read-worktrees.ts';
import { listRefs } from './update-refs.ts';

/** Commits that are named one by one; there are rarely more than a few. */
const MOST_COMMITS = 100;

/** What `discardWorktree` would do with this worktree, without doing it. Throws `GitError`. */
export async function readLoss(git: Git, request: Omit<DiscardRequest, 'confirmed' | 'now'>): Promise<DiscardLoss> {
  const { repository, path, gitBranch } = request;
  const entries = await readWorktrees(git, repository.commonDir);
  const entry = await findWorktree(entries, path);
  const ignored = { kept: [], notKept: null };
  const nothing = { path, gitBranch, files: [], commits: [], ignored, bytes: null, backupRef: null, refusal: null };
  // The folder is gone: there is nothing to look at, and what git still knows is backed up by itself.
  if (!(await isThere(path))) return nothing;
  const place = refuseByPlace(await readPlace(request, entries, entry));
  if (place !== null) return { ...nothing, bytes: await folderSize(path), refusal: place.message };

  const location = await locateWorktree(git, path);
  const { content, losses } = await readContent(git, location, request);
  const plan = planDiscard(path, losses, false, request.rebuilt);
  const taken = (await listRefs(git, repository, BACKUP_PREFIX)).map((ref) => ref.slice(BACKUP_PREFIX.length));
  const args = ['diff-tree', '-r', '--raw', '--numstat', '-z', '--find-renames', request.baseCommit, content.tree];
  return {
    path,
    gitBranch,
    files: parseFileChanges((await git.run(location.root, args)).stdout).files,
    commits: losses.commits === 0 ? [] : await ownCommits(git, location.root, content),
    ignored: losses.ignored,
    bytes: await folderSize(path),
    backupRef:
      plan.kind === 'needs-confirmation' && losses.isChanged
        ? `${BACKUP_PREFIX}${chooseForkName(request.name, taken)}`
        : null,
    refusal: plan.kind === 'refused' ? plan.message : null,
  };
}

async function ownCommits(git: Git, root: string, { head, otherCommits, baseCommit }: WorktreeContent) {
  const tips = new Set([head, ...otherCommits]);
  const args = ['log', '-z', `--max-count=${MOST_COMMITS}`, '--format=%H %s', ...tips, '--not', baseCommit, '--'];
  return splitNul((await git.run(root, args)).stdout).map((line) => {
    const space = line.indexOf(' ');
    return { commit: line.slice(0, space), subject: line.slice(space + 1) };
  });
}
