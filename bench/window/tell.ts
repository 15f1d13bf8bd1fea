import { expect } from '@playwright/test';
import type { Row } from '../lib/measure.ts';

/** Prints a line of the table; a missed target fails the test that measured it. */
export function tell({ what, measured, target, met }: Row): void {
  const mark = met === undefined ? '      ' : met ? 'met   ' : 'MISSED';
  console.log(`${mark}  ${what}: ${measured} (target: ${target})`);
  expect.soft(met, what).not.toBe(false);
}

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
