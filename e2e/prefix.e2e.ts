import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { AnswerPart } from '../src/engine/demo/answer.ts';
import { type DemoServer, startDemoServer } from '../src/engine/demo/demo-server.ts';
import type { WireRequest } from '../src/engine/demo/wire.ts';
import { expect, test } from './support/app.ts';
import { makeRepository } from './support/repository.ts';
import { card, expectState, newSession } from './support/window.ts';

let model: DemoServer;
test.beforeEach(async () => {
  model = await startDemoServer({ latency: 'fast' });
});
test.afterEach(() => model.close());

const isFork = (request: WireRequest) => JSON.stringify(request.contents).includes('Directive: ');
const say = (text: string): { parts: AnswerPart[] } => ({ parts: [{ type: 'text', text }] });
const write = { type: 'call', name: 'write_file', args: { path: 'a.txt', content: 'a' } } as const;

/** Forks need no worktree here, so that they leave at once. */
function withoutWorktrees(home: string): void {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ isolation: 'none' }));
}

/** A root whose answer is long: what siblings would send anew is worth a hold. */
async function longAnswer(page: Page, folder: string): Promise<void> {
  model.script((request) => (isFork(request) ? say('Scope: looked') : say('What I found out. '.repeat(400))));
  await newSession(page, { folder: makeRepository(folder), prompt: 'look around', approval: 'all' });
  await expectState(page, 'root', 'completed');
}

const forkDialog = (page: Page) => page.getByRole('dialog', { name: /^Fork / });
const launch = (page: Page) => page.getByRole('region', { name: 'What this launch shares and costs' });

test('the fork dialog says what is shared and what it costs, and launches read-only forks', async ({
  folder,
  home,
  launch: start,
}) => {
  withoutWorktrees(home);
  const { page } = await start({ env: { FORKSCOPE_DEMO_URL: model.url } });
  model.script((request) => {
    if (!isFork(request)) return say('It keeps a table of tides.');
    return JSON.stringify(request.contents).includes('may not run in this fork')
      ? say('Scope: looked')
      : { parts: [write] };
  });
  await newSession(page, { folder: makeRepository(folder), prompt: 'look around', approval: 'all' });
  await expectState(page, 'root', 'completed');

  // By key: the dialog, two directives, what they share; by mouse: read only.
  await card(page, 'root').click();
  await page.keyboard.press('f');
  await expect(launch(page)).toContainText(/[\d,]+ tokens each, \d\d % of the request/);
  await expect(launch(page)).toContainText(/\$\d\.\d+ warminstead of \$\d\.\d+ cold/);
  await expect(launch(page).getByRole('status')).toContainText(/whole and warm: cold in 4:\d\d/);
  const height = (await forkDialog(page).boundingBox())?.height;
  await page.getByLabel('Directive of fork 1').fill('Look at the table');
  await page.getByRole('checkbox', { name: 'Read only' }).click();
  expect((await forkDialog(page).boundingBox())?.height).toBe(height);
  await page.getByRole('button', { name: 'One more fork' }).click();
  await page.keyboard.type('Look at the tests');
  await expect(launch(page)).toContainText('Input of both first requests');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(forkDialog(page)).toHaveCount(0);
  for (const fork of ['fork-1', 'fork-2']) {
    await expectState(page, fork, 'completed');
    await expect(card(page, fork).getByRole('button', { name: /^Prefix: prefix whole, \d\d % shared/ })).toBeVisible();
  }
  await card(page, 'fork-2').click();
  await page.keyboard.press('Enter');
  const refused = page.getByRole('region', { name: /^Transcript of/ }).getByRole('button', { name: /write_file/ });
  await refused.click();
  await expect(page.getByRole('region', { name: /^Transcript of/ })).toContainText('may not run in this fork');
});

test('the prefix pane puts the exact bytes of a fork and of its parent side by side', async ({
  folder,
  home,
  launch: start,
}) => {
  withoutWorktrees(home);
  const { page } = await start({ env: { FORKSCOPE_DEMO_URL: model.url } });
  await longAnswer(page, folder);
  await card(page, 'root').click();
  await page.keyboard.press('f');
  await page.getByLabel('Directive of fork 1').fill('Say "moon" and nothing else');
  await page.getByRole('button', { name: 'Start 1 fork' }).click();
  await expectState(page, 'fork-1', 'completed');

  await card(page, 'fork-1')
    .getByRole('button', { name: /^Prefix: / })
    .click();
  const pane = page.getByRole('region', { name: /^Prefix of/ });
  await expect(pane).toContainText(/It begins with all [\d,]+ bytes of the request of look around/);
  // By key to the last segment: the fork's own.
  const strip = pane.getByRole('listbox', { name: /^Segments of Say/ });
  await strip.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const segment = pane.getByRole('region', { name: 'Segment' });
  await segment.getByRole('button', { name: 'As sent', exact: true }).click();
  await expect(segment.locator('pre').first()).toContainText('Directive: Say \\"moon\\" and nothing else');
  // By mouse: the tools, which are the parent's own bytes.
  await strip.getByRole('option').first().click();
  await expect(segment).toContainText('the same bytes as in look around');
  await expect(segment.locator('pre').first()).toContainText('"name":"agent"');
});

for (const way of ['key', 'mouse'] as const) {
  test(`a fork that is held says so on its card, and is let go by ${way}`, async ({ folder, home, launch: start }) => {
    withoutWorktrees(home);
    const { page } = await start({ env: { FORKSCOPE_DEMO_URL: model.url } });
    await longAnswer(page, folder);
    // The first fork gets no byte, so the other one waits for it.
    model.injectFault('silence', 1, isFork);
    await card(page, 'root').click();
    await page.keyboard.press('f');
    await page.getByLabel('Directive of fork 1').fill('Look at the table');
    await page.getByRole('button', { name: 'One more fork' }).click();
    await page.keyboard.type('Look at the tests');
    await expect(launch(page)).toContainText('one first, then the other: the common tail is not cached yet');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expectState(page, 'fork-2', 'held');
    await expect(card(page, 'fork-2')).toContainText('held: warming cache (fork-1 goes first)');
    if (way === 'mouse') await card(page, 'fork-2').getByRole('button', { name: 'Skip hold' }).click();
    else {
      await card(page, 'fork-2').focus();
      await page.keyboard.press('h');
    }
    await expectState(page, 'fork-2', 'completed', 4_000);
    await expectState(page, 'fork-1', 'running');
    await card(page, 'fork-1').focus();
    await page.keyboard.press('x');
    await expectState(page, 'fork-1', 'interrupted');
  });
}
