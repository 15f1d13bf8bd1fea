import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { makeRepository } from './support/repository.ts';
import {
  card,
  expectState,
  FAST,
  newSession,
  pressOn,
  promptBox,
  runFromPalette,
  say,
  select,
} from './support/window.ts';

/** Where a card stands in the tree, whatever part of it is shown. */
const placeOf = (page: Page, branch: string) =>
  page.locator(`.react-flow__node[data-id="${branch}"]`).evaluate((node) => (node as HTMLElement).style.transform);

test('branches are found, named, folded, looked at from afar and near, and stopped together', async ({
  folder,
  launch,
}) => {
  test.setTimeout(90_000);
  const { page } = await launch(FAST);
  const prompt = 'Fork into three, in parallel:\n1. Run `sleep 431`\n2. Run `sleep 432`\n3. Run `echo quick`';
  await newSession(page, { folder: makeRepository(folder), prompt, approval: 'all' });
  await expect(card(page, 'fork-2')).toContainText('bash sleep 432', { timeout: 20_000 });
  await expectState(page, 'fork-3', 'completed');

  // By key: what is looked for stays, the others are dimmed where they stand.
  await pressOn(page, 'root', 'ControlOrMeta+f');
  await page.keyboard.type('sleep 431');
  await expect(page.getByText('1 of 4', { exact: true })).toBeVisible();
  await expect(card(page, 'fork-2')).toHaveAttribute('data-dimmed', 'true');
  await expect(card(page, 'fork-1')).toHaveAttribute('data-dimmed', 'false');
  await page.keyboard.press('Enter');
  await expect(card(page, 'fork-1')).toHaveAttribute('data-selected', 'true');
  await page.getByRole('button', { name: 'End the search' }).click();
  await expect(card(page, 'fork-2')).toHaveAttribute('data-dimmed', 'false');

  // By mouse: a state, then a kind.
  const states = page.getByRole('group', { name: 'Branches by state' });
  await states.getByRole('button', { name: /^Completed/ }).click();
  await expect(card(page, 'fork-1')).toHaveAttribute('data-dimmed', 'true');
  await states.getByRole('button', { name: /^Completed/ }).click();
  await page.getByRole('button', { name: 'What the tree shows' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Only forks' }).click();
  await expect(card(page, 'root')).toHaveAttribute('data-dimmed', 'true');
  await page.getByRole('button', { name: 'End the filter' }).click();

  // What is finished goes away and comes back; a subtree folds and opens.
  await pressOn(page, 'root', 'Shift+H');
  await expect(card(page, 'fork-3')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show 1 hidden branches' }).click();
  await expect(card(page, 'fork-3')).toBeVisible();
  await pressOn(page, 'root', 'c');
  await expect(page.locator('[data-branch]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Show 3 hidden branches' }).click();
  await expect(page.locator('[data-branch]')).toHaveCount(4);

  // A name by key, a pin by mouse; Space looks closer, and follows the arrows.
  await pressOn(page, 'fork-1', 'F2');
  await page.keyboard.type('The long wait');
  await page.keyboard.press('Enter');
  await expect(card(page, 'fork-1')).toContainText('The long wait');
  await card(page, 'fork-1').click({ button: 'right', position: { x: 60, y: 12 } });
  await page.getByRole('menuitemcheckbox', { name: 'Pin' }).click();
  await expect(card(page, 'fork-1').getByRole('img', { name: 'Pinned' })).toBeVisible();
  await pressOn(page, 'fork-1', 'Space');
  await expect(page.getByRole('region', { name: 'Peek at The long wait' })).toContainText('sleep 431');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('region', { name: /^Peek at/ })).toContainText('sleep 432');
  await page.keyboard.press('Space');
  await expect(page.getByRole('region', { name: /^Peek at/ })).toHaveCount(0);

  // From afar a dot with its cost, from near the last words; then all of it again.
  await page.keyboard.press('0');
  const tree = page.locator('.tree');
  await tree.hover({ position: { x: 20, y: 120 } });
  await page.keyboard.down('Control');
  for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, 400);
  await expect(page.locator('[data-branch]').first()).toHaveAttribute('data-level', 'far');
  await expect(page.locator('.tree-map')).toBeVisible();
  await page.keyboard.up('Control');
  await card(page, 'fork-2').focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('Far away');
  await page.keyboard.press('Enter');
  await expect(card(page, 'fork-2')).toContainText('Far away');
  await page.keyboard.down('Control');
  await card(page, 'fork-2').hover();
  for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, -400);
  await page.keyboard.up('Control');
  await expect(page.locator('[data-branch]').first()).toHaveAttribute('data-level', 'tail');
  await page.getByRole('button', { name: 'Fit the tree' }).click();
  await expect(card(page, 'root')).toBeInViewport();

  // Two at once, by Shift and arrows; nothing moves while states change.
  await page.waitForTimeout(400);
  const before = await placeOf(page, 'fork-3');
  await pressOn(page, 'fork-1', 'Shift+ArrowRight');
  const picked = page.getByRole('toolbar', { name: 'Picked branches' });
  await expect(picked).toContainText('2 picked');
  await picked.getByRole('button', { name: 'Abort 2' }).click();
  for (const fork of ['fork-1', 'fork-2']) await expectState(page, fork, 'interrupted');
  expect(await placeOf(page, 'fork-3')).toBe(before);
  await page.keyboard.press('Escape');
  await expect(picked).toHaveCount(0);
});

