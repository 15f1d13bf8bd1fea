import { createStore } from 'zustand/vanilla';
import type { FollowedChoice, KnownHunks } from '../../core/worktree/follow-choice.ts';
import type { LeftOut } from '../../core/worktree/merge-choice.ts';
import type { MergeConflict, MergeWay, Resolution } from '../../core/worktree/merge-plan.ts';

/** What a person has chosen for a merge that is not done yet. */
export interface MergeDraft {
  readonly way: MergeWay;
  readonly leftOut: LeftOut;
  /** The hunks that the person chose among, so that the choice follows them. */
  readonly known: KnownHunks;
  /** Hunks of that choice that are not there any more, until the person chooses anew. */
  readonly gone: FollowedChoice['gone'];
  /** The clone that a carried fork is merged into; null: not chosen yet, or none is needed. */
  readonly into: string | null;
  /** Null: as proposed. */
  readonly message: string | null;
  readonly resolutions: readonly Resolution[];
  /** By path: the conflict as it was when it was settled (see `conflictKey`). A file that changed since is open again. */
  readonly settled: { readonly [path: string]: string };
  /** Files with uncommitted edits that may be written to. */
  readonly consent: readonly string[];
  /** The file whose conflict is being settled; null: none. */
  readonly resolving: string | null;
}

export const NEW_DRAFT: MergeDraft = {
  way: 'changes',
  leftOut: {},
  known: {},
  gone: [],
  into: null,
  message: null,
  resolutions: [],
  settled: {},
  consent: [],
  resolving: null,
};

export interface MergeDrafts {
  /** By session and branch: settled conflicts are work, and outlive the pane they were settled in. */
  readonly drafts: { readonly [key: string]: MergeDraft };
  change(key: string, change: Partial<MergeDraft>): void;
  drop(key: string): void;
}

export function draftKey(sessionId: string | null, branch: string): string {
  return `${sessionId} ${branch}`;
}

export const mergeStore = createStore<MergeDrafts>()((set) => ({
  drafts: {},
  change: (key, change) =>
    set(({ drafts }) => ({ drafts: { ...drafts, [key]: { ...(drafts[key] ?? NEW_DRAFT), ...change } } })),
  drop: (key) => set(({ drafts: { [key]: _, ...drafts } }) => ({ drafts })),
}));

/** What a person saw when they settled a conflict: the sides, and the merge as far as git got. */
export function conflictKey({ kind, base, ours, theirs, marked }: MergeConflict): string {
  return JSON.stringify([kind, base, ours, theirs, marked]);
}

/** One conflict is settled, or open again (null). */
export function settle(draft: MergeDraft, conflict: MergeConflict, answer: Resolution | null): Partial<MergeDraft> {
  const { [conflict.path]: _, ...settled } = draft.settled;
  const others = draft.resolutions.filter(({ path }) => path !== conflict.path);
  if (answer === null) return { resolutions: others, settled };
  return { resolutions: [...others, answer], settled: { ...settled, [conflict.path]: conflictKey(conflict) } };
}

/** Opens again what was settled on sides that have changed since; null when everything still holds. */
export function reopenChanged(draft: MergeDraft, conflicts: readonly MergeConflict[]): Partial<MergeDraft> | null {
  const changed = conflicts.filter((one) => one.path in draft.settled && draft.settled[one.path] !== conflictKey(one));
  if (changed.length === 0) return null;
  let next: MergeDraft = draft;
  for (const conflict of changed) next = { ...next, ...settle(next, conflict, null) };
  return next;
}
