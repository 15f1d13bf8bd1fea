import { readFileSync } from 'node:fs';
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

/** The table that the app ships. */
export function shippedPriceTable(): PriceTable {
  return tableSchema.parse(shippedPrices);
}

/**
 * The shipped prices with the rows of `<settingsFolder>/prices.json` over them, model by model. When that file cannot be
 * used, `report` is told why in one plain sentence and the shipped prices hold.
 */
export function loadPrices(settingsFolder: string, report: (problem: string) => void = () => undefined): PriceTable {
  const shipped = shippedPriceTable();
  const path = join(settingsFolder, OWN_PRICES_FILE);
  const own = readOwn(path);
  if (own === null) return shipped;
  if (typeof own === 'string') {
    report(`The prices in ${path} are not used (${own}). Correct the file, or delete it to use the shipped prices.`);
    return shipped;
  }
  const names = new Set(own.models.map(({ model }) => model));
  const rest = shipped.models.filter(({ model }) => !names.has(model));
  return { date: own.date ?? shipped.date, models: [...own.models, ...rest] };
}

/** A person's own rows; null when there is no such file, or what is wrong with it. */
function readOwn(path: string): z.infer<typeof ownSchema> | string | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : 'it cannot be read';
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  const own = ownSchema.safeParse(value);
  if (own.success) return own.data;
  const { path: at = [], message = 'it has another form' } = own.error.issues[0] ?? {};
  return at.length > 0 ? `at ${at.join('.')}: ${message}` : message;
}
