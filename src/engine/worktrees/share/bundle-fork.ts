import { type BundledFork, type CarriedFile, carriedMode } from '../../../core/worktree/bundle.ts';
import { formatPatchMail } from '../../../core/worktree/patch-mail.ts';
import type { Git } from '../git.ts';
import { toBytePath, toText } from '../latin1.ts';
import { treeChanges } from '../merge/list-entries.ts';
import type { MergePlace } from '../merge-trees.ts';
import { readBlobs } from '../read-blobs.ts';
import { carry, carryPath } from './carried-bytes.ts';
import { commitsToHave } from './export-fork.ts';

export interface ForkToBundle {
  readonly branch: string;
  readonly title: string;
  readonly baseCommit: string;
  /** The fork's files as a tree. */
  readonly tree: string;
  /** Milliseconds since 1970, for the date of the patch. */
  readonly now: number;
}

/** What a fork changed, for another clone: see `BundledFork`. Throws `GitError`. */
export async function bundleFork(git: Git, place: MergePlace, fork: ForkToBundle): Promise<BundledFork> {
  const { branch, title, baseCommit, tree, now } = fork;
  const base = (await git.run(place.folder, ['rev-parse', `${baseCommit}^{tree}`], place)).stdout.trim();
  const changes = await treeChanges(git, place, base, tree);
  const isCarried = ({ before, after }: (typeof changes)[number]) =>
    [before, after].every((side) => side === null || carriedMode.safeParse(side.mode).success);
  const carried = changes.filter(isCarried);
  const contents = await readBlobs(
    git,
    place,
    carried.flatMap(({ before }) => before?.object ?? []),
  );
  const files = carried.map(({ path, before, after }): CarriedFile => {
    const content = before === null ? null : (contents.shift() ?? null);
    return {
      ...carryPath(path),
      before: before && {
        mode: carriedMode.parse(before.mode),
        object: before.object,
        data: content && carry(content),
      },
      after: after && { mode: carriedMode.parse(after.mode), object: after.object },
    };
  });
  const args = ['diff-tree', '-r', '-p', '--binary', '--full-index', '--no-renames', '--ignore-submodules=all'];
  const patch = (await git.run(place.folder, [...args, base, tree], { ...place, encoding: 'latin1' })).stdout;
  const mail = patch === '' ? '' : formatPatchMail({ title: toBytePath(title), baseCommit, patch, now });
  const [anchorCommit = baseCommit] = await commitsToHave(git, place.folder, baseCommit);
  return {
    version: 1,
    branch,
    title,
    baseCommit,
    anchorCommit,
    patch: carry(Buffer.from(mail, 'latin1')),
    files,
    leftOut: changes.filter((change) => !isCarried(change)).map(({ path }) => toText(path)),
  };
}
