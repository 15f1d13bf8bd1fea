import { describe, expect, it } from 'vitest';
import { allowedTokens, windowOf } from './model-windows.ts';

describe('the allowed size of a window', () => {
  it.each([
    // The field's own table, and the larger of 80 percent and 40,000 less.
    [64_000, 37_000],
    [128_000, 98_000],
    [200_000, 160_000],
    [32_768, 26_214],
    [1_048_576, 1_008_576],
    [100_000, 80_000],
  ])('of %i tokens is %i', (tokens, allowed) => {
    expect(allowedTokens({ tokens, condenseAt: null })).toBe(allowed);
  });

  it('is three quarters where a family is set so and the context is summed up', () => {
    expect(allowedTokens({ tokens: 200_000, condenseAt: 0.75 }, true)).toBe(150_000);
    expect(allowedTokens({ tokens: 200_000, condenseAt: 0.75 }, false)).toBe(160_000);
    expect(allowedTokens({ tokens: 64_000, condenseAt: 0.75 }, true)).toBe(37_000);
  });

  it('is that of 128,000 for an unknown model, unless a person says more', () => {
    expect(windowOf('some-local-model').tokens).toBe(128_000);
    expect(windowOf('some-local-model', { 'some-local-model': 8_192 }).tokens).toBe(8_192);
    expect(windowOf('deepseek-v4-pro').tokens).toBe(128_000);
    expect(windowOf('constructor', {}).tokens).toBe(128_000);
  });
});
