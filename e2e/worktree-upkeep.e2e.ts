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

test('the three panes of a conflict have the colours of their language and scroll together, until that is switched off', async ({
  folder,
  launch,
}) => {
  const repository = makeRepository(folder);
  const file = join(repository, 'tide.ts');
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `export const depth${from + at}: number = ${from + at}; // metres\n`);
  const text = [...lines(0, 150), "export const shoes = 'with dry feet';\n", ...lines(150, 300)].join('');
  writeFileSync(file, text);
  git(repository, 'add', '-A');
  git(repository, 'commit', '-qm', 'A longer file');
  const { page } = await launch({ env: { FORKSCOPE_DEMO_LATENCY: 'fast' } });
  const prompt =
    'Fork into two, in parallel:\n1. Replace `with dry feet` with `with dry boots` in tide.ts\n2. Read notes';
  await newSession(page, { folder: repository, prompt, approval: 'all' });
  await expectState(page, 'fork-1', 'completed');
  // Sixty lines of one's own above the conflict: the panes are of different lengths.
  writeFileSync(file, [...lines(1000, 1060), text.replace('with dry feet', 'with wet feet')].join(''));
  git(repository, 'commit', '-qam', 'Mine');
  await card(page, 'fork-1').click({ position: { x: 60, y: 12 } });
  await page.keyboard.press('Shift+M');
  await page.getByRole('button', { name: 'Resolve tide.ts' }).click();
  for (const name of ['Yours', 'Result']) {
    const column = page.getByRole('region', { name, exact: true });
    await expect(column.locator('.tok-keyword').first()).toHaveText('export');
  }

  const pane = (name: string) => page.locator(`[style*="grid-area: ${name}"]`).locator('.cm-scroller');
  const top = (name: string) => pane(name).evaluate((box) => box.scrollTop / (box.scrollHeight - box.clientHeight));
  const wheel = async (name: string, by: number) => {
    await pane(name).hover();
    await page.mouse.wheel(0, by);
  };
  await wheel('result', -100_000);
  for (const name of ['result', 'ours', 'theirs']) await expect.poll(() => top(name)).toBe(0);
  await wheel('theirs', 100_000);
  for (const name of ['result', 'ours', 'theirs']) await expect.poll(() => top(name)).toBeGreaterThan(0.99);

  const linked = page.getByRole('button', { name: 'Scroll the panes together' });
  await expect(linked).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Alt+l');
  await expect(linked).toHaveAttribute('aria-pressed', 'false');
  await wheel('result', -100_000);
  await expect.poll(() => top('result')).toBe(0);
  expect(await top('ours')).toBeGreaterThan(0.99);
  await page.keyboard.press('Alt+l');
  await expect.poll(() => top('ours')).toBe(0);
});
