/**
 * The replay's numbers in the real app, on a log of 200,000 events and 100 MB: `node bench/replay/run.mjs`. It needs the
 * built app (`npm run build`), ELECTRON_OVERRIDE_DIST_PATH and a display, as the end-to-end tests do.
 */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron } from '@playwright/test';
import { framesOf } from '../renderer/report.mjs';
import { buildFold } from './build-fold.mjs';
import { writeLongLog } from './long-log.mjs';

const root = resolve(import.meta.dirname, '../..');
const scratch = await mkdtemp(join(tmpdir(), 'forkscope-replay-'));
const home = join(scratch, 'home');
await mkdir(join(home, 'sessions', 'long'), { recursive: true });
const path = join(home, 'sessions', 'long', 'events.jsonl');
const written = await writeLongLog(path);
console.error(`${written.events} events, ${(written.bytes / 1e6).toFixed(1)} MB`);
const loadBefore = loadavg()[0];
const flags = (process.env.FORKSCOPE_ELECTRON_FLAGS ?? '').split(' ').filter(Boolean);
const app = await _electron.launch({
  args: [root, ...flags, `--user-data-dir=${join(scratch, 'profile')}`],
  env: { ...process.env, FORKSCOPE_HOME: home },
});
const page = await app.firstWindow();
const faults = [];
page.on('pageerror', (error) => faults.push(error.message));
await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1440, 900));
const rows = [];
const add = (what, measured, target, met) => rows.push({ what, measured, target, met });

const row = page.locator('.session-row, .sidebar button').filter({ hasText: 'A long day of forks' }).first();
await row.waitFor({ timeout: 60_000 });

const opening = await page.evaluate(async () => {
  const button = [...document.querySelectorAll('.sidebar button')].find((each) =>
    each.textContent?.includes('A long day of forks'),
  );
  const begun = performance.now();
  const painted = (selector) =>
    new Promise((done) => {
      const look = () => {
        if (document.querySelector(selector))
          requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begun)));
        else requestAnimationFrame(look);
      };
      look();
    });
  let longest = 0;
  let last = performance.now();
  let on = true;
  const watch = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (on) requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);
  button.click();
  const tree = await painted('[data-branch]');
  const whole = await painted('.timeline [role=slider]:not([data-loading=true])');
  on = false;
  return { tree, whole, longest };
});
add(
  'Opened: first paint of the tree',
  `${opening.tree.toFixed(0)} ms (longest frame ${opening.longest.toFixed(0)} ms)`,
  '1,000 ms',
  opening.tree <= 1_000,
);
add('Opened: all of it', `${opening.whole.toFixed(0)} ms`, 'none');

await page.locator('[data-branch=root]').first().dblclick();
await page.waitForTimeout(1_500);

// Seeks: a press anywhere on the axis, until what the panes show has been drawn.
const seeks = await page.evaluate(async () => {
  const axis = document.querySelector('.timeline__axis');
  const { left, top, width } = axis.getBoundingClientRect();
  const times = [];
  const withRows = [];
  const drawn = () =>
    new Promise((done) =>
      requestAnimationFrame(() => {
        const c = new MessageChannel();
        c.port1.onmessage = done;
        c.port2.postMessage(0);
      }),
    );
  let seed = 3;
  for (let turn = 0; turn < 80; turn++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    const clientX = left + 4 + (seed / 2 ** 32) * (width - 60);
    await new Promise((done) => setTimeout(done, 130));
    const clock = document.querySelector('.transport__clock');
    const before = clock.textContent;
    const begun = performance.now();
    const options = { bubbles: true, clientX, clientY: top + 8, button: 0, pointerId: 1, isPrimary: true };
    axis.setPointerCapture = () => {};
    axis.dispatchEvent(new PointerEvent('pointerdown', options));
    await new Promise((done) => {
      const look = () => {
        if (clock.textContent !== before || performance.now() - begun > 2_000) done();
        else setTimeout(look, 0);
      };
      look();
    });
    await drawn();
    times.push(performance.now() - begun);
    await new Promise((done) => {
      const look = () => {
        const isBusy = document.querySelector('.transcript-pane[aria-busy=true]') !== null;
        if (!isBusy || performance.now() - begun > 3_000) done();
        else setTimeout(look, 0);
      };
      look();
    });
    await drawn();
    withRows.push(performance.now() - begun);
  }
  return { times, withRows };
});
const seek = framesOf(seeks.times);
const rowsDrawn = framesOf(seeks.withRows);
add(
  'Seek, from the press until the rows of the transcript are drawn as well (80 places)',
  `p95 ${rowsDrawn.p95.toFixed(0)} ms, median ${rowsDrawn.median.toFixed(0)} ms, longest ${rowsDrawn.longest.toFixed(0)} ms`,
  'p95 50 ms',
  rowsDrawn.p95 <= 50,
);
add(
  'Seek, from the press until tree and totals are drawn',
  `p95 ${seek.p95.toFixed(0)} ms, median ${seek.median.toFixed(0)} ms, longest ${seek.longest.toFixed(0)} ms`,
  'p95 50 ms',
  seek.p95 <= 50,
);

