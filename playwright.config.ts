import { resolve } from 'node:path';
import { defineConfig, type ReporterDescription } from '@playwright/test';
import type { AppOptions } from './e2e/support/app.ts';

/** Where `npm test` reads the numbers of its summary. */
const results = process.env.FORKSCOPE_TEST_RESULTS;
const json: ReporterDescription[] = results ? [['json', { outputFile: results }]] : [];

export default defineConfig<AppOptions>({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  // Each test starts a whole app: one at a time. On a shared machine one may be tried again, and is then told as flaky.
  workers: 1,
  retries: process.env.CI ? 2 : 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ...json],
  projects: [
    { name: 'electron', testMatch: '**/*.e2e.ts', testIgnore: ['**/packaged.e2e.ts', '**/screens.e2e.ts'] },
    // Pictures for docs/screens: run on demand, because they take minutes and prove nothing.
    { name: 'screens', testMatch: '**/screens.e2e.ts' },
    // Numbers of the window, run on demand: milliseconds of a shared machine fail no build.
    { name: 'numbers', testDir: 'bench/window', testMatch: '**/*.bench.ts' },
    {
      name: 'packaged',
      testMatch: '**/packaged.e2e.ts',
      use: { packagedApp: resolve('dist/linux-unpacked/forkscope-desktop') },
    },
  ],
});
