import type { Problem } from '../session/state.ts';
import type { FindingState, ReviewPlace, Severity } from './entries.ts';

export interface Comment {
  readonly id: string;
  /** The first comment of its thread; null when it is the first itself. */
  readonly thread: string | null;
  readonly place: ReviewPlace;
  /** Where it stands in the session's time: milliseconds since 1970. */
  readonly moment: number;
  readonly text: string;
  /** When it was written and last edited: milliseconds since 1970. */
  readonly at: number;
  readonly editedAt: number | null;
  /** Holds for the whole thread, and is kept by its first comment. */
  readonly resolved: boolean;
  /** Branches that got it as a message, in order. */
  readonly sentTo: readonly string[];
}

export interface Finding {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly state: FindingState;
  readonly place: ReviewPlace | null;
  readonly moment: number;
  readonly at: number;
}

/** Everything a review shows, folded from `review.jsonl`. Maps keep the order in which things were added. */
export interface ReviewState {
  readonly comments: ReadonlyMap<string, Comment>;
  readonly findings: ReadonlyMap<string, Finding>;
  /** Versions that were read, by branch and path: see `fileKey`. */
  readonly viewed: ReadonlyMap<string, ReadonlySet<string>>;
  readonly lastSeq: number;
  readonly problems: readonly Problem[];
}

export const EMPTY_REVIEW: ReviewState = {
  comments: new Map(),
  findings: new Map(),
  viewed: new Map(),
  lastSeq: 0,
  problems: [],
};

export function fileKey(branch: string, path: string): string {
  return `${branch}\n${path}`;
}
