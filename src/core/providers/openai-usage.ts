import type { Usage } from '../session/usage.ts';

/** The counts of a chat completion, with the fields that single services add. Any may be absent, or null. */
export interface OpenAiCounts {
  readonly prompt_tokens?: number | null;
  readonly completion_tokens?: number | null;
  readonly prompt_tokens_details?: {
    readonly cached_tokens?: number | null;
    /** OpenAI, GPT-5.6 and newer. */
    readonly cache_write_tokens?: number | null;
    /** DashScope. */
    readonly cache_creation_input_tokens?: number | null;
  } | null;
  /** DeepSeek: both together are the prompt. */
  readonly prompt_cache_hit_tokens?: number | null;
  readonly prompt_cache_miss_tokens?: number | null;
}

/**
 * Counts of a chat completion in our convention. The prompt includes what was read from the cache and what was written
 * to it; thoughts are inside the output, so they are not counted apart. Null when nothing was counted.
 */
export function openAiUsage(counts: OpenAiCounts | null | undefined): Usage | null {
  if (!counts) return null;
  const hit = counts.prompt_cache_hit_tokens;
  const details = counts.prompt_tokens_details;
  const input = counts.prompt_tokens ?? (hit ?? 0) + (counts.prompt_cache_miss_tokens ?? 0);
  const cacheRead = Math.min(hit ?? details?.cached_tokens ?? 0, input);
  const written = details?.cache_write_tokens ?? details?.cache_creation_input_tokens ?? 0;
  return {
    input,
    cacheRead,
    cacheWrite: Math.min(written, input - cacheRead),
    output: counts.completion_tokens ?? 0,
    thoughts: 0,
  };
}
