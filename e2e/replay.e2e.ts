import { expect, test } from './support/app.ts';
import { card, expectState } from './support/window.ts';

const FORKS = ['fork-1', 'fork-2', 'fork-3'];

test('one clock over parallel forks: the playhead takes the tree, the terminals and the totals back, and forks from there', async ({
  launch,
  picture,
}) => {
  test.setTimeout(150_000);
  const { page } = await launch({ env: { FORKSCOPE_DEMO_LATENCY: 'fast' } });
  const playhead = page.getByRole('slider', { name: 'Playhead' });
  const past = page.getByRole('region', { name: 'You see the past' });
  await page.getByRole('button', { name: 'Try the demo' }).click();

  // Live: pinned to now. What happens while one looks at the past is not lost.
  await expect(card(page, 'fork-1')).toBeVisible({ timeout: 30_000 });
  await expect(playhead).toHaveAttribute('aria-valuetext', /^Live, \d of [2-4] branches active$/);
  await playhead.focus();
  await page.keyboard.press('Home');
  await expect(past).toContainText('the session goes on');
  await expect(card(page, 'fork-1')).toHaveCount(0);
  await past.getByRole('button', { name: 'Back to live' }).click();
  await expect(past).toHaveCount(0);
  for (const branch of [...FORKS, 'root']) await expectState(page, branch, 'completed', 60_000);
  const totals = page.locator('dl.totals');
  const atEnd = await totals.textContent();

  // The terminal as of then.
  await card(page, 'fork-3').getByRole('button', { name: 'Open terminal' }).click();
  const terminal = page.locator('.xterm-rows');
  await expect(terminal).toContainText('exit 0');
  await page.getByRole('button', { name: 'Timeline as a list' }).click();
  await page
    .getByRole('list', { name: /around the playhead/ })
    .getByRole('button', { name: /Tool call bash npm run week/ })
    .click();
  await expect(terminal).toContainText('npm run week');
  await expect(terminal).not.toContainText('exit 0');
  await expectState(page, 'fork-3', 'running');
  await page.getByRole('button', { name: 'Timeline as a list' }).click();
  await picture(page, 'replay-past-light');

  // Dragged to before the forks, only the root is there; the next fork is one key away.
  const axis = await page.locator('.timeline__axis').boundingBox();
  const handle = await page.locator('.timeline__handle-label').boundingBox();
  if (!axis || !handle) throw new Error('there is no playhead');
  await page.mouse.move(handle.x + 6, handle.y + 8);
  await page.mouse.down();
  await page.mouse.move(axis.x + 40, handle.y + 8, { steps: 4 });
  await page.mouse.move(axis.x + 2, handle.y + 8, { steps: 4 });
  await page.mouse.up();
  for (const fork of FORKS) await expect(card(page, fork)).toHaveCount(0);
  await expect(card(page, 'root')).toBeVisible();
  await expect(page.getByText('This branch is not born yet')).toBeVisible();
  await page.keyboard.press(']');
  await expect(card(page, 'fork-1')).toBeVisible();
  await expect(card(page, 'fork-2')).toHaveCount(0);

  // Played to its end it is what it was.
  await page.getByLabel('Speed').selectOption('60×');
  await playhead.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect(playhead).toHaveAttribute('data-live', 'true', { timeout: 20_000 });
  expect(await totals.textContent()).toBe(atEnd);
  await expect(past).toHaveCount(0);

  // A fork from the past runs now.
  await playhead.focus();
  await page.keyboard.press('[');
  await expect(past).toBeVisible();
  await card(page, 'root').click();
  await past.getByRole('button', { name: 'Fork from this moment' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Directive of fork 1').fill('Say what this project is for.');
  await dialog.getByRole('button', { name: 'Start 1 fork' }).click();
  await expect(past).toHaveCount(0);
  await expect(card(page, 'fork-4')).toBeVisible({ timeout: 15_000 });
  await expectState(page, 'fork-4', 'completed');
});
