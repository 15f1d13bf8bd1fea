import type { Sampling } from '../prefix/snapshot.ts';

/** Models that a picker offers; the first one is the default. Any other name can be typed. */
export const ANTHROPIC_MODELS = [
  'claude-sonnet-5-5',
  'claude-opus-5-5',
  'claude-haiku-5-5',
  'claude-opus-5',
  'claude-fable-5-2',
] as const;

/** Output tokens where nobody said how many. Every model since Claude 4 allows 32,000; older ones allow less. */
const DEFAULT_OUTPUT_TOKENS = 32_000;
const OLD_OUTPUT_TOKENS: readonly (readonly [RegExp, number])[] = [
  [/^claude-3-(opus|sonnet|haiku)/, 4_096],
  [/^claude-3-5/, 8_192],
];

/** Tokens of thinking per level, for models that take a budget instead of an effort. Our own choice. */
const BUDGET: Readonly<Record<NonNullable<Sampling['thinkingLevel']>, number>> = {
  low: 4_096,
  medium: 10_240,
  high: 24_576,
};

/** The least budget that the API takes. */
const LEAST_BUDGET = 1_024;

/** Major and minor version in a model's name, e.g. `claude-opus-4-5-20251101` is 4.5; null for another kind of name. */
function versionOf(model: string): readonly [number, number] | null {
  const match = /^claude-(?:[a-z]+-)?(\d+)(?:-(\d{1,2}))?(?:-|$)/.exec(model);
  return match ? [Number(match[1]), Number(match[2] ?? 0)] : null;
}

function isAtLeast(model: string, major: number, minor: number): boolean {
  const version = versionOf(model);
  // Names without a version are aliases of newest models.
  return version === null || version[0] > major || (version[0] === major && version[1] >= minor);
}

/**
 * The parameters of a request besides its prefix, in the form that a model takes. Temperature and top-p are left out:
 * since its version 2026-10-21 the API refuses both, at any value.
 */
export function anthropicSampling(model: string, sampling: Sampling): Readonly<Record<string, unknown>> {
  const old = OLD_OUTPUT_TOKENS.find(([name]) => name.test(model))?.[1];
  const maxTokens = sampling.maxOutputTokens ?? old ?? DEFAULT_OUTPUT_TOKENS;
  return { max_tokens: maxTokens, ...thinkingOf(model, sampling.thinkingLevel, maxTokens) };
}

/** Since 4.6 a model takes an effort and thinks as it needs; since 3.7 a budget, which must be below the cap. */
function thinkingOf(model: string, level: Sampling['thinkingLevel'], maxTokens: number) {
  if (level === undefined || !isAtLeast(model, 3, 7)) return {};
  if (isAtLeast(model, 4, 6)) {
    return { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: level } };
  }
  const budget = Math.min(BUDGET[level], Math.floor(maxTokens / 2));
  return budget < LEAST_BUDGET ? {} : { thinking: { type: 'enabled', budget_tokens: budget } };
}
