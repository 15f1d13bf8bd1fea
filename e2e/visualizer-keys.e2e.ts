import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { makeRepository } from './support/repository.ts';
import { card, expectState, FAST, newSession, pressOn, promptBox, select } from './support/window.ts';

/** The middle of a card in pixels of the window, once it stands still. */
async function middleOf(page: Page, branch: string): Promise<{ x: number; y: number }> {
  const middle = () =>
    card(page, branch).evaluate((node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
    });
  let before = { x: -1, y: -1 };
  await expect(async () => {
    const now = await middle();
    const stands = now.x === before.x && now.y === before.y;
    before = now;
    expect(stands).toBe(true);
  }).toPass({ intervals: [150] });
  return before;
}

test('the tree is turned, rearranged and tidied; branches are steered, picked in a box and stopped by key and mouse', async ({
  folder,
  launch,
}) => {
  test.setTimeout(120_000);
  const { app, page } = await launch(FAST);
  await page.setViewportSize({ width: 1440, height: 900 });
  const prompt = 'Fork into three, in parallel:\n1. Run `sleep 441`\n2. Run `sleep 442`\n3. Run `sleep 443`';
  await newSession(page, { folder: makeRepository(folder), prompt, approval: 'all' });
  await expect(card(page, 'fork-3')).toContainText('bash sleep 443', { timeout: 20_000 });

  // Layouts, by key and by mouse: children stand below their parent, or right of it.
  await select(page, 'root');
  const grows = page.getByRole('button', { name: /^Tree grows/ });
  await page.keyboard.press('l');
  await expect(grows).toHaveAccessibleName(/downwards/);
  expect((await middleOf(page, 'fork-1')).y).toBeGreaterThan((await middleOf(page, 'root')).y + 100);
  await grows.click();
  await expect(grows).toHaveAccessibleName(/to the right/);
  expect((await middleOf(page, 'fork-1')).x).toBeGreaterThan((await middleOf(page, 'root')).x + 100);
  await grows.click();
  await expect(grows).toHaveAccessibleName(/as a list/);
  await grows.click();
  await expect(grows).toHaveAccessibleName(/as it fits best/);

  // A card that was dragged stays where it is until the tree is tidied.
  const from = await middleOf(page, 'fork-2');
  const grip = { x: from.x, y: from.y - 4 };
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x + 40, grip.y + 90, { steps: 6 });
  await page.mouse.up();
  const dragged = await middleOf(page, 'fork-2');
  expect(dragged.y - from.y).toBeGreaterThan(60);
  await pressOn(page, 'fork-1', 'p');
  await expect(card(page, 'fork-1')).toContainText('Pausing…');
  expect(await middleOf(page, 'fork-2')).toEqual(dragged);
  await page.keyboard.press('p');
  await expect(card(page, 'fork-1')).not.toContainText('Pausing…');
  await page.keyboard.press('Shift+T');
  await expect.poll(async () => Math.abs((await middleOf(page, 'fork-2')).y - from.y)).toBeLessThan(8);

  // The map: by key, and a press in it moves the view.
  const view = () => page.locator('.react-flow__viewport').evaluate((node) => (node as HTMLElement).style.transform);
  await page.keyboard.press('m');
  await expect(page.locator('.tree-map')).toBeVisible();
  const fitted = await view();
  await page.locator('.tree-map').click({ position: { x: 6, y: 6 } });
  await expect.poll(view).not.toBe(fitted);
  await page.getByRole('button', { name: 'Minimap' }).click();
  await expect(page.locator('.tree-map')).toHaveCount(0);
  await page.getByRole('button', { name: 'Fit the tree' }).click();
  await expect.poll(view).toBe(fitted);
  await pressOn(page, 'root', 'g');
  await expect(card(page, 'fork-2')).toBeInViewport();
  await page.keyboard.press('0');

  // Steered by key, in the box that says whom it steers; the message waits for the next step.
  await pressOn(page, 'fork-1', 's');
  await expect(promptBox(page)).toBeFocused();
  await expect(promptBox(page)).toHaveAccessibleName('Message: steer Run sleep 441');
  await page.keyboard.type('look at the tides');
  await page.keyboard.press('Enter');
  await expect(promptBox(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(card(page, 'fork-1')).toBeFocused();

  // An id for a script, by mouse and from the palette.
  const clipboard = () => app.evaluate(({ clipboard: board }) => board.readText());
  await card(page, 'fork-1').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Copy id' }).click();
  await expect.poll(clipboard).toBe('fork-1');
  await pressOn(page, 'fork-2', 'ControlOrMeta+k');
  await page.keyboard.type('copy the branch');
  await page.keyboard.press('Enter');
  await expect.poll(clipboard).toBe('fork-2');

  // A box drawn with Shift picks what it touches; all of it is paused, resumed, opened and compared at once.
  await page.keyboard.press('0');
  const [first, second] = [await middleOf(page, 'fork-1'), await middleOf(page, 'fork-2')];
  const { height, width } = (await card(page, 'fork-1').boundingBox()) ?? { height: 0, width: 0 };
  await page.keyboard.down('Shift');
  await page.mouse.move(first.x - width / 2 - 6, first.y + height / 2 + 8);
  await page.mouse.down();
  await page.mouse.move(first.x, first.y, { steps: 4 });
  await page.mouse.move(second.x, second.y, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  const picked = page.getByRole('toolbar', { name: 'Picked branches' });
  await expect(picked).toContainText('2 picked');
  await picked.getByRole('button', { name: 'Pause 2' }).click();
  for (const fork of ['fork-1', 'fork-2']) await expect(card(page, fork)).toContainText('Pausing…');
  await picked.getByRole('button', { name: 'Resume 2' }).click();
  for (const fork of ['fork-1', 'fork-2']) await expect(card(page, fork)).not.toContainText('Pausing…');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: /transcript/ })).toHaveCount(2);
  await page.keyboard.press('Alt+0');
  await picked.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('region', { name: 'Comparison of 2 branches' })).toBeVisible();
  await page.keyboard.press('Alt+0');
  await picked.getByRole('button', { name: 'Pick none' }).click();

  // One by key, the rest by mouse, and a screen reader hears of it.
  const said = page.locator('[aria-live="polite"].unseen');
  await pressOn(page, 'fork-1', 'x');
  await expectState(page, 'fork-1', 'interrupted');
  await expect(said).toContainText(/sleep 441.*(interrupted|stopped)/i);
  await card(page, 'root').click({ button: 'right', position: { x: 60, y: 12 } });
  await page.getByRole('menuitem', { name: 'Abort with the 2 below' }).click();
  for (const branch of ['root', 'fork-2', 'fork-3']) await expectState(page, branch, 'interrupted');

  // What a command is, its key, the application's menu and the key sheet agree on.
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: /keys/i });
  await expect(sheet).toContainText('Abort with everything below it');
  await page.keyboard.press('Escape');
  await select(page, 'fork-1');
  await app.evaluate(({ Menu }) => {
    const branch = Menu.getApplicationMenu()?.items.find(({ label }) => label === '&Branch');
    branch?.submenu?.items.find(({ label }) => label === 'Open terminal')?.click();
  });
  await expect(page.getByRole('tab', { name: /sleep 441, terminal/ })).toBeVisible();
});
