import type { Usage } from '../session/usage.ts';

/** The counts of a message, as Anthropic streams them. Any may be absent, or null. */
export interface AnthropicCounts {
  readonly input_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
  /** Written tokens by lifetime; some answers fill only these. */
  readonly cache_creation?: {
    readonly ephemeral_5m_input_tokens?: number | null;
    readonly ephemeral_1h_input_tokens?: number | null;
  } | null;
  readonly output_tokens?: number | null;
}

/**
 * Anthropic's counts in our convention. Its input count leaves out what was read from the cache and what was written to
 * it, so all three are added; thoughts are inside the output. Null when nothing was counted.
 */
export function anthropicUsage(counts: AnthropicCounts | null): Usage | null {
  if (!counts) return null;
  const cacheRead = counts.cache_read_input_tokens ?? 0;
  const byLifetime =
    (counts.cache_creation?.ephemeral_5m_input_tokens ?? 0) + (counts.cache_creation?.ephemeral_1h_input_tokens ?? 0);
  const cacheWrite = counts.cache_creation_input_tokens || byLifetime;
  return {
    input: (counts.input_tokens ?? 0) + cacheRead + cacheWrite,
    cacheRead,
    cacheWrite,
    output: counts.output_tokens ?? 0,
    thoughts: 0,
  };
}

/** The counts so far with a later event's over them. What an event leaves out, or gives as null, stays. */
export function mergeCounts(earlier: AnthropicCounts | null, later: AnthropicCounts): AnthropicCounts {
  const given = Object.entries(later).filter(([, count]) => count !== null && count !== undefined);
  return { ...earlier, ...Object.fromEntries(given) };
}
