import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { bundleOf, openBundle } from './support/bundle.ts';
import { willPick } from './support/pick.ts';
import { git, makeRepository } from './support/repository.ts';
import { atLaptopSize, runs, shoot } from './support/screens.ts';
import { card, expectState, FAST, newSession } from './support/window.ts';

const closeDialog = (page: Page) => page.keyboard.press('Escape');

/** The first two change the same line; the third another line of the same file. */
const COLLIDING = `Read README.md. Fork into three, in parallel:
1. Replace \`with dry feet\` with \`with dry boots\` in README.md
2. Replace \`with dry feet\` with \`with dry socks\` in README.md, and write \`sail\` into notes.txt
3. Replace \`do not sail by them\` with \`never sail by them\` in README.md`;

async function demo(page: Page): Promise<void> {
  await atLaptopSize(page);
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await expectState(page, 'root', 'completed', 60_000);
}

test.setTimeout(600_000);

test('a first start, prompts and an abort', async ({ folder, launch }) => {
  const { app, page } = await launch(FAST);
  await atLaptopSize(page);
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  await shoot(page, 'first-run');
  await runs(app, 'session.import');
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(page, 'import');
  await closeDialog(page);

  await page.keyboard.press('ControlOrMeta+n');
  const form = page.getByRole('dialog', { name: 'New session' });
  await form.getByLabel('Folder').fill(folder);
  await form.getByLabel('Prompt').fill('Say what this project is about');
  await expect(form.getByText(/is not inside a git repository/)).toBeVisible();
  await shoot(page, 'new-session-fault');
  await closeDialog(page);
  const prompt = 'Fork into two, in parallel:\n1. Run `echo one`\n2. Run `echo two`';
  await newSession(page, { folder: makeRepository(folder), prompt, approval: 'none' });
  for (const fork of ['fork-1', 'fork-2']) {
    await expect(card(page, fork)).toHaveAttribute('data-asks', 'true', { timeout: 20_000 });
  }
  await shoot(page, 'permission');
  await page.keyboard.press('i');
  await shoot(page, 'permission-inbox');
  await page.keyboard.press('Escape');
  await runs(app, 'session.abortAll');
  await shoot(page, 'abort-all');
  await page.getByRole('dialog').getByRole('button', { name: 'Abort all' }).click();
  await expectState(page, 'root', 'interrupted');
  await shoot(page, 'interrupted');
});

test('the demo while it runs and when it is done, and its panes', async ({ launch }) => {
  const { app, page } = await launch(FAST);
  await atLaptopSize(page);
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await expect(card(page, 'fork-3')).toContainText('npm run week', { timeout: 30_000 });
  await shoot(page, 'running');
  await expectState(page, 'root', 'completed', 60_000);
  await shoot(page, 'tree');
  await card(page, 'fork-1').click();
  await page.keyboard.press('Space');
  await shoot(page, 'peek');
  await page.keyboard.press('Space');
  await card(page, 'fork-1').click();
  for (const preset of ['watch', 'review']) {
    await card(page, 'fork-1').click();
    await runs(app, `layout.${preset}`);
    await page.waitForTimeout(800);
    // Chosen anew at each size: the panes stand as they fit there.
    await shoot(page, `layout-${preset}`, { reopen: () => runs(app, `layout.${preset}`) });
  }
  for (const pane of ['transcript', 'terminal', 'diff', 'prefix', 'requests']) {
    await runs(app, 'app.resetLayout');
    await card(page, pane === 'terminal' ? 'fork-3' : 'fork-1').click();
    await runs(app, `branch.${pane}`);
    await page.waitForTimeout(600);
    await shoot(page, pane);
  }
  for (const [command, name] of [
    ['app.branches', 'branches'],
    ['app.statistics', 'statistics'],
    ['app.agents', 'agents'],
    ['review.open', 'review'],
  ] as const) {
    await runs(app, 'app.resetLayout');
    await runs(app, command);
    await page.waitForTimeout(800);
    await shoot(page, name);
  }
  await runs(app, 'app.resetLayout');
  await card(page, 'root').click();
  await runs(app, 'branch.transcript');
  await page.locator('.transcript-scroll').first().focus();
  await page.keyboard.press('ControlOrMeta+f');
  await page.keyboard.type('tide');
  await page.waitForTimeout(300);
  await shoot(page, 'find');
});

test('the past', async ({ launch }) => {
  const { app, page } = await launch(FAST);
  await demo(page);
  await card(page, 'fork-3').click();
  await runs(app, 'branch.transcript');
  await card(page, 'fork-3').click();
  await runs(app, 'branch.terminal');
  await page.getByRole('slider', { name: 'Playhead' }).focus();
  await page.keyboard.press('Home');
  for (let fork = 0; fork < 3; fork++) await page.keyboard.press(']');
  await page.keyboard.press('Shift+ArrowRight');
  for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight');
  await shoot(page, 'replay');
  await page.getByRole('button', { name: 'Timeline as a list' }).click();
  await shoot(page, 'replay-list');
});

