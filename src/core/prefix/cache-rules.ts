/** How a provider's prompt cache treats a prefix: all that is needed to expect a hit, and to explain a miss. */
export interface CacheRules {
  /** How long an entry lives unread, in milliseconds, counted from the end of the request that wrote or read it. */
  readonly ttlMs: number;
  /** What makes an entry readable: the first byte of its answer, or its end (DashScope, DeepSeek). */
  readonly readableAfter: 'first-byte' | 'end';
  /** Tokens below which nothing is cached; null where nobody states a number. */
  readonly minimumTokens: number | null;
}

/** The part of the rules that a provider's adapter knows before it is told a model. */
export interface ProviderCache extends Pick<CacheRules, 'ttlMs' | 'readableAfter'> {
  /** `by-model`: the model's own number, see `minimumTokensOf`. Absent where nobody states one. */
  readonly minimumTokens?: number | 'by-model';
}

export function cacheRulesFor({ ttlMs, readableAfter, minimumTokens }: ProviderCache, model: string): CacheRules {
  const least = minimumTokens === 'by-model' ? minimumTokensOf(model) : (minimumTokens ?? null);
  return { ttlMs, readableAfter, minimumTokens: least };
}

/**
 * Least prefix that is cached, in tokens, by model. Sources: the vendors' caching guides, read in 2026-10 and 2026-11.
 * The first pattern that fits holds. A model whose guide states no number is not here: unknown stays unknown.
 */
const MINIMUM_TOKENS: readonly (readonly [model: RegExp, tokens: number])[] = [
  [/^gemini-2\.5/, 2_048],
  [/^gemini-3\.1-pro/, 4_096],
  [/^gemini-3\.[5-8]-flash/, 4_096],
  [/^gemini-4-argon/, 6_144],
  [/^claude-(opus-4-6|opus-4-5|haiku-4-5)(-\d{8})?$/, 4_096],
  [/^claude-opus-4-7(-\d{8})?$/, 2_048],
  [/^claude-(opus-4-8|sonnet-5|sonnet-4-6|sonnet-4-5)(-\d{8})?$/, 1_024],
  [/^claude-(opus|fable|mythos)-5(-\d{8})?$/, 512],
  // Every model of OpenAI: the number is that of the service.
  [/^(gpt-\d|o\d|chatgpt-)/, 1_024],
];

/** Null where no number is stated for this model. */
export function minimumTokensOf(model: string): number | null {
  return MINIMUM_TOKENS.find(([pattern]) => pattern.test(model))?.[1] ?? null;
}
