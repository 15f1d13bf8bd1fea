import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { seriousFaults } from './support/axe.ts';
import { forkscope } from './support/command-line.ts';
import { git, makeRepository } from './support/repository.ts';
import { card, FAST, pressOn, runFromPalette } from './support/window.ts';

const PROMPT = `Read README.md. Fork into two, in parallel:
1. Replace \`with dry feet\` with \`with dry boots\` in README.md
2. Write \`sail\` into notes.txt`;

async function willPick(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
  }, path);
}

/** A colleague's session as one file, and an own clone of their repository. Everything of the colleague's is gone then. */
async function bundleOf(folder: string): Promise<{ readonly bundle: string; readonly clone: string }> {
  const theirs = makeRepository(folder);
  const clone = join(folder, 'my clone');
  git(folder, 'clone', '--quiet', theirs, clone);
  const env = { FORKSCOPE_HOME: join(folder, 'theirs'), FORKSCOPE_DEMO_LATENCY: 'fast' };
  const ran = await forkscope(['run', '--workspace', theirs, '--prompt', PROMPT, '--approve', 'all'], env);
  expect(ran.code).toBe(0);
  const [session] = JSON.parse((await forkscope(['sessions', '--json'], env)).stdout) as { sessionId: string }[];
  const bundle = join(folder, 'for-you.forkscope');
  expect((await forkscope(['export', session?.sessionId ?? '', '-o', bundle, '--format', 'bundle'], env)).code).toBe(0);
  for (const gone of [theirs, env.FORKSCOPE_HOME]) rmSync(gone, { recursive: true, force: true });
  return { bundle, clone };
}

const merging = (page: Page) => page.getByRole('region', { name: /^Merge of/ });

test('a colleague’s bundle is opened, read, and its fork merged into a clone of one’s own; the merge follows the clone', async ({
  folder,
  launch,
}) => {
  test.setTimeout(150_000);
  const { bundle, clone } = await bundleOf(folder);
  const { app, page } = await launch(FAST);
  await expect(page.getByRole('button', { name: 'Open a transcript' }).first()).toBeVisible();
  await willPick(app, bundle);
  await page.keyboard.press('ControlOrMeta+Shift+O');
  await page.getByRole('dialog', { name: 'Open a transcript' }).getByRole('button', { name: 'Choose files…' }).click();
  await expect(card(page, 'fork-1')).toBeVisible({ timeout: 20_000 });

  // What the fork changed is read from the bundle alone.
  await pressOn(page, 'fork-1', 'd');
  await expect(page.getByRole('region', { name: /^Changes of/ })).toContainText('with dry boots');

  // By key; the clone is found by nobody yet: it is chosen.
  await pressOn(page, 'fork-1', 'Shift+M');
  await willPick(app, clone);
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
  await willPick(app, clone);
  await merging(page).getByRole('button', { name: 'Merge into another folder…' }).click();
  await expect(merging(page).getByRole('button', { name: 'Merge as uncommitted changes' })).toBeEnabled();
  writeFileSync(join(clone, 'notes.txt'), 'mine\n');
  await expect(merging(page)).toContainText(/notes\.txt/);
  await expect(merging(page)).toContainText(/conflict|stands there/i, { timeout: 15_000 });
  await runFromPalette(page, 'Close the session');
  expect(readFileSync(join(clone, 'notes.txt'), 'utf8')).toBe('mine\n');
});
