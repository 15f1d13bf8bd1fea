import type { ReviewEntry } from './entries.ts';
import { foldReview } from './fold-review.ts';
import { EMPTY_REVIEW, type ReviewState } from './state.ts';

/**
 * The lines of a review that a reader of an exported page may see: what was removed is gone, a comment or a finding that was
 * edited has its last words only, and which files somebody has read is nobody else's business.
 */
export function publishedReview(entries: readonly ReviewEntry[]): ReviewEntry[] {
  const state = foldReview(EMPTY_REVIEW, entries);
  return entries.flatMap((entry) => published(entry, state));
}

function published(entry: ReviewEntry, { comments, findings }: ReviewState): ReviewEntry[] {
  switch (entry.type) {
    case 'review-opened':
      return [entry];
    case 'comment-added': {
      const comment = comments.get(entry.commentId);
      return comment ? [{ ...entry, text: comment.text }] : [];
    }
    case 'comment-edited': {
      const comment = comments.get(entry.commentId);
      return comment?.editedAt === entry.at ? [{ ...entry, text: comment.text }] : [];
    }
    case 'comment-resolved':
    case 'comment-sent':
      return comments.has(entry.commentId) ? [entry] : [];
    case 'finding-added': {
      const finding = findings.get(entry.findingId);
      return finding ? [{ ...entry, title: finding.title, severity: finding.severity }] : [];
    }
    case 'finding-changed': {
      const finding = findings.get(entry.findingId);
      const { title: _, severity: __, ...rest } = entry;
      return finding && entry.state !== undefined ? [rest] : [];
    }
    case 'comment-removed':
    case 'finding-removed':
    case 'file-viewed':
      return [];
  }
}
