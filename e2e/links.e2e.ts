import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { makeRepository } from './support/repository.ts';
import { expectState, FAST, newSession, pressOn } from './support/window.ts';

async function writeLink(page: Page, link: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.insertText(link);
  await expect(page.getByRole('option', { name: /Open this link/ })).toBeVisible();
}

test('a link to a message leads there from another session, by key and by mouse', async ({ folder, launch }) => {
  const { app, page } = await launch(FAST);
  const repository = makeRepository(folder);
  await newSession(page, { folder: repository, prompt: 'read README.md', approval: 'all' });
  await expectState(page, 'root', 'completed');
  await pressOn(page, 'root', 'Enter');
  const question = page.getByRole('article', { name: 'You' }).first();
  await question.hover();
  await question.getByRole('button', { name: 'Copy link to this message' }).focus();
  await page.keyboard.press('Enter');
  const clipboard = () => app.evaluate(({ clipboard: board }) => board.readText());
  await expect.poll(clipboard).toMatch(/^forkscope:\/\//);
  const link = await clipboard();

  const place = page.locator('.is-place');
  const title = page.locator('.session-title');
  const away = async (): Promise<void> => {
    await page.locator('.session-row', { hasText: 'read package.json' }).click();
    await expect(title).toContainText('read package.json');
    await expect(place).toHaveCount(0);
  };
  await newSession(page, { folder: repository, prompt: 'read package.json', approval: 'all' });
  await expect(title).toContainText('read package.json');
  await expectState(page, 'root', 'completed');
  await writeLink(page, link);
  await page.keyboard.press('Enter');
  await expect(title).toContainText('read README.md');
  await expect(place).toContainText('read README.md');
  await away();
  await writeLink(page, link);
  await page.getByRole('option', { name: /Open this link/ }).click();
  await expect(title).toContainText('read README.md');
  await expect(place).toContainText('read README.md');
});
