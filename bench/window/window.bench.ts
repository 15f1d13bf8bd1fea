import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, type Page } from '@playwright/test';
import { expect, test } from '../../e2e/support/app.ts';
import { makeRepository } from '../../e2e/support/repository.ts';
import { card, newSession } from '../../e2e/support/window.ts';
import { hourOfTen } from './hour-of-ten.ts';
import { LONG_SESSION, longLog, store } from './long-log.ts';
import { quantile, tell } from './tell.ts';

const FAST = { FORKSCOPE_DEMO_LATENCY: 'fast' };

test.describe.configure({ timeout: 600_000 });
test.afterAll(() => console.log(`load ${loadavg()[0]?.toFixed(1)} at the end; compare ratios, not milliseconds`));

test('start to an interactive window, against an empty Electron window', async ({ folder, launch }) => {
  const ROUNDS = 5;
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await startBare());
    const begun = performance.now();
    const { app, page } = await launch({ home: join(folder, `home-${round}`), profile: join(folder, `p-${round}`) });
    await page.getByRole('button', { name: 'Try the demo' }).waitFor();
    ours.push(performance.now() - begun);
    await app.close();
  }
  const [app, empty] = [quantile(ours, 0.5), quantile(bare, 0.5)];
  tell({
    what: `start to the first button that can be pressed, median of ${ROUNDS}`,
    measured: `${(app / empty).toFixed(2)} x (${app.toFixed(0)} ms / ${empty.toFixed(0)} ms of an empty window)`,
    target: '1.5 x',
    met: app / empty <= 1.5,
  });
});

test('a branch with 20,000 messages', async ({ home, launch }) => {
  store(home, longLog(20_000, Date.now() - 3_600_000));
  const { page } = await launch();
  await page
    .getByRole('button', { name: /20,000 messages/ })
    .first()
    .click();
  await expect(card(page, 'root')).toBeVisible({ timeout: 60_000 });
  await card(page, 'root').focus();
  const took = await untilPainted(page, 'Enter', '.transcript-row');
  tell({
    what: 'key to the first paint of its transcript',
    measured: `${took.toFixed(0)} ms`,
    target: '200 ms',
    met: took <= 200,
  });
});

test('three terminals flooded with 50 MB each: a key is answered', async ({ folder, launch }) => {
  const { page } = await launch({ env: FAST });
  const flood = 'Run `head -c 50000000 /dev/zero | tr "\\\\0" x | fold -w 120`';
  const prompt = `Fork into three, in parallel:\n1. ${flood}\n2. ${flood}\n3. ${flood}`;
  await newSession(page, { folder: makeRepository(folder), prompt, approval: 'all' });
  for (const fork of ['fork-1', 'fork-2', 'fork-3']) {
    await card(page, fork).waitFor({ timeout: 30_000 });
    await card(page, fork).focus();
    await page.keyboard.press('t');
  }
  await page.keyboard.press('ControlOrMeta+e');
  await measureKeys(page);
  const ended = (): Promise<boolean> =>
    page.evaluate(() =>
      ['fork-1', 'fork-2', 'fork-3'].every((id) =>
        /completed|failed|interrupted/.test(
          document.querySelector(`[data-branch="${id}"]`)?.getAttribute('data-status') ?? '',
        ),
      ),
    );
  const arrows = ['ArrowUp', 'ArrowDown'];
  for (let at = 0; at < 400 && !(await ended()); at++) {
    await page.keyboard.press(arrows[at % 2] ?? 'ArrowUp');
    await page.waitForTimeout(150);
  }
  const answers = await page.evaluate(() => (window as unknown as { answers: number[] }).answers);
  const longest = Math.max(...answers);
  tell({
    what: `key to the next painted frame, ${answers.length} keys while three commands printed 150 MB`,
    measured: `p50 ${quantile(answers, 0.5).toFixed(0)} ms, p99 ${quantile(answers, 0.99).toFixed(0)} ms, longest ${longest.toFixed(0)} ms`,
    target: '100 ms',
    met: longest <= 100,
  });
});

test('an hour of ten forks that stream, in three minutes: memory of the window', async ({ home, launch }) => {
  const { log, ticks } = hourOfTen(Date.now());
  store(home, log);
  const { app, page } = await launch();
  await page
    .getByRole('button', { name: /Ten that stream/ })
    .first()
    .click();
  await card(page, 'f1').focus();
  await page.keyboard.press('Enter');
  const memory: number[] = [];
  let lines = 0;
  for (const batch of ticks) {
    await app.evaluate(
      ({ BrowserWindow }, payload) => {
        for (const window of BrowserWindow.getAllWindows()) window.webContents.send('events', payload);
      },
      { sessionId: LONG_SESSION, events: batch },
    );
    lines += batch.length;
    await page.waitForTimeout(50);
    if (memory.length < lines / 20_000) memory.push(await rendererMegabytes(app));
  }
  memory.push(await rendererMegabytes(app));
  const half = memory.slice(Math.floor(memory.length / 2));
  const last = memory.at(-1) ?? 0;
  tell({
    what: `memory of the window after ${lines.toLocaleString('en')} events of an hour (resident)`,
    measured: `${last.toFixed(0)} MB, highest ${Math.max(...memory).toFixed(0)} MB; in the second half from ${half[0]?.toFixed(0)} to ${last.toFixed(0)} MB`,
    target: '600 MB',
    met: Math.max(...memory) <= 600,
  });
});

/** Milliseconds from the launch of an Electron with nothing in its window to its first loaded page. */
async function startBare(): Promise<number> {
  const profile = await mkdtemp(join(tmpdir(), 'forkscope-bare-'));
  const begun = performance.now();
  const app = await _electron.launch({
    args: [
      resolve(import.meta.dirname, '../renderer/electron-main.cjs'),
      ...(process.env.FORKSCOPE_ELECTRON_FLAGS ?? '').split(' ').filter(Boolean),
      `--user-data-dir=${profile}`,
    ],
  });
  const page = await app.firstWindow();
  await page.setContent('<button>Press</button>');
  await page.getByRole('button', { name: 'Press' }).waitFor();
  const took = performance.now() - begun;
  await app.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  return took;
}

/** Milliseconds from a key, as the page receives it, to the frame after something that fits `selector` is there. */
async function untilPainted(page: Page, key: string, selector: string): Promise<number> {
  // The listener must stand before the key comes: a busy page takes keys before it takes what is to be evaluated.
  await page.evaluate((wanted) => {
    const painted = new Promise<number>((resolve) => {
      window.addEventListener(
        'keydown',
        ({ timeStamp }) => {
          const look = (): void => {
            if (!document.querySelector(wanted)) requestAnimationFrame(look);
            else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
          };
          requestAnimationFrame(look);
        },
        { capture: true, once: true },
      );
    });
    Object.assign(window, { painted });
  }, selector);
  await page.keyboard.press(key);
  return page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted);
}

/** From now on the page keeps, for every key, the milliseconds to the frame that follows it. */
async function measureKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const answers: number[] = [];
    Object.assign(window, { answers });
    window.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => setTimeout(() => answers.push(performance.now() - timeStamp)));
      },
      { capture: true },
    );
  });
}

async function rendererMegabytes(app: Awaited<ReturnType<typeof _electron.launch>>): Promise<number> {
  const kilobytes = await app.evaluate(({ app: running }) =>
    running
      .getAppMetrics()
      .filter(({ type }) => type === 'Tab')
      .reduce((sum, { memory }) => sum + memory.workingSetSize, 0),
  );
  return kilobytes / 1_024;
}
