import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import shippedPrices from '../../../resources/prices.json' with { type: 'json' };
import type { PriceTable } from '../../core/session/cost.ts';

/** A person's own rows: the same form as the shipped table, of which only `models` is needed. */
export const OWN_PRICES_FILE = 'prices.json';

const usd = z.number().nonnegative();

const tierSchema = z.strictObject({
  upToInput: z.number().int().positive().exactOptional(),
  input: usd,
  cacheRead: usd,
  output: usd,
  cacheWrite: usd.exactOptional(),
});

const modelSchema = z.strictObject({
  model: z.string().min(1),
  tiers: z.array(tierSchema).min(1).refine(tiersRise, 'tiers must rise, and only the last may leave upToInput out'),
  source: z.string().min(1),
});

const tableSchema = z.strictObject({
  date: z.iso.date(),
  models: z.array(modelSchema).refine((models) => new Set(models.map(({ model }) => model)).size === models.length, {
    message: 'a model stands twice',
  }),
});

const ownSchema = tableSchema.partial({ date: true });

function tiersRise(tiers: readonly { readonly upToInput?: number }[]): boolean {
  const limits = tiers.map(({ upToInput }) => upToInput ?? Number.POSITIVE_INFINITY);
  return limits.every((limit, at) => at === 0 || limit > (limits[at - 1] ?? 0));
}

export interface LoadedPrices {
  readonly table: PriceTable;
  /** One plain sentence when a person's own file could not be used; the shipped prices then hold. */
  readonly problem: string | null;
}

/** The table that the app ships. */
export function shippedPriceTable(): PriceTable {
  return tableSchema.parse(shippedPrices);
}

/** The shipped prices with the rows of `<settingsFolder>/prices.json` over them, model by model. */
export async function loadPrices(settingsFolder: string): Promise<LoadedPrices> {
  const shipped = shippedPriceTable();
  const path = join(settingsFolder, OWN_PRICES_FILE);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return { table: shipped, problem: isAbsent ? null : unusable(path, 'it cannot be read') };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { table: shipped, problem: unusable(path, 'it is not JSON') };
  }
  const own = ownSchema.safeParse(value);
  if (!own.success) {
    const { path: at, message } = own.error.issues[0] ?? { path: [], message: 'it has another form' };
    return { table: shipped, problem: unusable(path, at.length > 0 ? `at ${at.join('.')}: ${message}` : message) };
  }
  const names = new Set(own.data.models.map(({ model }) => model));
  const rest = shipped.models.filter(({ model }) => !names.has(model));
  return { table: { date: own.data.date ?? shipped.date, models: [...own.data.models, ...rest] }, problem: null };
}

function unusable(path: string, why: string): string {
  return `The prices in ${path} are not used (${why}). Correct the file, or delete it to use the shipped prices.`;
}
