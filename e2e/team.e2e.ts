import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { fingerprint, git, makeDirty, makeRepository } from './support/repository.ts';
import { expectState, FAST, newSession, pressOn } from './support/window.ts';

const FORKS = ['fork-1', 'fork-2', 'fork-3'];
/** The first two change the same line; the third another line of the same file. */
const PROMPT = `Read README.md. Fork into three, in parallel:
1. Replace \`with dry feet\` with \`with dry boots\` in README.md
2. Replace \`with dry feet\` with \`with dry socks\` in README.md, and write \`sail\` into notes.txt
3. Replace \`do not sail by them\` with \`never sail by them\` in README.md`;

const merging = (page: Page) => page.getByRole('region', { name: /^Merge of/ });

async function threeForks(page: Page, repository: string): Promise<void> {
  await newSession(page, { folder: repository, prompt: PROMPT, approval: 'all' });
  for (const fork of FORKS) await expectState(page, fork, 'completed');
  await expectState(page, 'root', 'completed');
}

test('forks collide on the tree and in the matrix; one is merged as uncommitted changes, and taken back', async ({
  folder,
  launch,
}) => {
  test.setTimeout(120_000);
  const repository = makeRepository(folder);
  makeDirty(repository);
  const before = fingerprint(repository);
  const { page } = await launch(FAST);
  await threeForks(page, repository);

  const edge = page.locator('.conflict-edge[data-kind="hot"]');
  await expect(edge).toHaveCount(1, { timeout: 20_000 });
  await edge.locator('.conflict-edge__mark').click();
  const conflicts = page.getByRole('region', { name: 'Conflicts between worktrees' });
  await expect(conflicts.getByText('1 hot, 2 soft', { exact: false })).toBeVisible();
  const pair = conflicts.getByRole('region', { name: 'README.md' });
  await expect(pair).toContainText('with dry boots');
  await expect(pair).toContainText('with dry socks');
  await expect(conflicts.getByRole('status')).toContainText(/as of \d+:\d+:\d+/);
  // By key: from cell to cell, then a pair.
  const hot = conflicts.getByRole('button', { name: /: hot/ }).first();
  await hot.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(conflicts.locator('.pair__head')).toContainText('soft');

  await pressOn(page, 'fork-3', 'Shift+M');
  await expect(merging(page)).toContainText('1 file has edits of yours that are not committed');
  const merge = merging(page).getByRole('button', { name: 'Merge as uncommitted changes' });
  await expect(merge).toBeDisabled();
  await merging(page).getByRole('region', { name: 'Your uncommitted edits' }).getByLabel('README.md').check();
  await merge.click();
  await expect(merging(page)).toContainText('Merged at');
  const merged = readFileSync(join(repository, 'README.md'), 'utf8');
  expect(merged).toContain('never sail by them');
  expect(merged).toContain('A line that nobody has committed.');
  expect(git(repository, 'diff', '--cached', '--name-only').trim()).toBe('staged.txt');
  expect(git(repository, 'stash', 'list')).toBe('');

  await merging(page).getByRole('button', { name: 'Undo' }).click();
  await expect(merging(page)).toContainText('Taken back: 1 file');
  expect(fingerprint(repository)).toBe(before);
});

test('a conflict is settled in three panes and merged; a fork is discarded with a backup and comes back', async ({
  folder,
  launch,
}) => {
  test.setTimeout(120_000);
  const repository = makeRepository(folder);
  const { page } = await launch(FAST);
  await threeForks(page, repository);
  const readme = join(repository, 'README.md');
  writeFileSync(readme, readFileSync(readme, 'utf8').replace('with dry feet', 'with dry sandals'));
  git(repository, 'commit', '-qam', 'Sandals');

  await pressOn(page, 'fork-2', 'Shift+M');
  await merging(page).getByText('One commit', { exact: true }).click();
  await merging(page).getByRole('button', { name: 'Resolve README.md' }).click();
  await expect(merging(page).getByRole('status')).toHaveText('Resolved 0 of 1');
  await expect(merging(page).getByRole('button', { name: 'Use this result' })).toBeDisabled();
  await page.keyboard.press('Alt+t');
  await expect(merging(page).getByRole('status')).toHaveText('Resolved 1 of 1');
  // The result is a text like any other: what is typed is in it.
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('By hand. ');
  await merging(page).getByRole('button', { name: 'Use this result' }).click();
  await expect(merging(page)).toContainText('resolved by you');
  await merging(page).getByLabel('Commit message').fill('Socks it is');
  await merging(page).getByRole('button', { name: 'Merge as one commit' }).click();
  await expect(merging(page)).toContainText('as one commit');
  expect(git(repository, 'log', '-1', '--format=%s').trim()).toBe('Socks it is');
  expect(git(repository, 'status', '--porcelain')).toBe('');
  expect(readFileSync(readme, 'utf8')).toMatch(/^By hand\. # Low Water/);
  expect(readFileSync(readme, 'utf8')).toContain('with dry socks');
  expect(readFileSync(join(repository, 'notes.txt'), 'utf8')).toBe('sail\n');

  await page.keyboard.press('Alt+0');
  const before = fingerprint(repository);
  await pressOn(page, 'fork-1', 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Keep or discard this worktree?' });
  await expect(dialog).toContainText('1 changed file, 0 commits');
  const backup = (await dialog.getByText(/^refs\/forkscope\/backup\//).textContent()) ?? '';
  const place = (await dialog.locator('dd').first().textContent()) ?? '';
  expect(existsSync(place)).toBe(true);
  await dialog.getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByText(`What it changed is kept under ${backup}.`)).toBeVisible();
  expect(existsSync(place)).toBe(false);
  expect(git(repository, 'show', `${backup}:README.md`)).toContain('with dry boots');

  await pressOn(page, 'root', 'w');
  const worktrees = page.getByRole('region', { name: 'Worktrees of this repository' });
  await expect(worktrees.getByRole('row', { name: /fork-2/ })).toContainText('at rest');
  await expect(worktrees.getByRole('row', { name: /fork-1/ })).toHaveCount(0);
  await expect(worktrees.getByRole('row', { name: /your checkout/ })).not.toContainText('Remove');
  await worktrees.getByRole('button', { name: /^Restore / }).click();
  await expect(worktrees.getByRole('row', { name: /fork-1/ })).toContainText('at rest');
  expect(readFileSync(join(place, 'README.md'), 'utf8')).toContain('with dry boots');
  expect(fingerprint(repository)).toBe(before);
});
