import type { FindingState, ReviewPlace, Severity } from './entries.ts';
import { type Comment, fileKey, type ReviewState } from './state.ts';

/** A comment and what was answered to it, oldest first. */
export interface Thread {
  readonly first: Comment;
  readonly replies: readonly Comment[];
}

/** All threads, in the order in which they were begun. */
export function threadsOf({ comments }: Pick<ReviewState, 'comments'>): Thread[] {
  const replies = new Map<string, Comment[]>();
  for (const comment of comments.values()) {
    if (comment.thread === null) replies.set(comment.id, []);
    else replies.get(comment.thread)?.push(comment);
  }
  return [...comments.values()].flatMap((first) =>
    first.thread === null ? [{ first, replies: replies.get(first.id) ?? [] }] : [],
  );
}

/** The threads whose place a caller recognises. */
export function threadsAt(state: Pick<ReviewState, 'comments'>, isHere: (place: ReviewPlace) => boolean): Thread[] {
  return threadsOf(state).filter(({ first }) => isHere(first.place));
}

/** A comment or a finding as the timeline and an export mark it. */
export interface ReviewMarker {
  readonly kind: 'comment' | 'finding';
  readonly id: string;
  /** Milliseconds since 1970, on the session's clock. */
  readonly moment: number;
  /** Null when it belongs to no one branch. */
  readonly branch: string | null;
  readonly place: ReviewPlace | null;
  readonly text: string;
  /** Findings only. */
  readonly severity: Severity | null;
  readonly state: FindingState;
  /** How many comments answer it. */
  readonly replies: number;
}

/** Every thread and finding, in the order of the session's time. */
export function markersOf(state: Pick<ReviewState, 'comments' | 'findings'>): ReviewMarker[] {
  const comments = threadsOf(state).map(({ first, replies }): ReviewMarker => {
    const { id, moment, place, text, resolved } = first;
    const { branch } = place;
    const answered = resolved ? 'resolved' : 'open';
    return {
      kind: 'comment',
      id,
      moment,
      branch,
      place,
      text,
      severity: null,
      state: answered,
      replies: replies.length,
    };
  });
  const findings = [...state.findings.values()].map(
    ({ id, moment, place, title: text, severity, state: answered }): ReviewMarker => ({
      kind: 'finding',
      id,
      moment,
      branch: place?.branch ?? null,
      place,
      text,
      severity,
      state: answered,
      replies: 0,
    }),
  );
  return [...comments, ...findings].sort((a, b) => a.moment - b.moment);
}

/** True while this version of a file's changes is the one that a person marked as read. */
export function isViewed({ viewed }: Pick<ReviewState, 'viewed'>, branch: string, path: string, version: string) {
  return viewed.get(fileKey(branch, path))?.has(version) ?? false;
}

export interface ReviewCounts {
  readonly comments: number;
  readonly openThreads: number;
  readonly findings: number;
  readonly openFindings: number;
}

export function countsOf(state: Pick<ReviewState, 'comments' | 'findings'>): ReviewCounts {
  const comments = [...state.comments.values()];
  const findings = [...state.findings.values()];
  return {
    comments: comments.length,
    openThreads: comments.filter(({ thread, resolved }) => thread === null && !resolved).length,
    findings: findings.length,
    openFindings: findings.filter((finding) => finding.state === 'open').length,
  };
}
