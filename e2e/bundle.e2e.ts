import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { seriousFaults } from './support/axe.ts';
import { bundleOf, openBundle } from './support/bundle.ts';
import { willPick } from './support/pick.ts';
import { git } from './support/repository.ts';
import { card, FAST, pressOn, runFromPalette } from './support/window.ts';

const merging = (page: Page) => page.getByRole('region', { name: /^Merge of/ });

test('a colleague’s bundle is opened, read, and its fork merged into a clone of one’s own; the merge follows the clone', async ({
  folder,
  launch,
}) => {
  test.setTimeout(150_000);
  const { bundle, clone } = await bundleOf(folder);
  const { app, page } = await launch(FAST);
  await openBundle(app, page, bundle);

  // What the fork changed is read from the bundle alone.
  await pressOn(page, 'fork-1', 'd');
  await expect(page.getByRole('region', { name: /^Changes of/ })).toContainText('with dry boots');

  // By key; the clone is found by nobody yet: it is chosen.
  await pressOn(page, 'fork-1', 'Shift+M');
  await willPick(app, [clone]);
  await merging(page).getByRole('button', { name: 'Merge into another folder…' }).click();
  await expect(merging(page).getByRole('region', { name: 'Where this is merged' })).toContainText('This clone has');
  expect(await seriousFaults(page)).toEqual([]);
  await merging(page).getByRole('button', { name: 'Merge as uncommitted changes' }).click();
  await expect(merging(page)).toContainText('Merged at');
  expect(readFileSync(join(clone, 'README.md'), 'utf8')).toContain('with dry boots');
  expect(git(clone, 'diff', '--cached', '--name-only')).toBe('');

  await merging(page).getByRole('button', { name: 'Undo' }).click();
  await expect(merging(page)).toContainText('Taken back: 1 file');
  expect(git(clone, 'status', '--porcelain')).toBe('');

  // The other fork, by mouse; the pane sees by itself what happens to the clone meanwhile.
  await card(page, 'fork-2').click({ button: 'right', position: { x: 60, y: 12 } });
  await page.getByRole('menuitem', { name: /^Merge/ }).click();
  await willPick(app, [clone]);
  await merging(page).getByRole('button', { name: 'Merge into another folder…' }).click();
  await expect(merging(page).getByRole('button', { name: 'Merge as uncommitted changes' })).toBeEnabled();
  writeFileSync(join(clone, 'notes.txt'), 'mine\n');
  await expect(merging(page)).toContainText(/notes\.txt/);
  await expect(merging(page)).toContainText(/conflict|stands there/i, { timeout: 15_000 });
  await runFromPalette(page, 'Close the session');
  expect(readFileSync(join(clone, 'notes.txt'), 'utf8')).toBe('mine\n');
});
