/**
 * The diff pane's numbers in the real Electron: `node bench/renderer/run-diff.mjs [--count 5000]`. It needs
 * ELECTRON_OVERRIDE_DIST_PATH and a display (xvfb-run), as the end-to-end tests do.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { _electron } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { framesOf } from './report.mjs';

const here = import.meta.dirname;
const args = process.argv.slice(2);
const count = args.includes('--count') ? Number(args[args.indexOf('--count') + 1]) : 5_000;
const SCROLL_MS = 4_000;

const scratch = await mkdtemp(join(tmpdir(), 'forkscope-bench-'));
await build({
  configFile: false,
  root: join(here, 'pages'),
  base: './',
  logLevel: 'error',
  plugins: [react()],
  build: {
    outDir: join(scratch, 'pages'),
    target: 'chrome130',
    chunkSizeWarningLimit: 10_000,
    rollupOptions: { input: join(here, 'pages', 'diff.html') },
  },
});
const app = await _electron.launch({
  args: [
    resolve(here, 'electron-main.cjs'),
    '--no-sandbox',
    '--allow-file-access-from-files',
    `--user-data-dir=${join(scratch, 'profile')}`,
  ],
});
const page = await app.firstWindow();
const faults = [];
page.on('pageerror', (error) => faults.push(error.message));
const load = loadavg()[0];
const opened = [];
const frames = {};
for (let round = 0; round < 3; round++) {
  await page.goto(`${pathToFileURL(join(scratch, 'pages', 'diff.html')).href}?count=${count}`);
  await page.waitForSelector('html[data-ready=yes]', { timeout: 60_000 });
  await page.waitForTimeout(1_000);
  opened.push(await page.evaluate(() => window.diffBench.open()));
  await page.waitForTimeout(1_000);
  for (const [name, pixels] of [
    ['wheel', 60],
    ['fast', 600],
    ['thumb', 8_000],
  ]) {
    const taken = framesOf(await page.evaluate(([ms, step]) => window.diffBench.scroll(ms, step), [SCROLL_MS, pixels]));
    if (!frames[name] || taken.longest < frames[name].longest) frames[name] = taken;
  }
}
const bytes = await page.evaluate(() => window.diffBench.bytes);
await app.close();
await rm(scratch, { recursive: true, force: true });
console.log(JSON.stringify({ count, bytes, load, opened, frames, faults }, null, 1));
