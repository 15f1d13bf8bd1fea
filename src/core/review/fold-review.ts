import type { ReviewEntry } from './entries.ts';
import { type Comment, type Finding, fileKey, type ReviewState } from './state.ts';

/**
 * The state after `entries`. Lines that were folded already are left out, so that an answer and a notification may tell
 * the same; what is about something unknown or removed changes nothing.
 */
export function foldReview(state: ReviewState, entries: readonly ReviewEntry[]): ReviewState {
  return entries.reduce(apply, state);
}

function apply(state: ReviewState, entry: ReviewEntry): ReviewState {
  if (entry.seq <= state.lastSeq) return state;
  const next = { ...state, lastSeq: entry.seq };
  switch (entry.type) {
    case 'review-opened':
      return next;
    case 'comment-added': {
      const { commentId: id, thread, place, moment, text, at } = entry;
      if (state.comments.has(id) || (thread !== null && !state.comments.has(thread))) return next;
      const comment: Comment = { id, thread, place, moment, text, at, editedAt: null, resolved: false, sentTo: [] };
      return { ...next, comments: new Map(state.comments).set(id, comment) };
    }
    case 'comment-edited':
      return withComment(next, entry.commentId, () => ({ text: entry.text, editedAt: entry.at }));
    case 'comment-resolved':
      return withComment(next, entry.commentId, () => ({ resolved: entry.resolved }));
    case 'comment-sent':
      return withComment(next, entry.commentId, ({ sentTo }) => ({ sentTo: [...sentTo, entry.branch] }));
    case 'comment-removed': {
      const kept = [...state.comments].filter(
        ([id, { thread }]) => id !== entry.commentId && thread !== entry.commentId,
      );
      return kept.length === state.comments.size ? next : { ...next, comments: new Map(kept) };
    }
    case 'finding-added': {
      const { findingId: id, title, severity, place, moment, at } = entry;
      if (state.findings.has(id)) return next;
      const finding: Finding = { id, title, severity, state: 'open', place, moment, at };
      return { ...next, findings: new Map(state.findings).set(id, finding) };
    }
    case 'finding-changed': {
      const found = state.findings.get(entry.findingId);
      if (!found) return next;
      const { title = found.title, severity = found.severity, state: to = found.state } = entry;
      return { ...next, findings: new Map(state.findings).set(found.id, { ...found, title, severity, state: to }) };
    }
    case 'finding-removed': {
      const findings = new Map(state.findings);
      return findings.delete(entry.findingId) ? { ...next, findings } : next;
    }
    case 'file-viewed': {
      const key = fileKey(entry.branch, entry.path);
      const versions = new Set(state.viewed.get(key));
      if (entry.viewed) versions.add(entry.version);
      else versions.delete(entry.version);
      return { ...next, viewed: new Map(state.viewed).set(key, versions) };
    }
  }
}

function withComment(state: ReviewState, id: string, change: (comment: Comment) => Partial<Comment>): ReviewState {
  const comment = state.comments.get(id);
  if (!comment) return state;
  return { ...state, comments: new Map(state.comments).set(id, { ...comment, ...change(comment) }) };
}