// Pan over everything, zoomed in four times.
const pan = framesOf(
  await page.evaluate(async () => {
    const canvas = document.querySelector('.timeline__canvas');
    const { left, top, width } = canvas.getBoundingClientRect();
    const at = { clientX: left + width / 2, clientY: top + 20, bubbles: true, cancelable: true };
    for (let turn = 0; turn < 6; turn++)
      canvas.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: -66, ctrlKey: true }));
    const frames = [];
    const begun = performance.now();
    await new Promise((done) => {
      let last = null;
      const frame = (now) => {
        if (last !== null) frames.push(now - last);
        last = now;
        if (now - begun > 6_000) return done();
        canvas.dispatchEvent(new WheelEvent('wheel', { ...at, deltaX: 30 * Math.cos((now - begun) / 700) }));
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
    return frames;
  }),
);
add(
  'Pan over 200,000 events',
  `median frame ${pan.median.toFixed(1)} ms, p95 ${pan.p95.toFixed(1)} ms, ${pan.over50} of ${pan.count} over 50 ms`,
  'none over 50 ms',
  pan.over50 === 0,
);

await page.locator('.timeline [role=slider]').focus();
await page.keyboard.press('0');
await page.getByLabel('Speed').selectOption('60×');
await page.locator('.timeline [role=slider]').focus();
await page.keyboard.press('Home');
await page.waitForTimeout(500);
await page.keyboard.press('Space');
await page.getByRole('button', { name: 'Pause the replay' }).waitFor();
await page.waitForTimeout(500);
const play = framesOf(
  await page.evaluate(async () => {
    const frames = [];
    const begun = performance.now();
    await new Promise((done) => {
      let last = null;
      const frame = (now) => {
        if (last !== null) frames.push(now - last);
        last = now;
        if (now - begun > 15_000) done();
        else requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
    return frames;
  }),
);
add(
  'Play at 60x for 15 s, transcript open',
  `${play.over50} of ${play.count} frames over 50 ms, longest ${play.longest.toFixed(0)} ms, median ${play.median.toFixed(1)} ms`,
  'none over 50 ms',
  play.over50 === 0,
);
if (process.env.FORKSCOPE_PICTURE) await page.screenshot({ path: process.env.FORKSCOPE_PICTURE });
await app.close();

const { measureFold } = await import(await buildFold(root));
const { parse, whole } = measureFold((await readFile(path, 'utf8')).split('\n').filter(Boolean));
add(
  'Complete fold with lanes and checkpoints, against JSON.parse of the same lines (best of 3 each)',
  `${whole.toFixed(0)} ms / ${parse.toFixed(0)} ms = ${(whole / parse).toFixed(2)} x`,
  '2 x',
  whole <= 2 * parse,
);
await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
for (const { what, measured, target, met } of rows)
  console.log(`${met === undefined ? '      ' : met ? 'met   ' : 'MISSED'}  ${what}: ${measured} (target: ${target})`);
console.log(
  `load ${loadBefore.toFixed(1)} before, ${loadavg()[0].toFixed(1)} after; 2 cores; compare ratios, not milliseconds`,
);
for (const fault of faults) console.log(`the page threw: ${fault}`);
process.exit(rows.some(({ met }) => met === false) || faults.length > 0 ? 1 : 0);
