/** Upper bound of a hold. Anthropic's own fan-out waits as long at most (5,000 ms). */
export const MAX_HOLD_MS = 5_000;

/**
 * Bytes of common tail (all that siblings share beyond the parent's last request) under which a hold saves too little
 * to be worth its wait: about 1,000 tokens at 4 bytes each.
 */
export const SMALL_TAIL_BYTES = 4_000;

export interface HoldQuestion {
  readonly siblings: number;
  /** True when the parent's last request was answered within the provider's cache lifetime. */
  readonly parentIsWarm: boolean;
  /** Bytes that all siblings share beyond the parent's last request. */
  readonly tailBytes: number;
  /** What makes an entry readable: the first byte of its answer, or its end (DashScope, DeepSeek). */
  readonly readableAfter: 'first-byte' | 'end';
}

export type HoldPlan =
  | { readonly hold: false; readonly reason: string }
  | { readonly hold: true; readonly until: 'first-byte' | 'end'; readonly atMostMs: number; readonly reason: string };

/** Whether the first fork goes alone and the others wait until it has warmed the cache for them. */
export function planHold({ siblings, parentIsWarm, tailBytes, readableAfter }: HoldQuestion): HoldPlan {
  if (siblings < 2) return { hold: false, reason: 'there is nobody to wait for' };
  if (parentIsWarm && tailBytes < SMALL_TAIL_BYTES) {
    return { hold: false, reason: "the parent's prefix is warm and the common tail is small" };
  }
  const reason = parentIsWarm ? 'the common tail is not cached yet' : 'the prefix is not cached yet';
  return { hold: true, until: readableAfter, atMostMs: MAX_HOLD_MS, reason };
}
