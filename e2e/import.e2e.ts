import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { willPick } from './support/pick.ts';
import { makeRepository } from './support/repository.ts';
import { expectState, runFromPalette } from './support/window.ts';

const FIXTURES = resolve(import.meta.dirname, '../src/core/import/fixtures');

interface Expected {
  readonly fixture: string;
  readonly turns: number;
  readonly leaves?: number;
  readonly lanes?: number;
}

async function openDialog(page: Page): Promise<Locator> {
  await expect(page.getByRole('button', { name: 'Open a transcript' }).first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+O');
  return page.getByRole('dialog', { name: 'Open a transcript' });
}

function put(fixture: string, ...path: string[]): string {
  const target = join(...path);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(FIXTURES, fixture), target, { recursive: true });
  return target;
}

/** Drops files as a file manager does: their paths stand in the drag. */
async function drop(page: Page, paths: readonly string[]): Promise<void> {
  await page.evaluate(
    (list) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/uri-list', list);
      const options = { bubbles: true, cancelable: true, dataTransfer };
      document.body.dispatchEvent(new DragEvent('dragover', options));
      document.body.dispatchEvent(new DragEvent('drop', options));
    },
    paths.map((path) => `file://${path}`).join('\r\n'),
  );
}

const fact = (page: Page, name: string) =>
  page.getByLabel('In all').locator('div', { hasText: name }).locator('dd').first();

/** From its first moment to its last, as it is played. Where no time is known there is nothing to play: one steps. */
async function replay(page: Page): Promise<void> {
  const playhead = page.getByRole('slider', { name: 'Playhead' });
  const past = page.getByRole('region', { name: 'You see the past' });
  await page.getByLabel('Speed').selectOption('60×');
  await playhead.focus();
  await page.keyboard.press('Home');
  await expect(past).toBeVisible();
  await expect(page.locator('[data-branch]')).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Statistics', exact: true })).toContainText('As it was at');
  await page.keyboard.press('Space');
  await expect(playhead).toHaveAttribute('data-live', 'true', { timeout: 20_000 });
  await expect(past).toBeHidden();
}

