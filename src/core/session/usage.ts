/**
 * Tokens of one request or a sum of requests, in one convention for every provider:
 * `input` counts all input tokens, cached ones included; `thoughts` are billed as output but counted apart
 * where the provider says so (else they are inside `output` and `thoughts` is 0).
 */
export interface Usage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly thoughts: number;
}

export const NO_USAGE: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, thoughts: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
    thoughts: a.thoughts + b.thoughts,
  };
}

/** Share of the input that came from the provider's cache, 0 to 1; `null` before any input was counted. */
export function cacheShare(usage: Usage): number | null {
  return usage.input > 0 ? usage.cacheRead / usage.input : null;
}
