import { z } from 'zod';

/** Version of `review.jsonl`. Each older version has one migration. */
export const REVIEW_VERSION = 1;

const id = z.string().min(1).max(200);
const path = z.string().min(1).max(4_096);
const text = z.string().trim().min(1).max(20_000);
const line = z.number().int().min(1);

/** What a comment or a finding is about. Branches, messages and calls are named by their ids in the session's log. */
export const reviewPlace = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), branch: id, messageId: id }),
  z.object({ kind: z.literal('call'), branch: id, messageId: id, callId: id }),
  z.object({
    kind: z.literal('lines'),
    branch: id,
    path,
    /** Which side of the diff the numbers count: the file before the change, or after it. */
    side: z.enum(['old', 'new']),
    from: line,
    to: line,
    /** The commented lines with their signs, as the diff showed them: they outlive the worktree. */
    excerpt: z.string().max(20_000),
  }),
  /** A moment of the session, or of one branch of it. */
  z.object({ kind: z.literal('moment'), branch: id.nullable() }),
]);
export type ReviewPlace = z.infer<typeof reviewPlace>;
export type LinesPlace = Extract<ReviewPlace, { kind: 'lines' }>;

/** Milliseconds since 1970 on the session's clock: where the timeline draws it. */
const moment = z.number().min(0);
export const severity = z.enum(['high', 'medium', 'low']);
export const findingState = z.enum(['open', 'resolved', 'wont-fix']);
export type Severity = z.infer<typeof severity>;
export type FindingState = z.infer<typeof findingState>;

/** What a person can do in a review. The window makes the ids; a second thing of the same id is ignored. */
export const reviewChange = z.discriminatedUnion('type', [
  /** `thread`: the comment that this one answers; null for the first of a thread. */
  z.object({
    type: z.literal('comment-added'),
    commentId: id,
    thread: id.nullable(),
    place: reviewPlace,
    moment,
    text,
  }),
  z.object({ type: z.literal('comment-edited'), commentId: id, text }),
  z.object({ type: z.literal('comment-removed'), commentId: id }),
  z.object({ type: z.literal('comment-resolved'), commentId: id, resolved: z.boolean() }),
  /** Its text went to a branch as a message. */
  z.object({ type: z.literal('comment-sent'), commentId: id, branch: id }),
  z.object({
    type: z.literal('finding-added'),
    findingId: id,
    title: text,
    severity,
    /** Null when it is about the session as a whole. */
    place: reviewPlace.nullable(),
    moment,
  }),
  z.object({
    type: z.literal('finding-changed'),
    findingId: id,
    title: text.optional(),
    severity: severity.optional(),
    state: findingState.optional(),
  }),
  z.object({ type: z.literal('finding-removed'), findingId: id }),
  /** A person has read this version of a file's changes; `viewed: false` takes the mark off. */
  z.object({ type: z.literal('file-viewed'), branch: id, path, version: id, viewed: z.boolean() }),
]);
export type ReviewChange = z.infer<typeof reviewChange>;

const stored = z.object({
  /** Lines are counted from 1. */
  seq: z.number().int().min(1),
  /** Milliseconds since 1970, on the clock of the person who reviews. */
  at: z.number(),
});
const header = z.object({ type: z.literal('review-opened'), version: z.number().int().min(1), sessionId: id });

/** One stored line. */
export const reviewEntry = z.union([stored.and(reviewChange), stored.and(header)]);
export type ReviewEntry = z.infer<typeof reviewEntry>;