test('every transcript of the collection opens with the branches and turns that were counted apart, and is replayed to the same', async ({
  folder,
  running: { app, page },
}) => {
  test.setTimeout(300_000);
  const all = readFileSync(join(FIXTURES, 'expected.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Expected);
  for (const [index, { fixture, turns, leaves, lanes = 0 }] of all.entries()) {
    await test.step(fixture, async () => {
      const own = join(folder, 'transcripts', String(index));
      for (const name of fixture.split('+')) put(name, own, name);
      await willPick(app, [own]);
      const dialog = await openDialog(page);
      await dialog.getByRole('button', { name: 'Choose a folder…' }).click();
      const open = dialog.getByRole('button', { name: 'Open', exact: true }).first();
      const line = page.getByRole('region', { name: 'Where this session comes from' });
      await expect(open.or(line)).toBeVisible({ timeout: 20_000 });
      // Damage is listed first; without any the session is shown at once.
      if (await open.isVisible()) await open.click();
      await expect(line).toContainText(own);
      await runFromPalette(page, 'Statistics');
      await expect(fact(page, 'Turns')).toHaveText(String(turns));
      if (leaves !== undefined) await expect(fact(page, 'Branches')).toHaveText(String(leaves + lanes));
      await replay(page);
      await expect(fact(page, 'Turns')).toHaveText(String(turns));
      if (leaves !== undefined) await expect(fact(page, 'Branches')).toHaveText(String(leaves + lanes));
      await runFromPalette(page, 'Close the session');
      await expect(line).toBeHidden();
    });
  }
});

test('transcripts of a home are found, filtered and imported; damage is listed; forks ask for a folder that is not here', async ({
  folder,
  launch,
}) => {
  const home = join(folder, 'person');
  put('claude-image-result.jsonl', home, '.claude/projects/-proj-demo/00000000-0000-4000-8000-000000000002.jsonl');
  put('derived-claude-nul-run.jsonl', home, '.claude/projects/-proj-demo/nul.jsonl');
  put('gemini-two-turns-cache.json', home, '.gemini/tmp/p/chats/session-1.json');
  put('cline-task-command-dupts', home, '.cline/data/tasks/1772442000000');
  const { app, page } = await launch({ env: { HOME: home, FORKSCOPE_DEMO_LATENCY: 'fast' } });
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Find transcripts on this computer' }).click();
  await expect(dialog.getByText('4 transcripts', { exact: true })).toBeVisible();
  await dialog.getByLabel('Filter the transcripts').fill('claude');
  await dialog.getByLabel('All transcripts that fit').check();
  await dialog.getByRole('button', { name: 'Import 2 transcripts' }).click();
  await dialog.getByText('1 damaged spot').click();
  await expect(dialog.getByText('line 9')).toBeVisible();
  await dialog.getByRole('button', { name: 'Open', exact: true }).first().click();
  await expect(page.getByLabel('Stored sessions').getByText('Claude Code')).toHaveCount(2);

  await page.locator('[data-branch="root"]').click();
  await page.keyboard.press('f');
  const fork = page.getByRole('dialog', { name: /^Fork/ });
  await fork.getByLabel('Directive of fork 1').fill('run `echo from here`');
  await fork.getByRole('button', { name: /^Start/ }).click();
  await expect(fork.getByRole('alert')).toContainText('/proj/demo');
  await willPick(app, [makeRepository(folder)]);
  await fork.getByRole('button', { name: 'Choose the folder…' }).click();
  await expect(fork).toBeHidden();
  await expect(page.locator('[data-branch="fork-1"]')).toBeVisible();
});

test('a dropped transcript is told from a repository; what its tool appends is shown while it is followed', async ({
  folder,
  running: { page },
}) => {
  const lines = readFileSync(join(FIXTURES, 'claude-inline-sidechains.jsonl'), 'utf8').trim().split('\n');
  const path = join(folder, 'live.jsonl');
  writeFileSync(path, `${lines.slice(0, 8).join('\n')}\n`);
  await expect(page.getByRole('heading', { name: /See every fork/ })).toBeVisible();
  const repository = makeRepository(folder);
  await drop(page, [repository]);
  await expect(page.getByRole('dialog', { name: 'New session' }).getByLabel('Folder')).toHaveValue(repository);
  await page.keyboard.press('Escape');
  await drop(page, [path]);
  await expect(page.getByText('Imported from Claude Code')).toBeVisible();
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect(page.getByText('Following Claude Code as it writes')).toBeVisible();
  await runFromPalette(page, 'Statistics');
  await expect(fact(page, 'Tool calls')).not.toHaveText('11');
  appendFileSync(path, `${lines.slice(8).join('\n')}\n`);
  await expect(fact(page, 'Tool calls')).toHaveText('11', { timeout: 15_000 });
  // Rewritten from its start: the session begins anew.
  rmSync(path);
  writeFileSync(path, `${lines.slice(0, 8).join('\n')}\n`);
  await expect(fact(page, 'Tool calls')).not.toHaveText('11', { timeout: 15_000 });
  await page.getByRole('button', { name: 'Stop following' }).click();
  await expect(page.getByText('Imported from Claude Code')).toBeVisible();
});

test('an import can be cancelled, and leaves nothing half-made', async ({ folder, running: { app, page } }) => {
  const many = join(folder, 'many');
  const text = readFileSync(join(FIXTURES, 'claude-dangling-plan.jsonl'), 'utf8');
  mkdirSync(many);
  for (let index = 0; index < 3_000; index++) {
    const own = text.replaceAll(/"(uuid|parentUuid|sessionId)":"/g, `"$1":"${index}-`);
    writeFileSync(join(many, `${index}.jsonl`), own);
  }
  await willPick(app, [many]);
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Choose a folder…' }).click();
  await dialog.getByRole('button', { name: 'Cancel the import' }).click();
  await expect(dialog.getByText(/^Cancelled/).first()).toBeVisible({ timeout: 15_000 });
});

test('the statistics of a session say what is known, and go out as CSV', async ({ folder, launch }) => {
  const { app, page } = await launch({ env: { FORKSCOPE_DEMO_LATENCY: 'fast' } });
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await expectState(page, 'root', 'completed', 60_000);
  await runFromPalette(page, 'Statistics');
  const pane = page.getByRole('region', { name: 'Statistics' });
  await expect(pane.locator('svg[class^="plot"]').first()).toBeVisible();
  await expect(pane.getByText(/All branches together took/)).toBeVisible();
  const file = join(folder, 'branches.csv');
  await willPick(app, [file]);
  await pane.getByRole('button', { name: 'Save "Tokens and cost by branch" as CSV' }).click();
  await expect.poll(() => readFileSync(file, 'utf8').split('\r\n')[1] ?? '', { timeout: 5_000 }).toMatch(/^root,/);
});
