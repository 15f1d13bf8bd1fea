import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { seriousFaults } from './support/axe.ts';
import { makeRepository } from './support/repository.ts';
import { startTap, type Tap } from './support/tap.ts';
import { boxOf, expectState, newSession, pressOn } from './support/window.ts';

const CODE = "export const tide = (hours) =>\n  Math.cos(hours / 12.42);\n\nconsole.log('  two spaces stay  ');";
const TALE = [
  'It begins with some code:',
  `\`\`\`js\n${CODE}\n\`\`\``,
  ...Array.from({ length: 120 }, (_, at) => `Paragraph ${at + 1} of the tale says that the water rises and falls.`),
].join('\n\n');

let tap: Tap;
test.beforeEach(async () => {
  tap = await startTap();
});
test.afterEach(() => tap.model.close());

const scroller = (page: Page) => page.locator('.transcript-scroll');
const place = (page: Page) =>
  scroller(page).evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({
    height: scrollHeight,
    fromEnd: Math.round(scrollHeight - clientHeight - scrollTop),
  }));
const fromEnd = async (page: Page) => (await place(page)).fromEnd;

/** Lets more words out, and waits until they stand on the page. */
async function pourUntilSeen(page: Page, pieces: number): Promise<void> {
  const { height } = await place(page);
  tap.pour(pieces);
  await expect.poll(async () => (await place(page)).height).toBeGreaterThan(height + 100);
}

test('a transcript follows its end until a person reads further up, holds their place, and is brought back', async ({
  folder,
  launch,
}) => {
  test.setTimeout(90_000);
  const { app, page } = await launch({ env: { FORKSCOPE_DEMO_URL: tap.model.url } });
  await page.setViewportSize({ width: 1440, height: 900 });
  tap.model.script(() => ({ parts: [{ type: 'text', text: TALE }] }));
  await newSession(page, { folder: makeRepository(folder), prompt: 'tell me a tale', approval: 'all' });
  await expectState(page, 'root', 'running');
  await pressOn(page, 'root', 'Enter');
  const jump = page.getByRole('button', { name: 'Jump to live' });
  tap.pour(60);
  await expect(scroller(page)).toContainText('Paragraph 12');
  await pourUntilSeen(page, 60);
  await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(1);
  await expect(jump).toHaveCount(0);

  // By mouse: up, and nothing moves under the eyes; the button leads back, and it follows again.
  await scroller(page).hover();
  await page.mouse.wheel(0, -400);
  await expect(jump).toBeVisible();
  const read = scroller(page).getByText('Paragraph 20 of');
  await read.scrollIntoViewIfNeeded();
  const { y } = await boxOf(read);
  await pourUntilSeen(page, 60);
  expect((await boxOf(read)).y).toBe(y);
  await jump.click();
  await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(1);
  await pourUntilSeen(page, 30);
  await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(1);
  await expect(jump).toHaveCount(0);

  // By key: to the start, and back to the end.
  await scroller(page).focus();
  await page.keyboard.press('Home');
  await expect(jump).toBeVisible();
  await pourUntilSeen(page, 30);
  await expect(page.getByRole('article', { name: 'You' })).toBeInViewport();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('End');
  await expect(jump).toHaveCount(0);
  await pourUntilSeen(page, 30);
  await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(1);

  // The answer that ends becomes a message, and whoever reads in the middle of it goes on reading there.
  for (let turn = 0; turn < 3; turn++) await page.mouse.wheel(0, -300);
  await expect(jump).toBeVisible();
  const middle = scroller(page).getByText('Paragraph 30 of');
  await middle.scrollIntoViewIfNeeded();
  const before = (await boxOf(middle)).y;
  tap.open();
  await expectState(page, 'root', 'completed');
  await expect(page.getByRole('article', { name: 'Model' })).toBeVisible();
  await expect.poll(async () => Math.abs((await boxOf(middle)).y - before)).toBeLessThanOrEqual(2);
  await expect(page.getByRole('button', { name: 'Jump to end' })).toBeVisible();

  // Code is copied as it is, by mouse and by key.
  const clipboard = () => app.evaluate(({ clipboard: board }) => board.readText());
  const copy = page.getByRole('button', { name: 'Copy code' });
  await copy.click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect.poll(clipboard).toBe(`${CODE}\n`);
  await app.evaluate(({ clipboard: board }) => board.clear());
  await copy.focus();
  await page.keyboard.press('Enter');
  await expect.poll(clipboard).toBe(`${CODE}\n`);
});
