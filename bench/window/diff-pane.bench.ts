import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../../e2e/support/app.ts';
import { git, makeRepository } from '../../e2e/support/repository.ts';
import { card, expectState, newSession } from '../../e2e/support/window.ts';
import { quantile, tell } from './tell.ts';

const FILES = 5_000;
/** Moves of the mouse from one end of the bar to the other. */
const MOVES = 96;
/** CSS pixels of the arrow at either end of the bar, and a little of the thumb. */
const END_PX = 20;
/** Milliseconds from which a person sees a frame stand still. */
const STALL_MS = 50;

test.describe.configure({ timeout: 240_000 });

test('5,000 changed files: the thumb of the bar is dragged through all of them', async ({ folder, launch }) => {
  const repository = makeRepository(folder);
  const { page } = await launch({ env: { FORKSCOPE_DEMO_LATENCY: 'fast' } });
  const prompt = 'Fork into two, in parallel:\n1. Read README.md\n2. Read notes';
  await newSession(page, { folder: repository, prompt, approval: 'all' });
  for (const branch of ['fork-1', 'fork-2', 'root']) await expectState(page, branch, 'completed');
  const place = /(?<=^worktree ).*fork-1$/m.exec(git(repository, 'worktree', 'list', '--porcelain'))?.[0] ?? '';
  writeMany(place);
  await card(page, 'fork-1').click({ position: { x: 60, y: 12 } });
  await page.keyboard.press('d');
  const files = page.locator('.diff-files');
  await expect(page.getByText(new RegExp(`${FILES.toLocaleString('en')} files|${FILES} files`)).first()).toBeVisible({
    timeout: 90_000,
  });
  await expect(files.locator('.diff-file').first()).toBeVisible();
  await page.waitForTimeout(2_000);

  const box = await files.boundingBox();
  if (!box) throw new Error('The diff has no place on the screen');
  const x = box.x + box.width - 4;
  await page.mouse.move(x, box.y + END_PX);
  await measureFrames(page);
  await page.mouse.down();
  for (let move = 1; move <= MOVES; move++) {
    await page.mouse.move(x, box.y + END_PX + ((box.height - 2 * END_PX) * move) / MOVES);
    await page.waitForTimeout(16);
  }
  const reached = await files.evaluate((element) => element.scrollTop / (element.scrollHeight - element.clientHeight));
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames.splice(0));
  await page.mouse.up();
  const still = performance.now();
  await expect(
    files.locator('.diff-file').last().locator('.diff-line-content-raw, .diff-line-content').first(),
  ).toBeVisible();
  const drawn = performance.now() - still;
  expect(reached).toBeGreaterThan(0.9);
  const stalls = frames.filter((frame) => frame > STALL_MS);
  tell({
    what: `dragging the bar's thumb through ${FILES.toLocaleString('en')} files: frames over ${STALL_MS} ms`,
    measured: `${stalls.length} of ${frames.length}, longest ${Math.max(...frames).toFixed(0)} ms, median ${quantile(frames, 0.5).toFixed(0)} ms; lines at rest after ${drawn.toFixed(0)} ms`,
    target: 'none',
    met: stalls.length === 0,
  });
});

/** Files of 4 to 40 lines in folders of 50, as an agent writes them. */
function writeMany(place: string): void {
  for (let file = 0; file < FILES; file++) {
    const folder = join(place, `packages/part-${String(Math.floor(file / 50)).padStart(3, '0')}`);
    if (file % 50 === 0) mkdirSync(folder, { recursive: true });
    const lines = Array.from(
      { length: 4 + (file % 37) },
      (_, line) => `export const value${line} = compute(${file}, 'text ${line}'); // of file ${file}\n`,
    );
    writeFileSync(join(folder, `file-${file}.ts`), lines.join(''));
  }
}

/** From now on the page notes how long each frame took, in milliseconds. */
async function measureFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    let last = performance.now();
    const next = (now: number): void => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}
