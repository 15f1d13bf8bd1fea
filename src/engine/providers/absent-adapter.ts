import { geminiDialect } from '../../core/providers/gemini-dialect.ts';
import type { Fault } from '../../shared/result.ts';
import { type ModelAdapter, ModelError } from './model-adapter.ts';

/** Stands in for a provider that cannot be reached now (its key is missing, say): a stored session still opens. */
export function createAbsentAdapter(provider: string, why: Fault): ModelAdapter {
  return {
    provider,
    dialect: geminiDialect,
    cache: { ttlMs: 0, readableAfter: 'first-byte' },
    // biome-ignore lint/correctness/useYield: there is nothing to bring, only a reason.
    async *stream() {
      throw new ModelError('auth', why.message);
    },
  };
}
