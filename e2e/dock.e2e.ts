import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { makeRepository } from './support/repository.ts';
import { boxOf, card, expectState, FAST, newSession, pressOn } from './support/window.ts';

const tab = (page: Page, kind: string) => page.getByRole('tab', { name: new RegExp(`, ${kind}$`) });

/** Drags with the mouse as a hand does: a start, a way, a rest above the goal. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 6, from.y + 6, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await page.mouse.move(to.x + 1, to.y, { steps: 2 });
  await page.mouse.up();
}

async function dragTab(page: Page, kind: string, to: { x: number; y: number }): Promise<void> {
  const { x, y, height } = await boxOf(tab(page, kind));
  await drag(page, { x: x + 24, y: y + height / 2 }, to);
}

test('tabs are dragged into groups and beside each other, panes float and move by key, and each workspace has its own', async ({
  folder,
  launch,
}) => {
  test.setTimeout(120_000);
  const { page } = await launch(FAST);
  await page.setViewportSize({ width: 1440, height: 900 });
  const first = makeRepository(folder);
  await newSession(page, { folder: first, prompt: 'read README.md', approval: 'all' });
  await expectState(page, 'root', 'completed');
  const groups = page.locator('.dv-groupview').filter({ has: page.getByRole('tab') });
  for (const key of ['Enter', 'd', 'b']) {
    await pressOn(page, 'root', key);
  }
  await expect(page.getByRole('tab')).toHaveCount(3);
  await expect(groups).toHaveCount(1);

  // By mouse: to the lower edge of the panes, then back among the tabs.
  const panes = await boxOf(groups.first());
  await dragTab(page, 'prefix', { x: panes.x + panes.width / 2, y: panes.y + panes.height - 20 });
  await expect(groups).toHaveCount(2);
  const [above, below] = [await boxOf(tab(page, 'transcript')), await boxOf(tab(page, 'prefix'))];
  expect(below.y).toBeGreaterThan(above.y + 200);
  await dragTab(page, 'prefix', { x: above.x + above.width / 2, y: above.y + above.height / 2 });
  await expect(groups).toHaveCount(1);
  // The border between the tree and the panes is a handle.
  const border = await boxOf(groups.first());
  await drag(page, { x: border.x, y: border.y + 400 }, { x: border.x - 150, y: border.y + 400 });
  await expect.poll(async () => Math.round((await boxOf(groups.first())).width - border.width)).toBeGreaterThan(120);

  // By key: out of the tabs to the left of them, and back into them.
  await pressOn(page, 'root', 'b');
  await page.keyboard.press('Alt+Shift+ArrowLeft');
  await expect(groups).toHaveCount(2);
  expect((await boxOf(tab(page, 'prefix'))).x).toBeLessThan((await boxOf(tab(page, 'diff'))).x);
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect(groups).toHaveCount(1);
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await expect(groups).toHaveCount(2);

  // Floating: by key it comes off, by mouse it goes elsewhere, by button it goes back.
  await page.keyboard.press('Alt+o');
  await expect(page.getByRole('button', { name: 'Dock these panes' })).toBeVisible();
  const floating = page.locator('.dv-resize-container');
  const before = await boxOf(floating);
  // A window that has just come off may still be settling under the first try.
  await expect(async () => {
    const strip = await boxOf(floating.locator('.dv-void-container'));
    const grip = { x: strip.x + strip.width / 2, y: strip.y + strip.height / 2 };
    await drag(page, grip, { x: grip.x + 160, y: grip.y + 120 });
    const { x, y } = await boxOf(floating);
    expect(Math.abs(x - before.x) + Math.abs(y - before.y)).toBeGreaterThan(60);
  }).toPass({ timeout: 15_000 });
  await page.getByRole('button', { name: 'Dock these panes' }).click();
  await expect(floating).toHaveCount(0);

  // From pane to pane and back to the tree by key; the pane that has the keyboard can be maximised.
  await page.keyboard.press('Alt+m');
  await expect(card(page, 'root')).not.toBeVisible();
  await page.keyboard.press('Alt+m');
  await expect(card(page, 'root')).toBeVisible();
  const keyboardIn = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      if (at?.closest('[data-branch]')) return 'Tree';
      return at?.closest('section')?.getAttribute('aria-label')?.split(' ')[0] ?? '';
    });
  const visited = new Set<string>();
  let last = await keyboardIn();
  for (let step = 0; step < 4; step++) {
    await page.keyboard.press('F6');
    await expect.poll(keyboardIn).not.toBe(last);
    await expect.poll(keyboardIn).not.toBe('');
    last = await keyboardIn();
    visited.add(last);
  }
  expect([...visited].sort()).toEqual(['Changes', 'Prefix', 'Transcript', 'Tree']);

  // The layout belongs to the workspace: another one begins with the tree alone, and this one is as it was left.
  const placesNow = async () => {
    const boxes = await Promise.all((await groups.all()).map(boxOf));
    return boxes.map(({ x, y, width, height }) => [x, y, width, height].map((edge) => Math.round(edge / 4))).sort();
  };
  const left = await placesNow();
  await newSession(page, { folder: makeRepository(join(folder, 'other')), prompt: 'list files', approval: 'all' });
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expectState(page, 'root', 'completed');
  await page.locator('.session-row', { hasText: 'read README.md' }).click();
  await expect(page.getByRole('tab')).toHaveCount(3);
  await expect.poll(placesNow).toEqual(left);
});
