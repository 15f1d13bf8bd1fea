import { expect, test } from './support/app.ts';
import { makeRepository } from './support/repository.ts';
import { card, expectState, newSession } from './support/window.ts';

const PROMPT = `Read README.md. Fork into two, in parallel:
1. Run \`echo other\`
2. Replace \`with dry feet\` with \`with dry boots\` in README.md, and write \`sail\` into notes.txt`;

test('the diff follows the playhead: the files as they were between two edits, also of a worktree that is gone', async ({
  folder,
  launch,
  picture,
}) => {
  test.setTimeout(120_000);
  // At the pace of a real model: between two edits there is time to keep the files.
  const { page } = await launch();
  await newSession(page, { folder: makeRepository(folder), prompt: PROMPT, approval: 'all' });
  await expectState(page, 'root', 'completed', 60_000);
  await card(page, 'fork-2').focus();
  await page.keyboard.press('d');
  const diff = page.getByRole('region', { name: /^Changes of/ });
  await expect(diff).toContainText('notes.txt');
  await expect(diff).toContainText('dry boots');

  // By mouse: to where the second edit begins.
  await page.getByRole('button', { name: 'Timeline as a list' }).click();
  const list = page.getByRole('list', { name: /around the playhead/ });
  await list.getByRole('button', { name: /Edit .*notes\.txt/ }).click();
  await page.getByRole('button', { name: 'Timeline as a list' }).click();
  await expect(diff.getByRole('note')).toContainText(/The files as they were at \d+:\d+:\d+: 1 file, \+1 −1\./);
  await expect(diff).toContainText('dry boots');
  await expect(diff).not.toContainText('notes.txt');
  await picture(page, 'past-diff-light');

  // By key: to before the first one, and back to now.
  const playhead = page.getByRole('slider', { name: 'Playhead' });
  await playhead.focus();
  await page.keyboard.press('End');
  await expect(diff).toContainText('notes.txt');
  await expect(diff.getByRole('note')).toHaveCount(0);

  // A discarded worktree has a past as well.
  await card(page, 'fork-2').focus();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('discard');
  await page
    .getByRole('option', { name: /Keep or discard/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Timeline as a list' }).click();
  await list.getByRole('button', { name: /Edit .*notes\.txt/ }).click();
  await expect(diff).toContainText('dry boots');
  await expect(diff).not.toContainText('notes.txt');
});
