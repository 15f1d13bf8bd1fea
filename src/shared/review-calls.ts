import { z } from 'zod';
import { type ReviewEntry, reviewChange } from '../core/review/entries.ts';
import type { Problem } from '../core/session/state.ts';

const inSession = z.object({ sessionId: z.string().min(1).max(200) });

/** Parameters of the calls about a session's review: comments, findings and which files were read. */
export const reviewRequests = {
  'review.read': inSession,
  /** All or none of them are stored, in this order. */
  'review.write': inSession.extend({ changes: z.array(reviewChange).min(1).max(500) }),
} as const;

export interface ReviewResponses {
  'review.read': { readonly entries: readonly ReviewEntry[]; readonly problems: readonly Problem[] };
  'review.write': { readonly entries: readonly ReviewEntry[] };
}

export interface ReviewNotifications {
  /** New lines of a session's review. */
  review: { readonly sessionId: string; readonly entries: readonly ReviewEntry[] };
}