test('everything is stopped by name, and just that goes on; a budget that is used up says so', async ({
  folder,
  launch,
}) => {
  const { page } = await launch(FAST);
  const prompt = 'Fork into two, in parallel:\n1. Run `sleep 433`\n2. Run `sleep 434`';
  await newSession(page, { folder: makeRepository(folder), prompt, approval: 'all' });
  await expect(card(page, 'fork-2')).toContainText('bash sleep 434', { timeout: 20_000 });
  const stopped = page.getByRole('region', { name: 'What was stopped' });

  await page.keyboard.press('ControlOrMeta+Shift+p');
  await expect(stopped).toContainText('Pausing at the next step');
  await expect(card(page, 'fork-1')).toContainText('Pausing…');
  await stopped.getByRole('button', { name: /^Resume just/ }).click();
  await expect(card(page, 'fork-1')).not.toContainText('Pausing…');

  await page.keyboard.press('ControlOrMeta+Shift+x');
  const dialog = page.getByRole('dialog', { name: 'Abort all branches?' });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await page.keyboard.press('Enter');
  for (const branch of ['root', 'fork-1', 'fork-2']) await expectState(page, branch, 'interrupted');
  await expect(stopped).toContainText('Aborted 3 branches');
  await expect(stopped).toContainText('sleep 433');
  await stopped.getByRole('button', { name: 'Resume just those' }).click();
  // The embedded model has nothing left to do, and says so.
  for (const branch of ['fork-1', 'fork-2']) await expectState(page, branch, 'completed');

  await select(page, 'root');
  await say(page, '/budget 0.000001');
  await expect(page.getByText(/^Budget .* used$/)).toBeVisible();
  await say(page, 'read README.md');
  await expect(card(page, 'root')).toContainText('Over budget');
  // The saving is said against something.
  await page.getByTitle('Against what? Press to see').click();
  await expect(page.getByRole('dialog', { name: 'Money saved, against what' })).toContainText('Without a cache');
});

