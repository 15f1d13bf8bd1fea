import { join } from 'node:path';
import { describeGaps } from '../../core/worktree/creation-notices.ts';
import type { IgnoredListing } from '../../core/worktree/included-files.ts';
import type { SkippedPath } from '../../core/worktree/index-entries.ts';
import type { WorktreeRecord } from '../../core/worktree/worktree-record.ts';
import type { ClaimedName } from './claim-name.ts';
import { type CopyReport, copyIgnoredFiles, listIgnored } from './copy-ignored-files.ts';
import type { Git } from './git.ts';
import { isThere } from './is-there.ts';
import type { RepositoryLocation } from './locate-repository.ts';
import { findUnfiltered } from './missing-filters.ts';
import { writeRecord } from './records.ts';
import { fillSubmodules, type SubmoduleGaps } from './submodules.ts';

const NO_GAPS: SubmoduleGaps = { empty: [], edited: [] };

export interface Furnishing {
  readonly id: string;
  /** The checkout that was forked. */
  readonly repository: RepositoryLocation;
  readonly created: ClaimedName;
  readonly baseCommit: string;
  readonly skipped: readonly SkippedPath[];
  /** Ignored files of that checkout, when somebody is reading them already. */
  readonly ignored?: Promise<IgnoredListing>;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ForkWorktree {
  readonly name: string;
  readonly path: string;
  readonly baseCommit: string;
  readonly gitBranch: string | null;
  /** Ignored files that were brought along. */
  readonly copied: readonly string[];
  /** What the person and the model should know: one plain sentence each. */
  readonly notices: readonly string[];
}

const NOTHING_IGNORED: CopyReport = { copied: [], left: [], failed: [] };

/** Makes a new worktree fit for use: ignored files, our record, and the list of what it lacks. Throws `GitError`. */
export async function furnishWorktree(git: Git, furnishing: Furnishing): Promise<ForkWorktree> {
  const { id, repository, created, baseCommit, skipped, now, signal } = furnishing;
  const { name, path, gitBranch } = created;
  const bringIgnored = async () => {
    if (repository.isBare) return NOTHING_IGNORED;
    const listing = await (furnishing.ignored ?? listIgnored(git, repository.root, signal));
    return copyIgnoredFiles(listing, repository.root, path, signal);
  };
  const work = [
    bringIgnored(),
    isThere(join(path, '.gitmodules')).then((hasModules) =>
      hasModules ? fillSubmodules(git, repository.root, path, signal) : NO_GAPS,
    ),
    findUnfiltered(git, path, signal),
  ] as const;
  // Whoever removes the folder after a failure must find nobody who still writes into it.
  await Promise.allSettled(work);
  const [copies, submodules, unfiltered] = await Promise.all(work);
  const record: WorktreeRecord = {
    version: 1,
    id,
    name,
    path,
    root: repository.root,
    commonDir: repository.commonDir,
    baseCommit,
    gitBranch,
    createdAt: now,
    copied: [...copies.copied],
  };
  await writeRecord(record);
  const gaps = describeGaps({
    skipped,
    leftIgnored: copies.left,
    failedCopies: copies.failed,
    submodules: submodules.empty,
    editedSubmodules: submodules.edited,
    unfiltered,
  });
  const notices = created.notice === null ? gaps : [created.notice, ...gaps];
  return { name, path, baseCommit, gitBranch, copied: copies.copied, notices };
}
