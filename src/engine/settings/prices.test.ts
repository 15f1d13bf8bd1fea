import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { costOfRequest, findPrice } from '../../core/session/cost.ts';
import { loadPrices, shippedPriceTable } from './prices.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prices-'));
});
afterEach(() => rm(folder, { recursive: true }));

const usage = (input: number, cacheRead: number, cacheWrite: number, output: number, thoughts = 0) => ({
  input,
  cacheRead,
  cacheWrite,
  output,
  thoughts,
});

describe('the shipped table', () => {
  // Worked out by hand from the providers' price lists, in USD per million tokens.
  it.each([
    // 100,000 × 0.75 + 900,000 × 0.075 + (1,000 + 1,000) × 3.75, per million
    ['gemini-3.8-flash', usage(1_000_000, 900_000, 0, 1_000, 1_000), 0.15],
    ['gemini-3.1-pro-preview', usage(200_000, 0, 0, 0), 0.4],
    ['gemini-3.1-pro-preview', usage(200_001, 200_001, 0, 10_000), 0.2600004],
    ['gemini-4-argon', usage(120_000, 120_000, 0, 0), 0.012],
    ['claude-opus-5-5', usage(120_000, 0, 120_000, 0), 0.6],
    ['claude-haiku-5-5', usage(100_001, 0, 0, 0), 0.0500005],
    ['deepseek-flash', usage(1_000_000, 1_000_000, 0, 0), 0.003],
    ['demo-flash', usage(1_000_000, 900_000, 0, 1_000, 1_000), 0.15],
  ])('prices %s', (model, counts, usd) => {
    expect(costOfRequest(counts, findPrice(shippedPriceTable(), model))).toBeCloseTo(usd, 9);
  });

  it('knows no price where none is listed', () => {
    const table = shippedPriceTable();
    expect(findPrice(table, 'gemini-9')).toBeNull();
    expect(costOfRequest(usage(272_001, 0, 0, 0), findPrice(table, 'gpt-6.2-sol'))).toBeNull();
  });

  it('has a dated source in every row, and no read dearer than a plain token', () => {
    const { models } = shippedPriceTable();
    expect(models.length).toBeGreaterThan(20);
    for (const { source, tiers } of models) {
      expect(source).toMatch(/\d{4}-\d\d-\d\d|^Notional/);
      for (const tier of tiers) expect(tier.cacheRead).toBeLessThan(tier.input);
    }
  });
});

describe('a person’s own rows', () => {
  const own = (value: unknown) =>
    writeFile(join(folder, 'prices.json'), typeof value === 'string' ? value : JSON.stringify(value));
  const tiers = [{ input: 9, cacheRead: 8, output: 7 }];

  it('win, and add models', async () => {
    await own({ models: ['gemini-3.8-flash', 'local'].map((model) => ({ model, tiers, source: 'mine' })) });
    const problems: string[] = [];
    const table = loadPrices(folder, (problem) => problems.push(problem));
    expect(problems).toEqual([]);
    for (const model of ['gemini-3.8-flash', 'local'])
      expect(findPrice(table, model)).toMatchObject({ tiers, source: 'mine' });
    expect(findPrice(table, 'gemini-4-argon')?.source).toContain('2026-11-20');
    expect(table.models.filter(({ model }) => model === 'gemini-3.8-flash')).toHaveLength(1);
  });

  it('are not missed', () => {
    const report = (problem: string) => expect.unreachable(problem);
    expect(loadPrices(folder, report)).toEqual(shippedPriceTable());
    expect(loadPrices(join(folder, 'absent'), report)).toEqual(shippedPriceTable());
  });

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{', /it is not JSON/],
    ['no table', '[]', /\(Invalid input/],
    [
      'a negative price',
      { models: [{ model: 'x', source: 's', tiers: [{ ...tiers[0], input: -1 }] }] },
      /at models\.0\.tiers\.0\.input/,
    ],
    [
      'a misspelt key',
      { models: [{ model: 'x', source: 's', tiers: [{ ...tiers[0], cache: 1 }] }] },
      /Unrecognized key/,
    ],
    [
      'a price as text',
      { models: [{ model: 'x', source: 's', tiers: [{ ...tiers[0], input: '1' }] }] },
      /expected number/,
    ],
    [
      'falling tiers',
      { models: [{ model: 'x', source: 's', tiers: [tiers[0], { ...tiers[0], upToInput: 5 }] }] },
      /tiers must rise/,
    ],
    ['a model twice', { models: [1, 2].map(() => ({ model: 'x', source: 's', tiers })) }, /a model stands twice/],
  ])('with %s are said to be unusable, and the shipped ones hold', async (_, value, says) => {
    await own(value);
    const problems: string[] = [];
    const table = loadPrices(folder, (problem) => problems.push(problem));
    expect(table).toEqual(shippedPriceTable());
    expect(problems).toEqual([expect.stringMatching(says)]);
    expect(problems[0]).toMatch(/Correct the file, or delete it to use the shipped prices\.$/);
  });
});
