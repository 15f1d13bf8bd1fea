import { describe, expect, it } from 'vitest';
import type { ModelErrorKind } from './model-adapter.ts';
import { nextRetry } from './retry.ts';

const failed = (
  kind: ModelErrorKind,
  attempt: number,
  more: { outputBegan?: boolean; retryAfterMs?: number; random?: number } = {},
) =>
  nextRetry({
    error: { kind, retryAfterMs: more.retryAfterMs ?? null },
    attempt,
    outputBegan: more.outputBegan ?? false,
    random: () => more.random ?? 0,
  });

/** How many attempts are made in all when every one fails in the same way. */
function attemptsOf(kind: ModelErrorKind, outputBegan: boolean): number {
  let attempt = 1;
  while (attempt < 50 && failed(kind, attempt, { outputBegan })) attempt++;
  return attempt;
}

describe('number of attempts', () => {
  it.each<[ModelErrorKind, number, number]>([
    // kind, attempts before any output, attempts after output
    ['rate-limit', 5, 3],
    ['overloaded', 5, 3],
    ['network', 5, 3],
    ['stream-cut', 5, 3],
    ['silence', 3, 3],
    ['malformed-call', 3, 3],
    ['empty-answer', 3, 3],
    ['auth', 1, 1],
    ['quota', 1, 1],
    ['context-exceeded', 1, 1],
    ['invalid-request', 1, 1],
    ['not-found', 1, 1],
    ['not-an-api', 1, 1],
    ['aborted', 1, 1],
  ])('%s: %i before output, %i after', (kind, before, after) => {
    expect(attemptsOf(kind, false)).toBe(before);
    expect(attemptsOf(kind, true)).toBe(after);
  });
});

describe('wait', () => {
  it('doubles from one second, between half and all of it', () => {
    expect([1, 2, 3, 4].map((attempt) => failed('overloaded', attempt, { random: 0 })?.waitMs)).toEqual([
      500, 1000, 2000, 4000,
    ]);
    expect([1, 2, 3, 4].map((attempt) => failed('overloaded', attempt, { random: 1 })?.waitMs)).toEqual([
      1000, 2000, 4000, 8000,
    ]);
  });

  it('is the one that the server asked for, and never less', () => {
    expect(failed('rate-limit', 1, { retryAfterMs: 37_000, random: 0 })).toEqual({ waitMs: 37_000 });
    expect(failed('rate-limit', 4, { retryAfterMs: 100, random: 1 })).toEqual({ waitMs: 110 });
    expect(failed('rate-limit', 1, { retryAfterMs: 120_000 })).not.toBeNull();
  });

  it('is not made when the server asks for more than two minutes', () => {
    expect(failed('rate-limit', 1, { retryAfterMs: 120_001 })).toBeNull();
  });
});
