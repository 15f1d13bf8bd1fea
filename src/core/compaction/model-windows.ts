/** What is known of a family of models: its context window in tokens. */
export interface ModelWindow {
  readonly model: RegExp;
  readonly tokens: number;
  /** Share of the window from which on a context is summed up, for models that sum up well; absent for the others. */
  readonly condenseAt?: number;
}

/** Tokens of a window that nobody has stated: what the smallest current models take. */
export const UNKNOWN_WINDOW = 128_000;

/** The field's own share for its newer families. */
const CONDENSE_AT = 0.75;

/**
 * By model name, the first that fits. Sizes as the vendors are known to publish them; not looked up anew, so check a row before you rely on it. DeepSeek behind a compatible
 * address counts as 128,000, whatever it says of itself. A person's setting wins over this table.
 */
export const MODEL_WINDOWS: readonly ModelWindow[] = [
  { model: /^demo-planner-small$/, tokens: 32_768 },
  { model: /^demo-/, tokens: 1_048_576 },
  { model: /^gemini-/, tokens: 1_048_576, condenseAt: CONDENSE_AT },
  { model: /^claude-3/, tokens: 200_000 },
  { model: /^claude-/, tokens: 200_000, condenseAt: CONDENSE_AT },
  { model: /^gpt-[5-9]/, tokens: 400_000, condenseAt: CONDENSE_AT },
  { model: /^gpt-4\.1/, tokens: 1_047_576 },
  { model: /^(gpt-4o|gpt-4-turbo|chatgpt-)/, tokens: 128_000 },
  { model: /^o[1-9]/, tokens: 200_000 },
  { model: /deepseek/i, tokens: 128_000 },
  { model: /^qwen[34][\w.]*-max/, tokens: 262_144, condenseAt: CONDENSE_AT },
];

/** Allowed sizes of common windows, in tokens; the rest of a window is for the answer and the next results. */
const ALLOWED: Readonly<Record<number, number>> = { 64000: 37_000, 128000: 98_000, 200000: 160_000 };

/** Tokens that a large window keeps free. */
const KEPT_FREE = 40_000;
/** The share of a small window that may be used; of a large one it is less than `KEPT_FREE` leaves. */
const USABLE = 0.8;

export interface KnownWindow {
  readonly tokens: number;
  readonly condenseAt: number | null;
}

/** `stated` are a person's own numbers by model name. */
export function windowOf(model: string, stated: Readonly<Record<string, number>> = {}): KnownWindow {
  const known = MODEL_WINDOWS.find((window) => window.model.test(model));
  const own = Object.hasOwn(stated, model) ? stated[model] : undefined;
  return { tokens: own ?? known?.tokens ?? UNKNOWN_WINDOW, condenseAt: known?.condenseAt ?? null };
}

/**
 * Tokens that a request may have before it is compacted. With `condenses` (the context is summed up, not cut) families
 * that have a share of their own keep to it.
 */
export function allowedTokens({ tokens, condenseAt }: KnownWindow, condenses = false): number {
  const allowed = ALLOWED[tokens] ?? Math.max(tokens - KEPT_FREE, Math.floor(tokens * USABLE));
  return condenses && condenseAt !== null ? Math.min(allowed, Math.floor(tokens * condenseAt)) : allowed;
}
