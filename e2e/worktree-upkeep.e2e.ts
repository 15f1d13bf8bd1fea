import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/app.ts';
import { git, makeRepository } from './support/repository.ts';
import { card, expectState, newSession } from './support/window.ts';

const PROMPT = `Read README.md. Fork into two, in parallel:
1. Replace \`with dry feet\` with \`with dry boots\` in README.md
2. Read notes`;

test('what a session keeps of its forks’ files is listed, and goes when the session is deleted for good', async ({
  folder,
  home,
  launch,
}) => {
  const repository = makeRepository(folder);
  const { page } = await launch({ env: { FORKSCOPE_DEMO_LATENCY: 'fast' } });
  await newSession(page, { folder: repository, prompt: PROMPT, approval: 'all' });
  for (const branch of ['fork-1', 'fork-2', 'root']) await expectState(page, branch, 'completed');
  const refs = () => git(repository, 'for-each-ref', '--format=%(refname)', 'refs/forkscope/snapshots');
  expect(refs()).toMatch(/\/fork-1$/m);

  await card(page, 'root').click({ position: { x: 60, y: 12 } });
  await page.keyboard.press('w');
  const kept = page.getByRole('region', { name: 'Snapshots of files' });
  await expect(kept.getByRole('listitem')).toContainText(/1 moment of 1 fork, kept while the session is there/);

  // Into the trash, which keeps it all, and out of that by keys alone.
  const session = /snapshots\/([^/]+)\//.exec(refs())?.[1] ?? '';
  await page.locator('.session-item').hover();
  await page
    .getByRole('button', { name: /^More for / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click();
  await expect(page.locator('.session-row')).toHaveCount(0);
  expect(refs()).toContain(session);
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByLabel('Search the settings').fill('trash');
  await page.getByRole('button', { name: /^Delete .* for good…$/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Deleted for good. 1 snapshot of its forks’ files went with it.')).toBeVisible();
  expect(refs()).toBe('');
  expect(readFileSync(join(home, 'worktrees/removed.jsonl'), 'utf8')).toContain(session);

  // What a repository was allowed is taken back with the keyboard as well.
  const settings = JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8'));
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ ...settings, setupAllowed: { '/one': ['npm ci'] } }));
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByLabel('Search the settings').fill('revoke');
  await page.getByRole('button', { name: 'Revoke npm ci' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Revoked. You are asked before it runs again.')).toBeVisible();
  expect(JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8')).setupAllowed).toEqual({});
});
