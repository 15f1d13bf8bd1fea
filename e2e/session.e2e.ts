import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/app.ts';
import { makeRepository } from './support/repository.ts';
import { card, expectState, FAST, newSession, say, setTheme } from './support/window.ts';

test('a command asks, from the card and from the queue; a denial is told to the agent', async ({
  folder,
  launch,
  picture,
}) => {
  const { page } = await launch(FAST);
  const prompt = 'Fork into two, in parallel:\n1. Run `echo one`\n2. Run `echo two`';
  await newSession(page, { folder: makeRepository(folder), prompt, approval: 'none' });
  for (const fork of ['fork-1', 'fork-2']) {
    await expect(card(page, fork)).toHaveAttribute('data-asks', 'true', { timeout: 20_000 });
    await expectState(page, fork, 'waiting');
  }
  await expect(page.getByRole('region', { name: 'A branch asks for permission' })).toContainText('echo');
  await picture(page, 'permission-light');
  await page.getByRole('button', { name: /Review/ }).click();
  await picture(page, 'permission-queue-light');
  await page.keyboard.press('Escape');
  await card(page, 'fork-1').getByRole('button', { name: 'Allow' }).click();
  await card(page, 'fork-2').getByRole('button', { name: 'Deny' }).click();
  for (const branch of ['fork-1', 'fork-2', 'root']) await expectState(page, branch, 'completed');
  await card(page, 'fork-2').getByRole('button', { name: 'Open transcript' }).click();
  await expect(page.getByText(/did not allow|not allowed|denied/i).first()).toBeVisible();
});

test('a person steers, pauses, resumes, forks from here, and goes on with a finished session', async ({
  folder,
  launch,
}) => {
  const { page } = await launch(FAST);
  await newSession(page, { folder: makeRepository(folder), prompt: 'run `sleep 2`', approval: 'all' });
  await expect(card(page, 'root')).toContainText('sleep 2');
  await card(page, 'root').getByRole('button', { name: 'Pause at the next step' }).click();
  await expectState(page, 'root', 'paused');
  await card(page, 'root').getByRole('button', { name: 'Resume' }).click();
  await expectState(page, 'root', 'completed');

  await say(page, 'read README.md');
  await expect(card(page, 'root')).toContainText(/read_file README.md|Low Water/i);
  await expectState(page, 'root', 'completed');

  await card(page, 'root').click();
  await page.keyboard.press('f');
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel(/Directive of fork 1|Directive/)
    .first()
    .fill('run `echo from here`');
  await dialog.getByRole('button', { name: /^Fork|^Start/ }).click();
  await expectState(page, 'fork-1', 'completed');
});

test('abort all stops everything that runs', async ({ folder, launch }) => {
  const { page } = await launch(FAST);
  const prompt = 'Fork into two, in parallel:\n1. Run `sleep 411`\n2. Run `sleep 412`';
  await newSession(page, { folder: makeRepository(folder), prompt, approval: 'all' });
  await expect(card(page, 'fork-2')).toContainText('sleep 412', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Abort all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Abort/ }).click();
  for (const branch of ['root', 'fork-1', 'fork-2']) await expectState(page, branch, 'interrupted', 5_000);
});

test('a folder that cannot be worked in is said where it happened', async ({ folder, home, launch, picture }) => {
  const { app, page } = await launch(FAST);
  const plain = join(folder, 'plain');
  mkdirSync(plain, { recursive: true });
  await newSession(page, { folder: plain, prompt: 'read README.md' });
  await expect(page.getByText(/is not inside a git repository/).first()).toBeVisible();
  await picture(page, 'error-light');
  await app.close();
  setTheme(home, 'dark');
  const dark = await launch(FAST);
  await newSession(dark.page, { folder: plain, prompt: 'read README.md' });
  await expect(dark.page.getByText(/is not inside a git repository/).first()).toBeVisible();
  await picture(dark.page, 'error-dark');
});

test('a killed app leaves a session that says what was cut off', async ({ folder, launch }) => {
  const first = await launch(FAST);
  await newSession(first.page, { folder: makeRepository(folder), prompt: 'run `sleep 413`', approval: 'all' });
  await expect(card(first.page, 'root')).toContainText('sleep 413');
  first.app.process().kill('SIGKILL');
  await first.page.waitForEvent('close').catch(() => undefined);
  const { page } = await launch(FAST);
  await page
    .getByRole('button', { name: /run `sleep 413`/ })
    .first()
    .click();
  await expectState(page, 'root', 'interrupted');
  await expect(card(page, 'root')).toContainText('The app stopped while this branch was running');
  await say(page, 'read README.md');
  await expectState(page, 'root', 'completed');
});

test('the palette and the keys reach what the mouse reaches', async ({ folder, launch, picture }) => {
  const { page } = await launch(FAST);
  await newSession(page, { folder: makeRepository(folder), prompt: 'read README.md', approval: 'all' });
  await expectState(page, 'root', 'completed');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await picture(page, 'palette-light');
  await page.keyboard.type('terminal');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No command has run yet.')).toBeVisible();
});

test('the same screens in the dark', async ({ home, launch, picture }) => {
  test.setTimeout(120_000);
  setTheme(home, 'dark');
  const { page } = await launch(FAST);
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  await picture(page, 'empty-dark');
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await expect(card(page, 'fork-3')).toContainText('npm run week', { timeout: 30_000 });
  await card(page, 'fork-1').getByRole('button', { name: 'Open transcript' }).click();
  await card(page, 'fork-3').click();
  await page.keyboard.press('t');
  await expect(page.locator('.xterm-rows').first()).toContainText(/npm run week|low \d\.\d m/);
  await picture(page, 'demo-running-dark');
  await expectState(page, 'root', 'completed', 60_000);
  await card(page, 'fork-2').click();
  await page.keyboard.press('Shift+Enter');
  await picture(page, 'two-transcripts-dark');
});
