import { describeNotKept, type IgnoredContent, isOnlyRebuilt, REBUILT_FOLDERS } from './ignored-content.ts';
import type { SkippedPath } from './index-entries.ts';
import { listPaths } from './list-paths.ts';

/** Where a worktree stands, before anything in it is read. */
export interface DiscardPlace {
  readonly path: string;
  readonly isMain: boolean;
  readonly isRegistered: boolean;
  /** A checkout or git directory that would go with the folder; null when there is none. */
  readonly contains: string | null;
  /** Who uses it now, e.g. "process 4711 (node)"; null when nobody does. */
  readonly usedBy: string | null;
  /** The reason of a lock that Forkscope did not set; null when there is none. */
  readonly foreignLock: string | null;
}

/** What would be lost with it. */
export interface DiscardContent {
  /** Files that differ from the base commit, uncommitted and untracked ones included. */
  readonly changedFiles: number;
  /** True when there is anything for a backup: a file, the index or the head differs, or an ignored file is its own. */
  readonly isChanged: boolean;
  readonly commits: number;
  readonly skipped: readonly SkippedPath[];
  /** Submodules with a checkout of their own inside the worktree. */
  readonly filledSubmodules: readonly string[];
  /** Ignored files that did not come from the checkout. */
  readonly ignored: IgnoredContent;
}

export type RefusalReason =
  | 'main-checkout'
  | 'not-registered'
  | 'contains-checkout'
  | 'in-use'
  | 'locked'
  | 'not-saveable'
  | 'git-refused';

export interface Refusal {
  readonly kind: 'refused';
  readonly reason: RefusalReason;
  readonly message: string;
}

export interface ConfirmationNeeded {
  readonly kind: 'needs-confirmation';
  readonly changedFiles: number;
  readonly commits: number;
  readonly message: string;
}

export type DiscardPlan = Refusal | ConfirmationNeeded | { readonly kind: 'remove'; readonly backUp: boolean };

/** Null when the place itself allows removal. */
export function refuseByPlace(place: DiscardPlace): Refusal | null {
  const refuse = (reason: RefusalReason, message: string): Refusal => ({ kind: 'refused', reason, message });
  if (place.isMain) {
    return refuse(
      'main-checkout',
      `${place.path} is the main checkout, which is never removed. Choose a fork's worktree.`,
    );
  }
  if (place.contains !== null) {
    return refuse(
      'contains-checkout',
      `${place.path} contains ${place.contains}, which would be lost with it. Move that out of the folder first.`,
    );
  }
  if (!place.isRegistered) {
    return refuse(
      'not-registered',
      `${place.path} is not a worktree that git knows of, so it is left alone. List the worktrees to see what is there.`,
    );
  }
  if (place.usedBy !== null) {
    return refuse('in-use', `${place.path} is in use by ${place.usedBy}. Stop that first, then discard again.`);
  }
  if (place.foreignLock !== null) {
    const why = place.foreignLock === '' ? 'without a reason' : `with the reason "${place.foreignLock}"`;
    return refuse(
      'locked',
      `${place.path} was locked by hand ${why}. Run "git worktree unlock" on it to allow removal.`,
    );
  }
  return null;
}

/**
 * Decides from the content. A removal that loses anything needs a yes, and a backup that holds all of it; only ignored
 * folders with the names in `rebuilt` go without either.
 */
export function planDiscard(
  path: string,
  content: DiscardContent,
  confirmed: boolean,
  rebuilt: readonly string[] = REBUILT_FOLDERS,
): DiscardPlan {
  const unsaved = [...content.skipped.map((skip) => skip.path), ...content.filledSubmodules];
  if (unsaved.length > 0) {
    return {
      kind: 'refused',
      reason: 'not-saveable',
      message: `${path} holds ${listPaths(unsaved)}, which a backup cannot keep (repositories of their own, or unreadable files). Move or delete them, then discard again.`,
    };
  }
  const { changedFiles, commits, isChanged, ignored } = content;
  if (confirmed || (!isChanged && (ignored.notKept === null || isOnlyRebuilt(ignored.notKept, rebuilt))))
    return { kind: 'remove', backUp: isChanged };
  return {
    kind: 'needs-confirmation',
    changedFiles,
    commits,
    message: [`${path} has ${holdings(content)} of its own.`, ...askToConfirm(content)].join(' '),
  };
}

function holdings({ changedFiles, commits, ignored: { kept } }: DiscardContent): string {
  const tracked = `${plural(changedFiles, 'changed file')} and ${plural(commits, 'commit')}`;
  return kept.length === 0 ? tracked : `${tracked}, and ${plural(kept.length, 'ignored file')} (${listPaths(kept)})`;
}

function askToConfirm({ isChanged, ignored: { notKept } }: DiscardContent): string[] {
  const confirm = isChanged ? 'Confirm to remove it; a backup is kept.' : 'Confirm to remove it.';
  return notKept === null ? [confirm] : [describeNotKept(notKept), confirm];
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
