import type { Locator } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { makeRepository } from './support/repository.ts';
import { card, expectState, FAST, newSession, pressOn, say } from './support/window.ts';

const isIn = (terminal: Locator) => terminal.evaluate((node) => node.contains(document.activeElement));

test('a terminal is typed into by key, copies its links, holds a flood, and keeps a bounded past', async ({
  folder,
  launch,
}) => {
  test.setTimeout(120_000);
  const { app, page } = await launch(FAST);
  await page.setViewportSize({ width: 1440, height: 900 });
  const prompt = "Run `echo 'see https://example.org/tides for more'; cat`";
  await newSession(page, { folder: makeRepository(folder), prompt, approval: 'all' });
  await expect(card(page, 'root')).toContainText('cat');

  // By key alone: open, go there, type, end the input, and come back.
  await pressOn(page, 'root', 't');
  const terminal = page.getByRole('region', { name: /^Terminal of/ });
  const rows = terminal.locator('.xterm-rows');
  await expect(rows).toContainText('https://example.org/tides');
  for (let step = 0; step < 2 && !(await isIn(terminal)); step++) {
    await page.keyboard.press('F6');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.card, .xterm') != null)).toBe(true);
  }
  await expect.poll(() => isIn(terminal)).toBe(true);
  await page.keyboard.type('spring tide');
  await page.keyboard.press('Enter');
  // Once as the terminal's echo, once as what the command wrote.
  await expect.poll(async () => ((await rows.textContent()) ?? '').split('spring tide').length - 1).toBe(2);
  await page.keyboard.press('Control+d');
  await expectState(page, 'root', 'completed');
  await page.keyboard.press('F6');
  await expect(card(page, 'root')).toBeFocused();

  // A link says where it leads, and is copied by a press; nothing is opened.
  const line = rows.locator('div', { hasText: 'see https://example.org' }).last();
  const { x, y, height } = (await line.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const onLink = { x: x + 90, y: y + height / 2 };
  const status = terminal.locator('.terminal-status');
  await page.mouse.move(onLink.x - 2, onLink.y);
  await page.mouse.move(onLink.x, onLink.y, { steps: 3 });
  await expect(status).toHaveText('https://example.org/tides (press to copy the address)');
  await page.mouse.down();
  await page.mouse.up();
  await expect(status).toHaveText('Copied: https://example.org/tides');
  const clipboard = () => app.evaluate(({ clipboard: board }) => board.readText());
  await expect.poll(clipboard).toBe('https://example.org/tides');
  expect(app.windows()).toHaveLength(1);

  // A command that never stops writing is held back: the window draws, answers, and stops it by the key that it knows.
  await say(page, 'run `yes high water`');
  await expect(rows).toContainText('high water');
  const framesInASecond = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const from = performance.now();
        let frames = 0;
        const count = (): void => {
          frames += 1;
          if (performance.now() - from < 1000) requestAnimationFrame(count);
          else resolve(frames);
        };
        requestAnimationFrame(count);
      }),
  );
  expect(framesInASecond).toBeGreaterThan(5);
  await terminal.locator('.xterm-screen').click();
  await page.keyboard.press('Control+c');
  await expectState(page, 'root', 'completed', 20_000);
  await expect(rows).toContainText(/exit 130|ended by SIGINT/);

  // Of a long output the end is there, and no more than was promised of what came before.
  await say(page, 'run `seq 1 30000`');
  await expect(rows).toContainText('30000');
  await expectState(page, 'root', 'completed');
  await terminal.locator('.xterm-screen').click();
  await page.keyboard.press('ControlOrMeta+f');
  await page.keyboard.type('25123');
  await expect(terminal.getByText('1 of 1', { exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('15123');
  await expect(terminal.getByText(/^1 of 1$/)).toHaveCount(0);
  await page.keyboard.press('Escape');
});
