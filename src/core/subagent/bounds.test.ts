import { describe, expect, it } from 'vitest';
import { type BoundState, boundReached, DEFAULT_BOUNDS, narrowBounds } from './bounds.ts';

const start: BoundState = {
  steps: 0,
  elapsedMs: 0,
  tokens: 0,
  cost: 0,
  identicalCalls: 0,
  modelSilentMs: 0,
  commandMs: 0,
};
const bounds = { ...DEFAULT_BOUNDS, tokens: 1_000_000, cost: 0.5 };

describe('bounds', () => {
  it('have the defaults that were promised: 50 steps, 20 minutes, 3 and 5 equal calls, 120 s of silence', () => {
    expect(DEFAULT_BOUNDS).toMatchObject({
      steps: 50,
      wallClockMs: 1_200_000,
      identicalCalls: { warn: 3, stop: 5 },
      silentModelMs: 120_000,
      tokens: null,
      cost: null,
    });
  });

  it.each([
    [{ steps: 49 }, { steps: 50 }, 'steps', 'The limit of 50 steps was reached.'],
    [{ elapsedMs: 1_199_999 }, { elapsedMs: 1_200_000 }, 'wall-clock', 'The limit of 20 minutes in all was reached.'],
    [
      { tokens: 999_999 },
      { tokens: 1_000_050 },
      'tokens',
      'The limit of 1,000,000 tokens (1,000,050 tokens used) was reached.',
    ],
    [{ cost: 0.49 }, { cost: 0.62 }, 'cost', 'The limit of cost of $0.50 ($0.62 spent) was reached.'],
    [
      { identicalCalls: 4 },
      { identicalCalls: 5 },
      'identical-calls',
      'The limit of 5 equal calls in a row was reached.',
    ],
    [
      { modelSilentMs: 119_999 },
      { modelSilentMs: 120_000 },
      'silent-model',
      'The limit of 2 minutes without a word of the model was reached.',
    ],
    [
      { commandMs: 599_999 },
      { commandMs: 600_000 },
      'command-time',
      'The limit of 10 minutes for one command was reached.',
    ],
  ])('%j is inside, %j has reached %s', (inside, over, kind, words) => {
    expect(boundReached({ ...start, ...inside }, bounds)).toBeNull();
    expect(boundReached({ ...start, ...over }, bounds)).toEqual({ kind, words });
  });

  it('an unknown price is no cost of 0 and no cost of infinity: other bounds still hold', () => {
    expect(boundReached({ ...start, cost: null }, bounds)).toBeNull();
    expect(boundReached({ ...start, cost: null, steps: 50 }, bounds)?.kind).toBe('steps');
  });

  it("an agent's maxTurns can only narrow the steps", () => {
    expect(narrowBounds(DEFAULT_BOUNDS, { maxTurns: 7 }).steps).toBe(7);
    expect(narrowBounds(DEFAULT_BOUNDS, { maxTurns: 500 }).steps).toBe(50);
    expect(narrowBounds(DEFAULT_BOUNDS, { maxTurns: null })).toBe(DEFAULT_BOUNDS);
  });
});
