import { anthropicDialect } from '../../core/providers/anthropic-dialect.ts';
import type { Dialect } from '../../core/providers/dialect.ts';
import { geminiDialect } from '../../core/providers/gemini-dialect.ts';
import { createOpenAiDialect } from '../../core/providers/openai-dialect.ts';
import { OPENAI_PROFILES } from '../../core/providers/openai-profiles.ts';
import type { Fault } from '../../shared/result.ts';
import { type ModelAdapter, ModelError } from './model-adapter.ts';

/**
 * Stands in for a provider that cannot be reached now (its key is missing, say): a stored session still opens, and is
 * compared in its provider's own form.
 */
export function createAbsentAdapter(provider: string, why: Fault): ModelAdapter {
  return {
    provider,
    dialect: dialectOf(provider),
    cache: { ttlMs: 0, readableAfter: 'first-byte' },
    // biome-ignore lint/correctness/useYield: there is nothing to bring, only a reason.
    async *stream() {
      throw new ModelError('auth', why.message);
    },
  };
}

function dialectOf(provider: string): Dialect {
  if (provider === 'anthropic') return anthropicDialect;
  return provider === 'openai' ? createOpenAiDialect(OPENAI_PROFILES.openai.style) : geminiDialect;
}
