import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/app.ts';
import { seriousFaults } from './support/axe.ts';
import { makeRepository } from './support/repository.ts';
import { card, expectState, FAST, newSession, pressOn, promptBox, runFromPalette, select } from './support/window.ts';

test('a card pauses at its next step, takes a steer there and goes on; is named, pinned, and tells when its cache went cold', async ({
  folder,
  launch,
}) => {
  test.setTimeout(90_000);
  const { page } = await launch(FAST);
  await page.clock.install();
  const repository = makeRepository(folder);
  const wait = (file: string) => `while [ ! -e ${join(folder, file)} ]; do sleep 0.05; done`;
  await newSession(page, {
    folder: repository,
    prompt: `Run \`${wait('one')}\`, run \`${wait('two')}\`, run \`echo last of all\``,
    approval: 'all',
  });
  const root = card(page, 'root');
  await expect(root).toContainText('/one');

  // By mouse: a pause waits for the step to end, and then stands still.
  await root.getByRole('button', { name: 'Pause at the next step' }).click();
  await expect(root).toContainText('Pausing…');
  writeFileSync(join(folder, 'one'), '');
  await expectState(page, 'root', 'paused');
  await expect(root).toContainText('Paused');
  expect(await seriousFaults(page)).toEqual([]);
  // Steered while it stands: the words are read at the step that follows.
  await root.getByRole('button', { name: 'Steer' }).click();
  await expect(promptBox(page)).toBeFocused();
  await page.keyboard.type('mind the tide');
  await page.keyboard.press('Enter');
  await expect(promptBox(page)).toHaveValue('');
  await expectState(page, 'root', 'paused');
  await root.getByRole('button', { name: 'Resume' }).click();
  await expect(root).toContainText('/two');
  // By key.
  await pressOn(page, 'root', 'p');
  await expect(root).toContainText('Pausing…');
  writeFileSync(join(folder, 'two'), '');
  await expectState(page, 'root', 'paused');
  await page.keyboard.press('p');
  await expectState(page, 'root', 'completed');
  await expect(root.getByRole('button', { name: 'Resume' })).toHaveCount(0);
  await pressOn(page, 'root', 'Enter');
  const transcript = page.getByRole('region', { name: /^Transcript of/ });
  await expect(transcript).toContainText('mind the tide');
  await expect(transcript).toContainText('echo last of all');
  await page.keyboard.press('Alt+0');

  // A name that was thought better of, then one by key, by mouse, from the palette; an empty one brings the agent's back.
  const title = root.locator('.card__title');
  const first = (await title.textContent()) ?? '';
  await pressOn(page, 'root', 'F2');
  await page.keyboard.type('not this one');
  await page.keyboard.press('Escape');
  await expect(title).toHaveText(first);
  await pressOn(page, 'root', 'F2');
  await page.keyboard.type('The waiting one');
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('The waiting one');
  await expect(root).toBeFocused();
  await root.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(root.getByRole('textbox', { name: 'Name of this branch' })).toBeFocused();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await expect(title).toHaveText(first);
  await runFromPalette(page, 'rename the branch');
  await expect(root.getByRole('textbox', { name: 'Name of this branch' })).toBeFocused();
  await page.keyboard.type('Named from afar');
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('Named from afar');

  // A pin from the palette.
  await select(page, 'root');
  await runFromPalette(page, 'pin or unpin');
  await expect(root.getByRole('img', { name: 'Pinned' })).toBeVisible();
  await runFromPalette(page, 'pin or unpin');
  await expect(root.getByRole('img', { name: 'Pinned' })).toHaveCount(0);

  // The embedded model keeps a prefix for five minutes.
  const clock = root.locator('.card__clock');
  await expect(clock).toHaveText(/^cold in 4:\d\d$/);
  await page.clock.fastForward('04:30');
  await expect(clock).toHaveText(/^cold in 0:\d\d$/);
  await expect(clock).toHaveAttribute('data-soon', 'true');
  await page.clock.fastForward('00:31');
  await expect(clock).toHaveText('cold');
  await expect(clock).toHaveAttribute('title', /the next request pays for all of it/);
  await pressOn(page, 'root', 'f');
  await page.getByLabel('Directive of fork 1').fill('echo from the cold');
  await expect(page.getByRole('region', { name: 'What this launch shares and costs' })).toContainText(/cold/);
});