test('three prompts at once: all of a kind, one put aside, one refused with a word, one for the session', async ({
  folder,
  launch,
}) => {
  const { page } = await launch(FAST);
  const prompt = 'Fork into three, in parallel:\n1. Run `echo same`\n2. Run `echo same`\n3. Run `rm -rf build`';
  await newSession(page, { folder: makeRepository(folder), prompt, approval: 'none' });
  for (const fork of ['fork-1', 'fork-2', 'fork-3']) {
    await expect(card(page, fork)).toHaveAttribute('data-asks', 'true', { timeout: 20_000 });
  }
  // To whoever asked first, which may be any of them.
  await pressOn(page, 'root', 'j');
  await expect(page.locator('[data-branch][data-selected="true"]')).toHaveAttribute('data-asks', 'true');
  await page.keyboard.press('i');
  const inbox = page.getByRole('dialog', { name: 'Permissions' });
  await expect(inbox.getByRole('article')).toHaveCount(3);
  const removing = inbox.getByRole('article', { name: /rm -rf build/ });
  await expect(removing).toContainText('in its worktree');
  await expect(removing.locator('.risk-mark').first()).toBeVisible();

  // By key alone: both that ask for the same.
  const same = inbox.getByRole('article', { name: /echo same/ }).first();
  await same.focus();
  await page.keyboard.press('a');
  await page.keyboard.press('y');
  for (const fork of ['fork-1', 'fork-2']) await expectState(page, fork, 'completed');
  await expect(inbox.getByRole('article')).toHaveCount(1);

  // Put aside it is in nobody's way, and still waits; closing is no answer.
  await removing.focus();
  await page.keyboard.press('z');
  await expect(inbox).toContainText('Put aside: still waiting');
  await page.keyboard.press('Escape');
  await expect(inbox).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'A branch asks for permission' })).toHaveCount(0);
  await expectState(page, 'fork-3', 'waiting');

  await page.getByRole('button', { name: '1 permission asked for' }).click();
  await removing.getByRole('button', { name: 'Deny…' }).click();
  await page.keyboard.type('Leave the build alone');
  await page.keyboard.press('Enter');
  for (const branch of ['fork-3', 'root']) await expectState(page, branch, 'completed');
  await pressOn(page, 'fork-3', 'Enter');
  await page
    .getByRole('region', { name: /^Transcript of/ })
    .getByRole('button', { name: /bash rm -rf build/ })
    .click();
  await expect(page.getByText('Leave the build alone').first()).toBeVisible();

  // Once for the session: the second command of its kind is not asked for.
  await select(page, 'root');
  for (const [word, asks] of [
    ['first', true],
    ['second', false],
  ] as const) {
    await say(page, `run \`echo ${word}\``);
    if (asks) {
      await page.getByRole('button', { name: /Review/ }).click();
      await inbox.getByRole('button', { name: 'The session' }).click();
      await page.keyboard.press('Escape');
    }
    await expect(card(page, 'root')).toContainText(`echo ${word}`);
    await expectState(page, 'root', 'completed');
  }
});

