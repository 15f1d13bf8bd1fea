import { expect, test } from './support/app.ts';
import { seriousFaults } from './support/axe.ts';
import { makeRepository } from './support/repository.ts';
import { boxOf, expectState, FAST, newSession, pressOn } from './support/window.ts';

const STEPS = 14;
const steps = (word: string, count: number) =>
  Array.from({ length: count }, (_, at) => `run \`echo ${word} ${at + 1}\``).join(', ');

test('two branches scroll as one, step beside step, by mouse and by key', async ({ folder, launch }) => {
  const { page } = await launch(FAST);
  await page.setViewportSize({ width: 1440, height: 900 });
  const prompt = `Fork into two, in parallel:\n1. ${steps('left', STEPS)}\n2. ${steps('right', STEPS - 4)}`;
  await newSession(page, { folder: makeRepository(folder), prompt, approval: 'all' });
  for (const branch of ['fork-1', 'fork-2', 'root']) await expectState(page, branch, 'completed');
  await pressOn(page, 'fork-1', 'v');
  await expect(page.getByRole('dialog', { name: 'Compare branches' })).toBeVisible();
  await page.keyboard.press('Enter');
  const compare = page.getByRole('region', { name: 'Comparison of 2 branches' });
  const step = (number: number) => compare.getByRole('region', { name: `Step ${number}`, exact: true });
  const call = (word: string) => compare.getByRole('button', { name: new RegExp(`bash echo ${word}$`) });
  await expect(step(1)).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);

  // By mouse: the tenth step of both comes at once, on one line.
  await compare.hover();
  await expect(async () => {
    await page.mouse.wheel(0, 300);
    await expect(call('left 10')).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(call('right 10')).toBeInViewport();
  await expect.poll(async () => (await boxOf(call('left 10'))).y - (await boxOf(call('right 10'))).y).toBe(0);

  // By key, to where one of them has no more steps, and back.
  await compare.locator('.pane-scroll').focus();
  await page.keyboard.press('End');
  await expect(call(`left ${STEPS}`)).toBeInViewport();
  await expect(step(STEPS)).toContainText('no such step');
  // Whose column is whose can be seen there too.
  for (const name of [/^Run echo left 1/, /^Run echo right 1/]) {
    await expect(compare.locator('.compare-heading').getByText(name)).toBeInViewport();
  }
  await page.keyboard.press('Home');
  await expect(call('left 1')).toBeInViewport();
  await call('right 2').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.is-place')).toContainText('echo right 2');
});
