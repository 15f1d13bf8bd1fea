import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startDemoServer } from '../src/engine/demo/demo-server.ts';
import { expect, test } from './support/app.ts';
import { seriousFaults } from './support/axe.ts';
import { git, makeRepository } from './support/repository.ts';
import { card, expectState, FAST, newSession, pressOn, promptBox, say, select } from './support/window.ts';

const sessionRow = (page: Page, name: string) => page.locator('.session-row', { hasText: name });
const approval = (page: Page) => page.getByLabel('Approval: what the agent may do without asking');

test('what the box takes as a command, what it says to one that it cannot do, and what it keeps of each branch and session', async ({
  folder,
  launch,
}) => {
  test.setTimeout(120_000);
  const { page } = await launch(FAST);
  const repository = makeRepository(folder);
  await newSession(page, { folder: repository, prompt: 'read README.md', approval: 'none' });
  await expectState(page, 'root', 'completed');

  // A command that makes no sense stays in the box, with a sentence that says how it does.
  await say(page, '/approval always');
  await expect(page.getByText('/approval takes all, edits or none.', { exact: false })).toBeVisible();
  await expect(promptBox(page)).toHaveValue('/approval always');
  expect(await seriousFaults(page)).toEqual([]);
  await say(page, '/approval all');
  await expect(approval(page)).toHaveValue('all');
  await expect(promptBox(page)).toHaveValue('');
  await promptBox(page).fill('');
  await page.keyboard.type('/ap');
  await page.getByRole('option', { name: /approval/ }).click();
  await page.keyboard.type('edits');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(approval(page)).toHaveValue('edits');
  for (const [command, answer] of [
    ['/budget much', '/budget needs an amount in USD above 0'],
    ['/fork', '/fork needs a directive'],
    ['/ask explore', '/ask needs a role and a question'],
    ['/dance', 'There is no command "/dance"'],
  ] as const) {
    await promptBox(page).fill('');
    await page.keyboard.insertText(`${command} `);
    await page.keyboard.press('Enter');
    await expect(page.getByText(answer, { exact: false })).toBeVisible();
  }

  // A subagent that a person asks for by name.
  await say(page, '/ask explore list the files in src');
  await expectState(page, 'subagent-1', 'completed');
  await expectState(page, 'root', 'completed');

  // The arrows bring back what was said, the last first; what is changed by hand is a text of its own.
  await say(page, '/fork read notes');
  await expectState(page, 'fork-2', 'completed');
  await expectState(page, 'root', 'completed');
  await select(page, 'root');
  await say(page, 'read package.json');
  await expect(promptBox(page)).toHaveValue('');
  await expectState(page, 'root', 'completed');
  await page.keyboard.press('ArrowUp');
  await expect(promptBox(page)).toHaveValue('read package.json');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(promptBox(page)).toHaveValue('read README.md');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(promptBox(page)).toHaveValue('read package.json');
  await page.keyboard.press('ArrowDown');
  await expect(promptBox(page)).toHaveValue('');

  // Unsent words belong to their branch, and to their session.
  await promptBox(page).fill('half a thought for the root');
  await pressOn(page, 'fork-2', 's');
  await expect(promptBox(page)).toHaveValue('');
  await page.keyboard.type('half a thought for the fork');
  await page.keyboard.press('Escape');
  await select(page, 'root');
  await expect(promptBox(page)).toHaveValue('half a thought for the root');
  await newSession(page, { folder: repository, prompt: 'list src', approval: 'all' });
  await expect(card(page, 'fork-2')).toHaveCount(0);
  await expectState(page, 'root', 'completed');
  await expect(promptBox(page)).toHaveValue('');
  await promptBox(page).fill('another session');
  await sessionRow(page, 'read README.md').click();
  await expect(card(page, 'fork-2')).toBeVisible();
  await expect(promptBox(page)).toHaveValue('half a thought for the root');
  await select(page, 'fork-2');
  await expect(promptBox(page)).toHaveValue('half a thought for the fork');
  await sessionRow(page, 'list src').click();
  await expect(promptBox(page)).toHaveValue('another session');
});

/** Pastes a picture, as a tool for screenshots leaves it, or drops it as a file manager does. */
async function bringPicture(page: Page, picture: Buffer, how: 'paste' | 'drop'): Promise<void> {
  await promptBox(page).evaluate(
    (target, { data, way }) => {
      const files = new DataTransfer();
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      files.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
      const common = { bubbles: true, cancelable: true };
      if (way === 'paste') target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: files, ...common }));
      else
        for (const type of ['dragover', 'drop'])
          target.dispatchEvent(new DragEvent(type, { dataTransfer: files, ...common }));
    },
    { data: picture.toString('base64'), way: how },
  );
}

test('a picture is pasted, taken out, sent and seen, and so is one that the agent reads', async ({
  folder,
  launch,
}) => {
  test.setTimeout(120_000);
  const model = await startDemoServer({ latency: 'fast' });
  try {
    const { page } = await launch({
      env: { GEMINI_API_KEY: 'a-key-of-the-test', GOOGLE_GEMINI_BASE_URL: model.url },
    });
    const seen: number[] = [];
    model.script((request) => {
      seen.push(JSON.stringify(request.contents).split('"inlineData"').length - 1);
      return undefined;
    });
    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
    const repository = makeRepository(folder);
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 200 } });
    writeFileSync(join(repository, 'chart.png'), picture);
    git(repository, 'add', 'chart.png');
    git(repository, 'commit', '-qm', 'A chart');
    await newSession(page, {
      folder: repository,
      prompt: 'read README.md',
      approval: 'all',
      provider: 'gemini',
      model: 'demo-planner',
    });
    await expectState(page, 'root', 'completed');

    // Pasted and dropped, taken out by mouse and by key; it belongs to this session.
    const pasted = page.getByRole('list', { name: 'Pictures that go along' }).getByRole('img');
    await bringPicture(page, picture, 'paste');
    await expect(pasted).toHaveCount(1);
    await page.getByRole('button', { name: 'Remove picture 1' }).click();
    await expect(pasted).toHaveCount(0);
    await bringPicture(page, picture, 'drop');
    await page.getByRole('button', { name: 'Remove picture 1' }).focus();
    await page.keyboard.press('Enter');
    await expect(pasted).toHaveCount(0);
    await bringPicture(page, picture, 'paste');
    await expect(pasted).toHaveCount(1);
    expect(await seriousFaults(page)).toEqual([]);
    await newSession(page, { folder: repository, prompt: 'list src', provider: 'gemini', model: 'demo-planner' });
    await expect(sessionRow(page, 'list src')).toBeVisible();
    await expectState(page, 'root', 'completed');
    await expect(pasted).toHaveCount(0);
    await sessionRow(page, 'read README.md').click();
    await expect(pasted).toHaveCount(1);

    await promptBox(page).fill('read chart.png');
    await page.keyboard.press('Enter');
    await expect(pasted).toHaveCount(0);
    await expectState(page, 'root', 'completed');
    await pressOn(page, 'root', 'Enter');
    const transcript = page.getByRole('region', { name: /^Transcript of/ });
    const shown = () =>
      transcript.locator('img').evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth));
    await expect.poll(shown).toEqual([320, 320]);
    await expect(transcript.getByRole('article', { name: 'You' }).last().getByRole('img')).toBeVisible();
    await expect.poll(() => Math.max(...seen)).toBe(2);
    expect(await seriousFaults(page)).toEqual([]);
  } finally {
    await model.close();
  }
});
