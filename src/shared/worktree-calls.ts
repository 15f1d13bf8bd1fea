import { z } from 'zod';
import type { CollisionMatrix } from '../core/worktree/collision-matrix.ts';
import type { DiscardLoss } from '../core/worktree/discard-loss.ts';
import type { WorktreeChanges } from '../core/worktree/file-changes.ts';
import type { NotKept } from '../core/worktree/ignored-content.ts';
import type { KeptSnapshots, SnapshotHolder } from '../core/worktree/kept-snapshots.ts';
import type { MergePlan } from '../core/worktree/merge-plan.ts';
import type { Survey } from '../core/worktree/survey.ts';
import type { Tenant } from '../core/worktree/tenants.ts';

const id = z.string().min(1).max(200);
const path = z.string().min(1).max(4_096);
const inSession = z.object({ sessionId: id });
const inBranch = inSession.extend({ branch: id });

/**
 * All, some files, or some hunks of a fork's changes. Hunks are counted from 0, as the fork's diff of that file has them;
 * null takes the whole file.
 */
export const mergeSelection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('files'), paths: z.array(path).min(1) }),
  z.object({
    kind: z.literal('hunks'),
    files: z.array(z.object({ path, hunks: z.array(z.number().int().min(0)).min(1).nullable() })).min(1),
  }),
]);
export const resolution = z.union([
  z.object({ path, take: z.enum(['ours', 'theirs', 'delete', 'both']) }),
  z.object({ path, take: z.literal('text'), text: z.string().max(5_000_000) }),
]);
const merge = inBranch.extend({
  way: z.enum(['changes', 'commit', 'commits']),
  selection: mergeSelection.default({ kind: 'all' }),
  /** Of the one commit; null takes the one that is proposed in the plan. */
  message: z.string().max(100_000).nullable().default(null),
  resolutions: z.array(resolution).default([]),
  /** Files with uncommitted edits in the parent that may be written to. */
  consent: z.array(path).default([]),
  /** The clone that a fork from a bundle is merged into; nothing for a fork with a worktree of its own. */
  into: path.nullable().default(null),
});

/** Parameters of the calls about a session's worktrees. Branches are named by their ids, the parent like any other. */
export const worktreeRequests = {
  /** `changed` names the branches whose files may differ from the last call; null reads all again. */
  'worktree.matrix': inSession.extend({ changed: z.array(id).nullable().default(null) }),
  'worktree.preview': merge,
  /** `planId` is that of the preview that the person saw. */
  'worktree.apply': merge.extend({ planId: z.string().min(1).max(64).nullable() }),
  'worktree.undo': inBranch.extend({ undoId: id, force: z.boolean().default(false) }),
  'worktree.compare': inSession.extend({ from: id, to: id, file: path.optional() }),
  /** What discarding would take away, asked before it is done. */
  'worktree.loss': inBranch,
  'worktree.housekeeping': inSession,
  /** Removes what is older than `days` and holds nothing; a dry run says what that would be, and changes nothing. */
  'worktree.prune': inSession.extend({ days: z.number().min(0).max(3_650), dryRun: z.boolean() }),
  /** What the repository of a session asks for in new worktrees, and whether the person has allowed it. */
  'worktree.setup': inSession,
  /** Any worktree of the session's repository, by its folder, as the housekeeping lists it. */
  'worktree.remove': inSession.extend({ path, confirmed: z.boolean() }),
  'worktree.repair': inSession.extend({ path }),
  /** Shows the folder in the system's file manager. */
  'worktree.reveal': inSession.extend({ path }),
  /** A backup by its ref, whichever fork left it. */
  'worktree.restoreBackup': inSession.extend({ ref: path }),
  /** Without a backup's name, the one that the branch's discard left. */
  'worktree.restore': inBranch.extend({ backup: id.nullable().default(null) }),
} as const;

/** What a cleaning did, or would do. */
export interface PrunedWorktrees {
  /** `backupRef` keeps what a removed worktree held; null when it held nothing. */
  readonly removed: readonly {
    readonly path: string;
    readonly backupRef: string | null;
    /** Ignored folders that can be filled again; they are in no backup. */
    readonly notKept?: NotKept | null;
  }[];
  /** Old enough, but not to be removed unasked: why, in plain words. */
  readonly kept: readonly { readonly path: string; readonly why: string }[];
  /** Worktrees that are joined with their moved repository again. */
  readonly repaired: readonly string[];
  /** Of sessions that are no more. */
  readonly snapshots: readonly RemovedSnapshots[];
  /** The file in which removals are written down. */
  readonly log: string;
}

/** Snapshots of one session that went, or would go. */
export interface RemovedSnapshots {
  readonly sessionId: string;
  /** Moments that they kept; null when git could not tell. */
  readonly moments: number | null;
  readonly refs: readonly { readonly ref: string; readonly commit: string }[];
}

/** A session's snapshots, and where that session is; `title` is null when it is not here. */
export interface HeldSnapshots extends KeptSnapshots {
  readonly holder: SnapshotHolder;
  readonly title: string | null;
}

export interface HousekeepingSurvey extends Survey {
  readonly tenants: readonly Tenant[];
  readonly snapshots: readonly HeldSnapshots[];
}

export interface SetupInForce {
  /** Root of the checkout, under which the settings keep its command. */
  readonly workspace: string;
  /** The command that the repository asks for; null when it asks for none. */
  readonly asked: string | null;
  readonly isAllowed: boolean;
  /** Why the repository's own settings are of no use; null when they are. */
  readonly problem: string | null;
}

export interface WorktreeResponses {
  'worktree.matrix': CollisionMatrix;
  'worktree.preview': MergePlan;
  /** A merge that may not run as it stands is a fault, whose code is the plan's readiness, or `stale-plan`. */
  'worktree.apply': {
    readonly plan: MergePlan;
    readonly undoId: string;
    readonly undoRef: string;
    readonly commit: string | null;
  };
  /** Refused with the code `edited-since` when `force` would do it, else `undo-refused`. */
  'worktree.undo': { readonly redoId: string; readonly redoRef: string; readonly paths: readonly string[] };
  'worktree.compare': WorktreeChanges & { readonly patch: string };
  'worktree.loss': DiscardLoss;
  'worktree.housekeeping': HousekeepingSurvey;
  'worktree.prune': PrunedWorktrees;
  'worktree.setup': SetupInForce;
  /** `notKept` are ignored files that went and are in no backup. */
  'worktree.remove': { readonly backupRef: string | null; readonly notKept: NotKept | null };
  'worktree.repair': null;
  'worktree.reveal': null;
  'worktree.restoreBackup': { readonly path: string; readonly notices: readonly string[] };
  'worktree.restore': { readonly path: string; readonly notices: readonly string[] };
}
