import type { Usage } from './usage.ts';

/** USD per million tokens. `cacheWrite` is absent where writing the cache costs what input costs. */
export interface PriceTier {
  /** The tier holds for prompts up to this many input tokens, cached ones included; absent on the last tier. */
  readonly upToInput?: number;
  readonly input: number;
  readonly cacheRead: number;
  readonly output: number;
  readonly cacheWrite?: number;
}

export interface ModelPrice {
  readonly model: string;
  readonly tiers: readonly PriceTier[];
  /** Where the numbers are from, and what is special about them. */
  readonly source: string;
}

/** A dated, editable table. A model that is not in it has no price: never zero. */
export interface PriceTable {
  readonly date: string;
  readonly models: readonly ModelPrice[];
}

const PER_MILLION = 1_000_000;

export function findPrice(table: PriceTable, model: string): ModelPrice | null {
  return table.models.find((price) => price.model === model) ?? null;
}

/** The tier is chosen by the whole prompt, cached tokens included, as providers bill it. */
function tierOf(price: ModelPrice, input: number): PriceTier | null {
  return price.tiers.find((tier) => tier.upToInput === undefined || input <= tier.upToInput) ?? null;
}

/** Cost of one request in USD, or `null` when the price is unknown. */
export function costOfRequest(usage: Usage, price: ModelPrice | null): number | null {
  const tier = price && tierOf(price, usage.input);
  if (!tier) return null;
  const plainInput = Math.max(0, usage.input - usage.cacheRead - usage.cacheWrite);
  const writePrice = tier.cacheWrite ?? tier.input;
  return (
    (plainInput * tier.input +
      usage.cacheRead * tier.cacheRead +
      usage.cacheWrite * writePrice +
      (usage.output + usage.thoughts) * tier.output) /
    PER_MILLION
  );
}

/** What the same request would have cost without any cache, in USD. */
export function uncachedCostOfRequest(usage: Usage, price: ModelPrice | null): number | null {
  return costOfRequest({ ...usage, cacheRead: 0, cacheWrite: 0 }, price);
}

/**
 * What the same step would have cost a fresh agent that was given only a brief: the inherited messages are not in its
 * prompt, its first request finds nothing in the cache, and later ones read what it sent itself. A lower bound: what a
 * fork knows from its parent, a fresh agent would have to be told or to read again. USD; null when the price is unknown.
 */
export function freshCostOfRequest(
  usage: Usage,
  inherited: { readonly tokens: number; readonly isFirst: boolean },
  price: ModelPrice | null,
): number | null {
  const input = Math.max(0, usage.input - inherited.tokens);
  const cacheRead = inherited.isFirst ? 0 : Math.min(input, Math.max(0, usage.cacheRead - inherited.tokens));
  const cacheWrite = usage.cacheWrite > 0 ? input - cacheRead : 0;
  return costOfRequest({ ...usage, input, cacheRead, cacheWrite }, price);
}
