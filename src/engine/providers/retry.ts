import type { ModelError, ModelErrorKind } from './model-adapter.ts';

export interface FailedAttempt {
  readonly error: Pick<ModelError, 'kind' | 'retryAfterMs'>;
  /** Number of the attempt that has just failed, from 1, over all attempts of this request. */
  readonly attempt: number;
  /** Whether any output of this attempt had arrived. It is thrown away whole: attempts never mix. */
  readonly outputBegan: boolean;
  /** From 0 up to, but not including, 1. */
  random(): number;
}

/** A server that asks for a longer wait than this is not waited for; the error's message says when to try again. */
export const LONGEST_SERVER_WAIT_MS = 120_000;

const FIRST_WAIT_MS = 1_000;
const LONGEST_OWN_WAIT_MS = 30_000;

/**
 * How many attempts a kind of failure gets before any output. The numbers are our own choice: five spread over about
 * 15 s of a busy service; three is for failures where each attempt is slow (silence) or paid for (useless answers).
 */
const ATTEMPTS: Record<ModelErrorKind, number> = {
  'rate-limit': 5,
  overloaded: 5,
  network: 5,
  'stream-cut': 5,
  silence: 3,
  'malformed-call': 3,
  'empty-answer': 3,
  auth: 1,
  quota: 1,
  'context-exceeded': 1,
  'invalid-request': 1,
  'not-found': 1,
  'not-an-api': 1,
  aborted: 1,
};

/** Once output has begun, every attempt is billed: at most two more are made. */
const ATTEMPTS_AFTER_OUTPUT = 3;

/**
 * Whether to make another attempt, and after how many milliseconds; null when the failure stands. A server's own wait
 * wins and is never undercut. Part of each wait is random, so that forks that failed together do not return together.
 */
export function nextRetry({ error, attempt, outputBegan, random }: FailedAttempt): { readonly waitMs: number } | null {
  const allowed = outputBegan ? Math.min(ATTEMPTS[error.kind], ATTEMPTS_AFTER_OUTPUT) : ATTEMPTS[error.kind];
  if (attempt >= allowed) return null;
  if (error.retryAfterMs !== null) {
    if (error.retryAfterMs > LONGEST_SERVER_WAIT_MS) return null;
    return { waitMs: Math.round(error.retryAfterMs * (1 + random() / 10)) };
  }
  const longest = Math.min(LONGEST_OWN_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
  return { waitMs: Math.round(longest * (0.5 + random() / 2)) };
}
