import { execFileSync } from 'node:child_process';
import { expect, test } from './support/app.ts';
import { card, expectState } from './support/window.ts';

const FORKS = ['fork-1', 'fork-2', 'fork-3'];

test('the demo: from an empty window to three reports, and all of it is there after a restart', async ({
  launch,
  picture,
}) => {
  test.setTimeout(120_000);
  const { app, page } = await launch({ env: { FORKSCOPE_DEMO_LATENCY: 'fast' } });
  await expect(page.getByRole('button', { name: 'Open a folder' }).first()).toBeVisible();
  await picture(page, 'empty-light');
  await page.getByRole('button', { name: 'Try the demo' }).click();

  for (const fork of FORKS) await expect(card(page, fork)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/% shared/).first()).toBeVisible();
  await card(page, 'fork-1').getByRole('button', { name: 'Open transcript' }).click();
  await expect(page.getByText('shared with').first()).toBeVisible();
  // With a pane open the cards have shrunk to what matters most: the terminal is a key away.
  await card(page, 'fork-3').click();
  await page.keyboard.press('t');
  await expect(page.locator('.xterm').first()).toBeVisible();
  await expect(page.locator('.xterm-rows').first()).toContainText(/npm run week|low \d\.\d m/, { timeout: 30_000 });
  await picture(page, 'demo-running-light');

  for (const fork of FORKS) await expectState(page, fork, 'completed', 60_000);
  await expectState(page, 'root', 'completed');
  // With all the room for the tree the cards say everything.
  await page.keyboard.press('Alt+0');
  for (const fork of FORKS) {
    await expect(card(page, fork)).toContainText(/\+\d+/);
    await expect(card(page, fork)).toContainText(/\d+ %/);
    await expect(card(page, fork)).toContainText('$');
  }
  await card(page, 'root').getByRole('button', { name: 'Open transcript' }).click();
  await expect(page.getByText('All three forks are done.').first()).toBeVisible();
  await picture(page, 'demo-done-light');

  await app.close();
  const again = await launch();
  await again.page
    .getByRole('button', { name: /Get to know this project first/ })
    .first()
    .click();
  for (const fork of FORKS) await expectState(again.page, fork, 'completed');
  await expectState(again.page, 'root', 'completed');
});

test('two transcripts stand side by side, beside a diff and the prefix', async ({ launch, picture }) => {
  test.setTimeout(120_000);
  const { page } = await launch({ env: { FORKSCOPE_DEMO_LATENCY: 'fast' } });
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await expectState(page, 'root', 'completed', 60_000);
  await card(page, 'fork-1').click();
  await page.keyboard.press('Enter');
  await card(page, 'fork-2').click();
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByRole('tab', { name: /transcript/ })).toHaveCount(2);
  const [left, right] = await Promise.all(
    [0, 1].map((index) => page.locator('.transcript-rows').nth(index).boundingBox()),
  );
  expect(Math.abs((left?.x ?? 0) - (right?.x ?? 0))).toBeGreaterThan(200);
  await picture(page, 'two-transcripts-light');
  await card(page, 'fork-2').getByRole('button', { name: 'Open diff' }).click();
  await expect(page.locator('.diff-file[data-path="test/json.test.js"]')).toBeVisible();
  await picture(page, 'diff-light');
});

test('one fork is aborted in the middle: its command dies, the others go on', async ({ launch, picture }) => {
  test.setTimeout(120_000);
  const { page } = await launch({ env: { FORKSCOPE_DEMO_LATENCY: 'fast' } });
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await expect(card(page, 'fork-3')).toContainText('npm run week', { timeout: 30_000 });
  const commands = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
  const ours = () => commands().filter((line) => /^node .*week/.test(line)).length;
  await expect.poll(ours).toBeGreaterThan(0);
  const week = ours();
  await card(page, 'fork-3').getByRole('button', { name: 'Abort' }).click();
  await expectState(page, 'fork-3', 'interrupted', 5_000);
  await expect.poll(ours).toBeLessThan(week);
  await expectState(page, 'fork-1', 'completed', 60_000);
  await expectState(page, 'fork-2', 'completed', 60_000);
  await expectState(page, 'root', 'completed');
  await picture(page, 'one-aborted-light');
});
