import type { FileChange } from './file-changes.ts';
import { listPaths } from './list-paths.ts';

/** `changes`: uncommitted, in the working tree only. `commit`: one commit. `commits`: the fork's own, one by one. */
export type MergeWay = 'changes' | 'commit' | 'commits';

/**
 * What of a fork is merged. Hunks are counted from 0, as they stand in the fork's diff of that file; null takes the whole
 * file, also one without hunks (binary, renamed, another mode).
 */
export type MergeSelection =
  | { readonly kind: 'all' }
  | { readonly kind: 'files'; readonly paths: readonly string[] }
  | {
      readonly kind: 'hunks';
      readonly files: readonly { readonly path: string; readonly hunks: readonly number[] | null }[];
    };

/** How a person settled one conflict. `both` is for a file and a folder of one name only: the file gets its free name. */
export type Resolution =
  | { readonly path: string; readonly take: 'ours' | 'theirs' | 'delete' | 'both' }
  | { readonly path: string; readonly take: 'text'; readonly text: string };

/** One version of a file in conflict. */
export interface ConflictSide {
  /** Null when it is binary or above 1 MB. */
  readonly text: string | null;
  readonly mode: string;
}

export interface MergeConflict {
  readonly path: string;
  /** git's word, e.g. "contents" or "modify/delete". */
  readonly kind: string;
  /** Null where that side has no such file. */
  readonly base: ConflictSide | null;
  readonly ours: ConflictSide | null;
  readonly theirs: ConflictSide | null;
  /** The merge as far as git got, with markers; null when there is no text. */
  readonly marked: string | null;
  /**
   * Only where one side has a file and the other a folder of that name (kind "file/directory"): whose the file is, and the
   * name that it would get beside the folder. Settled by `ours`, `theirs` or `both`.
   */
  readonly typeCollision?: { readonly file: 'ours' | 'theirs'; readonly freeName: string };
  readonly isResolved: boolean;
}

/** A commit that would be made or replayed. */
export interface PlannedCommit {
  /** The fork's commit; null for the one commit that is made of everything. */
  readonly commit: string | null;
  readonly message: string;
}

export interface MergeFacts {
  readonly way: MergeWay;
  readonly files: readonly FileChange[];
  /** Written paths that hold uncommitted edits of the parent's. */
  readonly dirty: readonly string[];
  /** Dirty paths that the person agreed to have touched. */
  readonly consent: readonly string[];
  readonly conflicts: readonly MergeConflict[];
  /** Reasons why this cannot be done at all: one plain sentence each. */
  readonly obstacles: readonly string[];
  readonly commits: readonly PlannedCommit[];
}

export type MergeReadiness =
  | { readonly kind: 'ready' }
  | { readonly kind: 'nothing'; readonly message: string }
  | { readonly kind: 'blocked'; readonly message: string }
  | { readonly kind: 'conflicts'; readonly message: string }
  | { readonly kind: 'needs-consent'; readonly message: string };

/** Says whether a merge may run as it stands, and if not, what is missing. */
export function mergeReadiness(facts: MergeFacts): MergeReadiness {
  const { files, dirty, consent, conflicts, obstacles, commits, way } = facts;
  const [obstacle] = obstacles;
  if (obstacle !== undefined) return { kind: 'blocked', message: obstacle };
  const open = conflicts.filter((conflict) => !conflict.isResolved).map((conflict) => conflict.path);
  if (open.length > 0) {
    return {
      kind: 'conflicts',
      message: `${listPaths(open)} cannot be merged by git alone. Resolve each, leave it out, or hand it to a fork.`,
    };
  }
  if (files.length === 0 && (way !== 'commits' || commits.length === 0)) {
    return { kind: 'nothing', message: 'The parent holds all of this already. There is nothing to merge.' };
  }
  const unasked = dirty.filter((path) => !consent.includes(path));
  if (unasked.length > 0) {
    return {
      kind: 'needs-consent',
      message: `${listPaths(unasked)} ${unasked.length === 1 ? 'has' : 'have'} uncommitted edits in the parent, and the merge would write there too. Commit them first, or agree to it for these files.`,
    };
  }
  return { kind: 'ready' };
}

/** Everything about one merge before it runs. Nothing was written to make it. */
export interface MergePlan extends MergeFacts {
  /** Names exactly these inputs; an apply that finds others refuses. */
  readonly planId: string;
  /** The checkout that is written to. */
  readonly root: string;
  readonly gitBranch: string | null;
  readonly fork: string;
  readonly readiness: MergeReadiness;
  /** The whole of it as a patch, for reading; null when it is too large to show at once. */
  readonly patch: string | null;
  /** What a person should know, though nothing stands in the way. */
  readonly notices: readonly string[];
  /** A text for a fork that should settle the conflicts; null when there are none. */
  readonly task: string | null;
}
