import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/app.ts';
import { git, makeRepository } from './support/repository.ts';
import { card, expectState, FAST, newSession, pressOn } from './support/window.ts';

const PROMPT = `Read README.md. Fork into two, in parallel:
1. Replace \`with dry feet\` with \`with dry boots\` in README.md
2. Read notes`;

test('a repository’s setup command asks once, and then shows on each fork’s card and in its terminal', async ({
  folder,
  launch,
}) => {
  const repository = makeRepository(folder);
  mkdirSync(join(repository, '.forkscope'));
  const command = 'echo made ready; while [ ! -e go ]; do sleep 0.1; done';
  writeFileSync(join(repository, '.forkscope/settings.json'), JSON.stringify({ setup: { command } }));
  const { page } = await launch(FAST);
  await newSession(page, { folder: repository, prompt: PROMPT, approval: 'all' });
  const bar = page.getByRole('region', { name: 'A branch asks for permission' });
  await bar.getByRole('button', { name: 'Review' }).click();
  const prompt = page.getByRole('article', { name: /^setup: / });
  await expect(prompt).toHaveCount(1);
  await expect(prompt).toContainText(command);
  await expect(prompt).toContainText('in its worktree');
  await expect(prompt.getByRole('button', { name: 'The session' })).toHaveCount(0);
  await prompt.getByRole('button', { name: 'Allow for this repository' }).click();
  await page.keyboard.press('Escape');
  for (const fork of ['fork-1', 'fork-2']) await expect(card(page, fork)).toContainText('setup: echo made ready');
  await pressOn(page, 'fork-1', 't');
  await expect(page.locator('.xterm-rows')).toContainText('made ready');
  for (const [place] of git(repository, 'worktree', 'list', '--porcelain').matchAll(/(?<=^worktree ).*fork-\d$/gm)) {
    writeFileSync(join(place, 'go'), '');
  }
  await expectState(page, 'fork-1', 'completed');
  await expect(page.locator('.xterm-rows')).toContainText('exit 0');
  await expectState(page, 'fork-2', 'completed');
});

test('edits from outside count on the card; what is old and clean is previewed before it is removed', async ({
  folder,
  home,
  launch,
}) => {
  const repository = makeRepository(folder);
  const { page } = await launch(FAST);
  await newSession(page, { folder: repository, prompt: PROMPT, approval: 'all' });
  for (const branch of ['fork-1', 'fork-2', 'root']) await expectState(page, branch, 'completed');
  await expect(card(page, 'fork-1').locator('.added')).toHaveText('+1');
  const places = [...git(repository, 'worktree', 'list', '--porcelain').matchAll(/(?<=^worktree ).*fork-\d$/gm)];
  const [changed = '', clean = ''] = places.map(([place]) => place).sort();
  writeFileSync(join(changed, 'by-hand.txt'), 'one\ntwo\n');
  await expect(card(page, 'fork-1').locator('.added')).toHaveText('+3');
  await expect(card(page, 'fork-1').locator('.removed')).toHaveText('−1');

  await pressOn(page, 'root', 'w');
  const worktrees = page.getByRole('region', { name: 'Worktrees of this repository' });
  await worktrees.getByRole('button', { name: 'Remove what is old and clean…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove what is old and clean' });
  await expect(dialog).toContainText('Nothing of that age can go unasked.');
  await expect(dialog.getByRole('button', { name: 'Remove', exact: true })).toBeDisabled();
  await dialog.getByLabel('Made more than this many days ago').fill('0');
  await expect(dialog.getByRole('region', { name: 'Would be removed' })).toContainText('fork-2');
  await expect(dialog.getByRole('region', { name: 'Stays' })).toContainText(/fork-1.*2 changed files/s);
  expect(existsSync(clean)).toBe(true);
  await dialog.getByRole('button', { name: 'Remove 1' }).click();
  await expect(page.getByText('1 old worktree that held nothing went', { exact: false })).toBeVisible();
  expect([existsSync(clean), existsSync(changed)]).toEqual([false, true]);
  expect(readFileSync(join(home, 'worktrees/removed.jsonl'), 'utf8')).toContain(clean);
  await expect(worktrees.getByRole('row', { name: /fork-2/ })).toHaveCount(0);
});
