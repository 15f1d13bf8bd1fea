import type { GenerateContentResponseUsageMetadata } from '@google/genai';
import type { Usage } from '../../core/session/usage.ts';

/**
 * Gemini's counts in our convention. Gemini's prompt count includes cached tokens; tokens of server-side tools stand
 * beside it; thoughts are counted apart from the answer and billed as output. Writing the cache is not counted.
 */
export function geminiUsage(counts: GenerateContentResponseUsageMetadata): Usage {
  const input = (counts.promptTokenCount ?? 0) + (counts.toolUsePromptTokenCount ?? 0);
  return {
    input,
    cacheRead: Math.min(counts.cachedContentTokenCount ?? 0, input),
    cacheWrite: 0,
    output: counts.candidatesTokenCount ?? 0,
    thoughts: counts.thoughtsTokenCount ?? 0,
  };
}
