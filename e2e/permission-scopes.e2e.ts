import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { seriousFaults } from './support/axe.ts';
import { makeRepository } from './support/repository.ts';
import { card, expectState, FAST, newSession, pressOn, say, select } from './support/window.ts';

const inbox = (page: Page) => page.getByRole('dialog', { name: 'Permissions' });
const prompts = (page: Page) => inbox(page).getByRole('article');
const bar = (page: Page) => page.getByRole('region', { name: 'A branch asks for permission' });

/** Walks the open inbox by its own keys until a prompt has the focus. */
async function walkTo(page: Page, prompt: Locator): Promise<void> {
  for (let step = 0; step < 5; step++) {
    if (await prompt.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('ArrowDown');
  }
  await expect(prompt).toBeFocused();
}

test('an answer holds for its branch, its subtree or the session, and nowhere else', async ({ folder, launch }) => {
  test.setTimeout(120_000);
  const { page } = await launch(FAST);
  await page.setViewportSize({ width: 1440, height: 900 });
  const prompt =
    'Fork into two, in parallel:\n1. Run `echo left`, run `echo left again`\n2. Run `echo right`, run `echo right again`';
  await newSession(page, { folder: makeRepository(folder), prompt, approval: 'none' });
  for (const fork of ['fork-1', 'fork-2']) await expect(card(page, fork)).toHaveAttribute('data-asks', 'true');

  // This branch, by key: its next command runs unasked, and its sibling goes on waiting.
  await pressOn(page, 'root', 'i');
  await expect(prompts(page)).toHaveCount(2);
  await walkTo(page, inbox(page).getByRole('article', { name: /echo left/ }));
  await page.keyboard.press('b');
  await expectState(page, 'fork-1', 'completed');
  await expect(prompts(page)).toHaveCount(1);
  await expectState(page, 'fork-2', 'waiting');
  // And by mouse.
  await prompts(page).getByRole('button', { name: 'For this branch' }).click();
  await expectState(page, 'fork-2', 'completed');
  await expectState(page, 'root', 'completed');
  await page.keyboard.press('Escape');
  await expect(inbox(page)).toHaveCount(0);

  // What was allowed to a branch is not allowed to its own forks.
  for (const [fork, command] of [
    ['fork-1', 'echo below left'],
    ['fork-2', 'echo below right'],
  ] as const) {
    await select(page, fork);
    await say(page, `/fork run \`${command}\``);
  }
  for (const fork of ['fork-3', 'fork-4']) await expect(card(page, fork)).toHaveAttribute('data-asks', 'true');

  // Its subtree: the root's answer holds for all below it, and those who wait there go on at once.
  await select(page, 'root');
  await say(page, 'run `echo above`');
  await expect(card(page, 'root')).toHaveAttribute('data-asks', 'true');
  await pressOn(page, 'root', 'i');
  await expect(prompts(page)).toHaveCount(3);
  const below = inbox(page).getByRole('article', { name: /echo below right/ });
  await expect(below.getByRole('button', { name: 'Its subtree' })).toHaveCount(0);
  expect(await seriousFaults(page)).toEqual([]);
  await inbox(page)
    .getByRole('article', { name: /echo above/ })
    .getByRole('button', { name: 'Its subtree' })
    .click();
  await expect(inbox(page)).toContainText('Nothing waits for you');
  for (const branch of ['root', 'fork-3', 'fork-4']) await expectState(page, branch, 'completed');
  await page.keyboard.press('Escape');

  // It was about commands: an edit still asks, and is allowed for the session by key.
  await select(page, 'fork-4');
  await say(page, 'write `tide` into tide.txt');
  await expect(bar(page)).toContainText('tide.txt');
  await pressOn(page, 'fork-4', 'i');
  await expect(prompts(page).first()).toBeFocused();
  await page.keyboard.press('s');
  await page.keyboard.press('Escape');
  await expectState(page, 'fork-4', 'completed');
  await select(page, 'fork-3');
  await say(page, 'write `ebb` into ebb.txt');
  await expect(card(page, 'fork-3')).toContainText('+1');
  await expectState(page, 'fork-3', 'completed');
  await expect(bar(page)).toHaveCount(0);
});

test('prompts are put aside from the bar and come back by themselves, refused with a word by key, and allowed together by mouse', async ({
  folder,
  launch,
}) => {
  test.setTimeout(90_000);
  const { page } = await launch(FAST);
  await page.clock.install();
  const prompt = 'Fork into three, in parallel:\n1. Run `rm -rf build`\n2. Run `echo same`\n3. Run `echo same`';
  await newSession(page, { folder: makeRepository(folder), prompt, approval: 'none' });
  for (const fork of ['fork-1', 'fork-2', 'fork-3']) {
    await expect(card(page, fork)).toHaveAttribute('data-asks', 'true');
  }
  await expect(bar(page)).toContainText('rm -rf build');

  // By mouse: out of the bar, which goes on to the next; still counted above; back after its five minutes.
  await expect(bar(page).getByRole('button', { name: 'Review, 2 more' })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Put aside for five minutes' }).click();
  await expect(bar(page)).toContainText('echo same');
  await expect(page.getByRole('button', { name: '3 permissions asked for' })).toBeVisible();
  await page.clock.fastForward('04:50');
  await expect(bar(page)).toContainText('echo same');
  await page.clock.fastForward('00:11');
  await expect(bar(page)).toContainText('rm -rf build');
  await expectState(page, 'fork-1', 'waiting');

  // By key: a word in place of the result; Escape is a way back from it, and no answer.
  await pressOn(page, 'root', 'i');
  const removing = inbox(page).getByRole('article', { name: /rm -rf build/ });
  await walkTo(page, removing);
  await page.keyboard.press('n');
  const word = removing.getByRole('textbox', { name: /A word to the agent/ });
  await expect(word).toBeFocused();
  await page.keyboard.type('not now');
  await page.keyboard.press('Escape');
  await expect(removing).toBeFocused();
  await page.keyboard.press('n');
  await page.keyboard.type('Keep the build, I need it');
  await page.keyboard.press('Enter');
  await expect(prompts(page)).toHaveCount(2);
  await expectState(page, 'fork-1', 'completed');

  // The next prompt has the focus now; both of a kind go together.
  await expect(prompts(page).first()).toBeFocused();
  await prompts(page)
    .first()
    .getByRole('checkbox', { name: /Answer all 2 branches/ })
    .check();
  await prompts(page).first().getByRole('button', { name: 'Allow once' }).click();
  for (const branch of ['fork-2', 'fork-3', 'root']) await expectState(page, branch, 'completed');
  await page.keyboard.press('Escape');
  await pressOn(page, 'fork-1', 'Enter');
  const transcript = page.getByRole('region', { name: /^Transcript of/ });
  await transcript.getByRole('button', { name: /bash rm -rf build/ }).click();
  await expect(transcript.getByText('Keep the build, I need it').first()).toBeVisible();
});