test('dialogs, and what a person writes', async ({ launch }) => {
  const { app, page } = await launch(FAST);
  await demo(page);
  const box = page.getByRole('textbox', { name: /^Message/ });
  await box.pressSequentially('look at @bin');
  await expect(page.locator('.suggestion').first()).toBeVisible();
  await shoot(page, 'prompt-files');
  await box.fill('');
  await box.pressSequentially('/');
  await shoot(page, 'prompt-commands');
  await box.fill('/budget lots');
  await page.keyboard.press('Enter');
  await shoot(page, 'prompt-fault');
  await box.fill('');
  for (const [command, name] of [
    ['app.palette', 'palette'],
    ['app.keys', 'keys'],
    ['app.settings', 'settings'],
    ['branch.compare', 'compare-choose'],
    ['branch.fork', 'fork'],
    ['branch.model', 'model'],
    ['session.export', 'export'],
    ['session.delete', 'delete-session'],
  ] as const) {
    await card(page, 'fork-1').click();
    await runs(app, command);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.waitForTimeout(400);
    await shoot(page, name);
    await closeDialog(page);
  }
  await runs(app, 'app.settings');
  await page.getByLabel('Search the settings').fill('keys');
  await shoot(page, 'settings-keys');
  await closeDialog(page);
  await shoot(page, 'card-menu', {
    reopen: () => card(page, 'fork-1').click({ button: 'right', position: { x: 40, y: 12 } }),
  });
  await closeDialog(page);
  await card(page, 'fork-1').click();
  await page.keyboard.press('Shift+ArrowRight');
  await shoot(page, 'picked');
  await page.keyboard.press('v');
  await expect(page.locator('.compare-pane')).toBeVisible();
  await shoot(page, 'compare');
  await runs(app, 'app.resetLayout');
  await runs(app, 'session.search');
  const search = page.getByRole('textbox', { name: 'Search all sessions' });
  await expect(search).toBeFocused();
  await page.keyboard.type('tide');
  await expect(
    page.getByRole('region', { name: 'Messages that were found' }).getByRole('listitem').first(),
  ).toBeVisible();
  await page.waitForTimeout(600);
  await shoot(page, 'search');
});

test('forks that collide, their merge, and what is left of them', async ({ folder, launch }) => {
  const repository = makeRepository(folder);
  const { app, page } = await launch(FAST);
  await atLaptopSize(page);
  await newSession(page, { folder: repository, prompt: COLLIDING, approval: 'all' });
  await expectState(page, 'root', 'completed');
  await expect(page.locator('.conflict-edge[data-kind="hot"]')).toHaveCount(1, { timeout: 20_000 });
  await shoot(page, 'colliding');
  await page.locator('.conflict-edge[data-kind="hot"] .conflict-edge__mark').click();
  await page.waitForTimeout(600);
  await shoot(page, 'conflicts');
  await runs(app, 'app.resetLayout');
  await card(page, 'fork-1').click();
  await runs(app, 'layout.merge');
  await page.waitForTimeout(800);
  await shoot(page, 'layout-merge', {
    reopen: async () => {
      await runs(app, 'layout.merge');
      await expect(page.getByText(/^Working (it )?out/)).toHaveCount(0);
    },
  });
  await runs(app, 'app.resetLayout');
  const readme = join(repository, 'README.md');
  writeFileSync(readme, readFileSync(readme, 'utf8').replace('with dry feet', 'with dry sandals'));
  git(repository, 'commit', '-qam', 'Sandals');
  await card(page, 'fork-2').click();
  await runs(app, 'team.merge');
  const merging = page.getByRole('region', { name: /^Merge of/ });
  await merging.getByText('One commit', { exact: true }).click();
  await expect(merging.getByText('Working it out…')).toHaveCount(0);
  await shoot(page, 'merge');
  await merging.getByRole('button', { name: 'Resolve README.md' }).click();
  await page.waitForTimeout(600);
  await shoot(page, 'merge-resolve');
  await runs(app, 'app.resetLayout');
  await card(page, 'fork-1').click();
  await runs(app, 'team.discard');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.waitForTimeout(400);
  await shoot(page, 'discard');
  await closeDialog(page);
  await runs(app, 'team.worktrees');
  await page.waitForTimeout(600);
  await shoot(page, 'worktrees');
});

test('a fork of a colleague’s bundle', async ({ folder, launch }) => {
  const { bundle, clone } = await bundleOf(folder);
  const { app, page } = await launch(FAST);
  await atLaptopSize(page);
  await openBundle(app, page, bundle);
  await card(page, 'fork-1').click();
  await runs(app, 'team.merge');
  const merging = page.getByRole('region', { name: /^Merge of/ });
  await willPick(app, [clone]);
  await merging.getByRole('button', { name: 'Merge into another folder…' }).click();
  await expect(merging.getByRole('button', { name: 'Merge as uncommitted changes' })).toBeEnabled();
  await shoot(page, 'merge-bundle');
});

test('the exported page', async ({ folder, launch }) => {
  const { app, page } = await launch(FAST);
  await demo(page);
  const file = join(folder, 'out.html');
  await willPick(app, [file]);
  await page.keyboard.press('ControlOrMeta+Shift+e');
  const exporting = page.getByRole('dialog', { name: 'Export the session' });
  await exporting.getByRole('button', { name: 'Export…' }).click();
  await expect(exporting.getByRole('button', { name: 'Reveal' })).toBeVisible({ timeout: 20_000 });
  const exported = await openFile(app, file);
  await exported.locator('[data-branch="fork-1"]').click();
  await exported.waitForTimeout(500);
  await shoot(exported, 'exported-page');
});

async function openFile(app: ElectronApplication, file: string): Promise<Page> {
  const opened = app.waitForEvent('window');
  await app.evaluate(({ BrowserWindow }, url) => {
    const window = new BrowserWindow({ width: 1440, height: 900, webPreferences: { partition: 'export-picture' } });
    void window.loadURL(url);
  }, pathToFileURL(file).href);
  return opened;
}
