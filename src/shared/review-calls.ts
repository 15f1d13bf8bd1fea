import { z } from 'zod';
import { type ReviewEntry, reviewChange } from '../core/review/entries.ts';
import type { Problem } from '../core/session/state.ts';
import type { FileSides } from '../core/worktree/file-side.ts';
import { past } from './past-files.ts';

const id = z.string().min(1).max(200);
const path = z.string().min(1).max(4_096);
const inSession = z.object({ sessionId: id });

/** Parameters of the calls about a session's review: comments, findings and which files were read. */
export const reviewRequests = {
  'review.read': inSession,
  /** All or none of them are stored, in this order. */
  'review.write': inSession.extend({ changes: z.array(reviewChange).min(1).max(500) }),
  /** Both sides of a changed file, whole; `from` is its path before the change, `against` and `past` as in `branch.diff`. */
  'review.sides': inSession.extend({ branch: id, against: id.nullable(), past, path, from: path }),
  /** Shows a file of a branch in the system's file manager. It is not opened: what a model wrote might run. */
  'review.reveal': inSession.extend({ branch: id, path }),
} as const;

export interface ReviewResponses {
  'review.read': { readonly entries: readonly ReviewEntry[]; readonly problems: readonly Problem[] };
  'review.write': { readonly entries: readonly ReviewEntry[] };
  /** Null where only the difference is here: of a fork that came with a bundle. */
  'review.sides': FileSides | null;
  'review.reveal': null;
}

export interface ReviewNotifications {
  /** New lines of a session's review. */
  review: { readonly sessionId: string; readonly entries: readonly ReviewEntry[] };
}
