import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/app.ts';
import { makeRepository } from './support/repository.ts';
import { card, expectState, FAST, newSession, promptBox, say } from './support/window.ts';

const TWO_FORKS = 'Fork into two, in parallel:\n1. Run `echo one`\n2. Run `echo two`';

test('the prompt box: files, commands, history, and a draft that outlives the app', async ({ folder, launch }) => {
  const { app, page } = await launch(FAST);
  await newSession(page, { folder: makeRepository(folder), prompt: 'read README.md', approval: 'all' });
  await expectState(page, 'root', 'completed');

  // By key: a file after @, then the message.
  await promptBox(page).focus();
  await page.keyboard.type('read @pack');
  await expect(page.getByRole('option', { name: 'package.json' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(promptBox(page)).toHaveValue('read @package.json ');
  await page.keyboard.press('Enter');
  await expect(promptBox(page)).toHaveValue('');
  await expectState(page, 'root', 'completed');
  await page.keyboard.press('ArrowUp');
  await expect(promptBox(page)).toHaveValue('read @package.json');
  await page.keyboard.press('ArrowDown');

  // By mouse: a command from the list, then its lines.
  await page.keyboard.type('/f');
  await page.getByRole('option', { name: /one directive a line/ }).click();
  await page.keyboard.type('run `echo left`');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('run `echo right`');
  await page.getByRole('button', { name: 'Send' }).click();
  for (const fork of ['fork-1', 'fork-2']) await expectState(page, fork, 'completed');

  await say(page, '/budget 3');
  await expect(promptBox(page)).toHaveValue('');
  await promptBox(page).fill('not sent yet');
  await page.waitForTimeout(300);
  await app.close();
  const again = await launch(FAST);
  await again.page
    .getByRole('button', { name: /read README\.md/ })
    .first()
    .click();
  await expectState(again.page, 'root', 'completed');
  await expect(promptBox(again.page)).toHaveValue('not sent yet');
});

test('branches are compared side by side, by key and by mouse, and listed in words', async ({ folder, launch }) => {
  const { page } = await launch(FAST);
  await newSession(page, { folder: makeRepository(folder), prompt: TWO_FORKS, approval: 'all' });
  await expectState(page, 'root', 'completed');
  await card(page, 'fork-1').click();
  await page.keyboard.press('v');
  await expect(page.getByRole('dialog', { name: 'Compare branches' })).toBeVisible();
  await page.keyboard.press('Enter');
  const compare = page.getByRole('region', { name: 'Comparison of 2 branches' });
  await expect(compare.getByRole('row', { name: /Directive/ })).toContainText('echo one');
  await expect(compare.getByRole('region', { name: 'Step 1' })).toContainText('echo one');
  await expect(compare.getByRole('region', { name: 'Step 1' })).toContainText('echo two');
  await compare.getByRole('button', { name: /bash echo one/ }).click();
  await expect(page.getByRole('tab', { name: /transcript/ })).toBeVisible();

  await card(page, 'root').click();
  await page.keyboard.press('o');
  const tree = page.getByRole('tree');
  await expect(tree.getByRole('treeitem')).toHaveCount(3);
  await expect(tree.getByRole('treeitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(tree.getByRole('treeitem').nth(1)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(tree.getByRole('treeitem')).toHaveCount(1);
});

test('a report leads to its fork, a fork to its call, and a link back to a message', async ({ folder, launch }) => {
  const { app, page } = await launch(FAST);
  await newSession(page, { folder: makeRepository(folder), prompt: TWO_FORKS, approval: 'all' });
  await expectState(page, 'root', 'completed');
  await card(page, 'fork-1').click();
  await page.keyboard.press('Enter');
  const fork = page.getByRole('region', { name: /^Transcript of/ });
  await expect(fork.getByText('Scope', { exact: true })).toBeVisible();
  await fork.getByRole('button', { name: 'Show the call in the parent' }).click();
  await expect(page.locator('.is-place').getByRole('list', { name: 'Forked into' })).toBeVisible();

  const question = page.getByRole('article', { name: 'You' }).first();
  await question.hover();
  await question.getByRole('button', { name: 'Copy link to this message' }).click();
  const link = await app.evaluate(({ clipboard }) => clipboard.readText());
  expect(link).toMatch(/^forkscope:\/\/[^/]+\/root\/[^/]+$/);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(link);
  await page.getByRole('option', { name: /Open this link/ }).click();
  await expect(page.locator('.is-place')).toContainText('Fork into two');
});

test('sessions: rename, search, archive, delete and restore', async ({ folder, launch }) => {
  const { page } = await launch(FAST);
  await newSession(page, { folder: makeRepository(folder), prompt: 'read README.md', approval: 'all' });
  await expectState(page, 'root', 'completed');
  const row = page.getByRole('button', { name: /read README\.md/ }).and(page.locator('.session-row'));
  await row.focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('A tale of tides');
  await page.keyboard.press('Enter');
  const renamed = page.locator('.session-row', { hasText: 'A tale of tides' });
  await expect(renamed).toBeVisible();

  await page.keyboard.press('ControlOrMeta+Shift+f');
  await page.keyboard.type('low water');
  const hits = page.getByRole('region', { name: 'Messages that were found' });
  await expect(hits.getByRole('listitem').first()).toContainText(/low water/i);
  await expect(hits.getByRole('status')).toContainText(/\d+ message/);
  await hits.getByRole('listitem').first().getByRole('button').click();
  await expect(page.locator('.is-place')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();

  await renamed.hover();
  await page.getByRole('button', { name: 'More for A tale of tides' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByText(/^Archived/).click();
  await renamed.hover();
  await page.getByRole('button', { name: 'More for A tale of tides' }).click();
  for (const _ of ['export', 'archive', 'delete']) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete this session?' });
  await expect(dialog).toContainText('1 branch');
  await dialog.getByRole('button', { name: 'Move to trash' }).click();
  await expect(renamed).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+,');
  await page.getByLabel('Search the settings').fill('trash');
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.keyboard.press('Escape');
  // It comes back as it was: archived.
  await page.getByText(/^Archived/).click();
  await expect(renamed).toBeVisible();
});

test('keys are rebound in the settings, layouts come by key and by palette, and a bad settings file says its line', async ({
  folder,
  home,
  launch,
}) => {
  const { app, page } = await launch(FAST);
  await newSession(page, { folder: makeRepository(folder), prompt: TWO_FORKS, approval: 'all' });
  await expectState(page, 'root', 'completed');
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByLabel('Search the settings').fill('open requests');
  await page.getByRole('button', { name: 'Key of Open requests: R' }).click();
  await page.keyboard.press('q');
  await expect(page.getByRole('button', { name: 'Key of Open requests: Q' })).toBeVisible();
  await page.keyboard.press('Escape');
  await card(page, 'fork-1').click();
  await page.keyboard.press('q');
  await expect(page.getByRole('tab', { name: /requests/ })).toBeVisible();

  await page.keyboard.press('Alt+2');
  await expect(page.getByRole('tab', { name: /transcript/ })).toBeVisible();
  await expect(page.getByRole('tab', { name: /diff/ })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('layout watch');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: /terminal/ })).toBeVisible();
  await page.keyboard.press('Alt+0');
  await expect(page.getByRole('tab')).toHaveCount(0);
  await app.close();

  const path = join(home, 'settings.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"maxForks": \d+/, '"maxForks": "many"'));
  const line =
    readFileSync(path, 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('"many"')) + 1;
  const again = await launch(FAST);
  await again.page.getByRole('button', { name: 'Settings' }).click();
  await expect(again.page.getByRole('dialog')).toContainText(`line ${line}`);
});

test('a notification calls a person back to a branch that waits, once, and its click leads there', async ({
  folder,
  launch,
}) => {
  const { app, page } = await launch(FAST);
  await app.evaluate(({ Notification, BrowserWindow }) => {
    const shown: unknown[] = [];
    Object.assign(globalThis, { shownNotices: shown });
    Object.assign(Notification, { isSupported: () => true });
    Notification.prototype.show = function show() {
      shown.push({ title: this.title, body: this.body, silent: this.silent, click: () => this.emit('click') });
    };
    BrowserWindow.prototype.isFocused = () => false;
  });
  await newSession(page, { folder: makeRepository(folder), prompt: 'run `echo hello`', approval: 'none' });
  await expectState(page, 'root', 'waiting');
  const notices = () =>
    app.evaluate(() =>
      (globalThis as unknown as { shownNotices: { title: string; body: string; silent: boolean }[] }).shownNotices.map(
        ({ title, body, silent }) => ({ title, body, silent }),
      ),
    );
  await expect
    .poll(notices)
    .toEqual([
      { title: expect.stringContaining('needs you'), body: expect.stringContaining('echo hello'), silent: true },
    ]);
  await promptBox(page).focus();
  await app.evaluate(() => (globalThis as unknown as { shownNotices: { click(): void }[] }).shownNotices[0]?.click());
  await expect(card(page, 'root')).toBeFocused();
  await page.keyboard.press('y');
  await expectState(page, 'root', 'completed');
  await expect.poll(async () => (await notices()).map(({ title }) => title)).toContain('All branches are done');
});

test('a running command is laid out for the pane that shows it', async ({ folder, launch }) => {
  const { page } = await launch(FAST);
  await newSession(page, {
    folder: makeRepository(folder),
    prompt: 'run `for i in 1 2 3 4 5 6; do stty size; sleep 0.7; done`',
    approval: 'all',
  });
  await expect(card(page, 'root')).toContainText('stty');
  await card(page, 'root').click();
  await page.keyboard.press('t');
  const rows = page.locator('.xterm-rows');
  await expect(rows).toContainText('40 120');
  // From the moment the pane is there, its own size.
  await expect
    .poll(async () => ((await rows.textContent()) ?? '').match(/\d+ \d+/g)?.some((size) => size !== '40 120'))
    .toBe(true);
});