test('a transcript is read: folded output, find, a file’s diff, and a fork from a message', async ({
  folder,
  launch,
}) => {
  const { page } = await launch(FAST);
  const prompt =
    'Fork into two, in parallel:\n1. Run `seq 1 400; echo a needle; seq 1 400`, and write `sail` into notes.txt\n2. Run `exit 3`';
  await newSession(page, { folder: makeRepository(folder), prompt, approval: 'all' });
  for (const branch of ['fork-1', 'fork-2', 'root']) await expectState(page, branch, 'completed');
  await pressOn(page, 'fork-2', 'Enter');
  await expect(page.getByRole('region', { name: /^Transcript of/ }).locator('.call-exit')).toHaveText('exit 3');
  await page.keyboard.press('Alt+w');
  await pressOn(page, 'fork-1', 'Enter');
  const transcript = page.getByRole('region', { name: /^Transcript of/ });

  await transcript.getByRole('button', { name: /bash.*seq 1 400/ }).click();
  await transcript.getByRole('button', { name: /^Show all 801 lines/ }).click();
  await transcript.getByLabel('Filter lines of output').fill('needle');
  await expect(transcript.getByText('1 lines')).toBeVisible();
  await expect(transcript.getByText(/^\s*401\s+a needle$/)).toBeVisible();
  await transcript.getByRole('button', { name: 'Show less' }).click();
  const thought = transcript.locator('.thought-head').first();
  await expect(thought).toHaveAttribute('aria-expanded', 'false');
  await thought.click();
  await expect(transcript.locator('.thought-body').first()).toBeVisible();

  await page.locator('.transcript-scroll').focus();
  await page.keyboard.press('ControlOrMeta+f');
  await page.keyboard.type('notes.txt');
  // The last one first, for that is what is in view; then round to the first.
  await expect(transcript.getByText('4 of 4', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(transcript.getByText('1 of 4', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  const write = transcript.locator('.call-row', { hasText: 'write_file' });
  await write.hover();
  await write.getByRole('button', { name: 'Open the diff of notes.txt' }).click();
  await expect(page.getByRole('region', { name: 'notes.txt' })).toContainText('sail');
  await page.keyboard.press('Alt+w');

  await write.hover();
  await write.getByRole('button', { name: 'Fork from here' }).click();
  await transcript.getByLabel('Directive of fork 1').fill('run `echo from the middle`');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expectState(page, 'fork-3', 'completed');
});

test('a command that waits for input says so on its card, and is answered in its terminal', async ({
  folder,
  launch,
}) => {
  const { page } = await launch(FAST);
  const command = 'printf \'Proceed? [y/N] \'; read answer; seq 1 500; echo "you said $answer"; sleep 1';
  await newSession(page, { folder: makeRepository(folder), prompt: `Run \`${command}\``, approval: 'all' });
  await card(page, 'root')
    .getByRole('button', { name: /waits? for input: Proceed\? \[y\/N\]/ })
    .click();
  const terminal = page.getByRole('region', { name: /^Terminal of/ });
  await expect(terminal.locator('.xterm-rows')).toContainText('Proceed?');
  await terminal.locator('.xterm-screen').click();
  await page.keyboard.type('certainly');
  await page.keyboard.press('Enter');
  await expect(terminal.locator('.xterm-rows')).toContainText('you said certainly');
  await expect(card(page, 'root').getByText('Type…')).toHaveCount(0);
  await expectState(page, 'root', 'completed');
  await page.keyboard.press('ControlOrMeta+f');
  await page.keyboard.type('Proceed');
  await expect(terminal.getByText(/^1 of \d+$/)).toBeVisible();
  await page.keyboard.press('Escape');
});

test('panes split, float and dock, and are there again; the window is sized, coloured and given another model', async ({
  folder,
  launch,
}) => {
  test.setTimeout(90_000);
  const { app, page } = await launch(FAST);
  await newSession(page, { folder: makeRepository(folder), prompt: 'read README.md', approval: 'all' });
  await expectState(page, 'root', 'completed');
  await pressOn(page, 'root', 'Enter');
  await pressOn(page, 'root', 'b');
  await page.getByRole('button', { name: 'Split: show this pane beside' }).click();
  await expect(page.locator('.prefix-pane, .transcript-scroll')).toHaveCount(2);
  await page.getByRole('button', { name: 'Float these panes' }).first().click();
  await expect(page.getByRole('button', { name: 'Dock these panes' })).toBeVisible();
  await page.getByRole('button', { name: 'Dock these panes' }).click();
  await page.getByRole('button', { name: 'Maximise' }).first().click();
  await expect(card(page, 'root')).not.toBeVisible();
  await page.getByRole('button', { name: 'Restore the layout' }).click();
  await expect(card(page, 'root')).toBeVisible();

  const width = () => page.evaluate(() => window.innerWidth);
  const usual = await width();
  for (let step = 0; step < 3; step++) await page.keyboard.press('ControlOrMeta+=');
  await expect.poll(width).toBeLessThan(usual * 0.85);
  await page.keyboard.press('ControlOrMeta+0');
  await expect.poll(width).toBe(usual);
  await runFromPalette(page, 'contrast: high');
  await runFromPalette(page, 'theme: dark');
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await page.getByRole('button', { name: /^Model: / }).click();
  const dialog = page.getByRole('dialog', { name: /^Model of/ });
  await expect(dialog.getByRole('status')).toContainText(/tokens are read anew/);
  await dialog.getByLabel('Model').fill('demo-worker');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Model: demo-worker. Change it' })).toBeVisible();
  await promptBox(page).evaluate((target) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array([137, 80, 78, 71])], 'a.png', { type: 'image/png' }));
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true }));
  });
  await expect(page.getByText('The demo model reads no pictures.')).toBeVisible();

  await page.waitForTimeout(900);
  await app.close();
  const again = await launch(FAST);
  await again.page.locator('.session-row').first().click();
  await expectState(again.page, 'root', 'completed');
  await expect(again.page.getByRole('tab')).toHaveCount(2);
  await expect(again.page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
