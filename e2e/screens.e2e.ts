import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { makeRepository } from './support/repository.ts';
import { card, expectState, newSession } from './support/window.ts';

/** Where the pictures go; the folder is made anew by `npm run screens`. */
const FOLDER = resolve(import.meta.dirname, '../docs/screens');
const THEMES = ['light', 'dark'] as const;
/** The smallest window, a laptop's, and a large screen's. */
const SIZES = [
  { width: 900, height: 600 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
] as const;
/** Milliseconds in which panes fit themselves to a new size. */
const SETTLE_MS = 350;

/** Takes the screen as it is in every theme and size, and leaves the window as it was. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const theme of THEMES) {
      await page.evaluate((wanted) => {
        document.documentElement.dataset.theme = wanted;
      }, theme);
      await page.waitForTimeout(SETTLE_MS);
      await page.screenshot({ path: join(FOLDER, `${name}-${theme}-${size.width}.png`), animations: 'disabled' });
    }
  }
  await page.setViewportSize(SIZES[1]);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light';
  });
  await page.waitForTimeout(SETTLE_MS);
}

async function runs(app: ElectronApplication, command: string): Promise<void> {
  await app.evaluate(({ BrowserWindow }, name) => {
    for (const window of BrowserWindow.getAllWindows()) window.webContents.send('command', { name });
  }, command);
}

test('every screen and state, both themes, three sizes', async ({ folder, launch }) => {
  test.setTimeout(900_000);
  mkdirSync(FOLDER, { recursive: true });
  const { app, page } = await launch({ env: { FORKSCOPE_DEMO_LATENCY: 'fast' } });
  const closeDialog = () => page.keyboard.press('Escape');
  await page.setViewportSize(SIZES[1]);
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  await shoot(page, 'first-run');

  // A session that waits for a person, then one that fails at the folder.
  const repository = makeRepository(folder);
  const prompt = 'Fork into two, in parallel:\n1. Run `echo one`\n2. Run `echo two`';
  await page.keyboard.press('ControlOrMeta+n');
  const form = page.getByRole('dialog', { name: 'New session' });
  await form.getByLabel('Folder').fill(folder);
  await form.getByLabel('Prompt').fill('Say what this project is about');
  await expect(form.getByText(/is not inside a git repository/)).toBeVisible();
  await shoot(page, 'new-session-fault');
  await closeDialog();
  await newSession(page, { folder: repository, prompt, approval: 'none' });
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

  // The demo while it runs, and when it is done.
  await runs(app, 'session.demo');
  await expect(card(page, 'fork-3')).toContainText('npm run week', { timeout: 30_000 });
  await shoot(page, 'running');
  await expectState(page, 'root', 'completed', 60_000);
  await shoot(page, 'tree');
  for (const preset of ['watch', 'review', 'merge']) {
    await card(page, 'fork-1').click();
    await runs(app, `layout.${preset}`);
    await page.waitForTimeout(800);
    await shoot(page, `layout-${preset}`);
  }
  for (const pane of ['transcript', 'terminal', 'diff', 'prefix', 'requests']) {
    await runs(app, 'app.resetLayout');
    await card(page, pane === 'terminal' ? 'fork-3' : 'fork-1').click();
    await runs(app, `branch.${pane}`);
    await page.waitForTimeout(600);
    await shoot(page, pane);
  }
  await runs(app, 'app.resetLayout');
  await runs(app, 'app.branches');
  await page.waitForTimeout(300);
  await shoot(page, 'branches');
  await runs(app, 'app.resetLayout');
  await runs(app, 'branch.transcript');
  await page.locator('.transcript-scroll').first().focus();
  await page.keyboard.press('ControlOrMeta+f');
  await page.keyboard.type('tide');
  await page.waitForTimeout(300);
  await shoot(page, 'find');
  await page.keyboard.press('Escape');
  await runs(app, 'app.resetLayout');

  // What a person writes, and the dialogs.
  const box = page.getByRole('textbox', { name: /^Message/ });
  await box.fill('');
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
    ['session.delete', 'delete-session'],
  ] as const) {
    await card(page, 'fork-1').click();
    await runs(app, command);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.waitForTimeout(300);
    await shoot(page, name);
    await closeDialog();
  }
  await runs(app, 'app.settings');
  await page.getByLabel('Search the settings').fill('keys');
  await shoot(page, 'settings-keys');
  await closeDialog();
  await runs(app, 'session.search');
  await page.keyboard.type('tide');
  await expect(
    page.getByRole('region', { name: 'Messages that were found' }).getByRole('listitem').first(),
  ).toBeVisible();
  await page.waitForTimeout(600);
  await shoot(page, 'search');
});
