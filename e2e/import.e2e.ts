import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { makeRepository } from './support/repository.ts';
import { card, setTheme } from './support/window.ts';

const FIXTURES = resolve(import.meta.dirname, '../src/core/import/fixtures');
const FAST = { env: { FORKSCOPE_DEMO_LATENCY: 'fast' } };

interface Expected {
  readonly fixture: string;
  readonly turns: number;
  readonly leaves?: number;
  readonly lanes?: number;
}

/** What the platform's file dialog would answer, which no test can press. */
async function willPick(app: ElectronApplication, paths: readonly string[]): Promise<void> {
  await app.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths });
  }, [...paths]);
}

async function openDialog(page: Page) {
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

test('every transcript of the collection opens with the branches and turns that were counted apart', async ({
  folder,
  running: { app, page },
}) => {
  test.setTimeout(180_000);
  const all = readFileSync(join(FIXTURES, 'expected.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Expected);
  for (const [index, { fixture, turns, leaves, lanes = 0 }] of all.entries()) {
    const own = join(folder, 'transcripts', String(index));
    for (const name of fixture.split('+')) put(name, own, name);
    await willPick(app, [own]);
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'Choose a folder…' }).click();
    const done = dialog.getByRole('button', { name: 'Open', exact: true });
    await expect(done.or(page.locator('[data-branch="root"]')).first()).toBeVisible({ timeout: 20_000 });
    // Damage is listed first; without any the session is shown at once.
    if (await done.first().isVisible()) await done.first().click();
    await expect(dialog).toBeHidden();
    const line = page.getByRole('region', { name: 'Where this session comes from' });
    await expect(line, fixture).toContainText(own);
    const counts = page.locator('[data-branch]');
    if (leaves !== undefined) await expect.poll(() => counts.count(), { message: fixture }).toBeGreaterThanOrEqual(leaves + lanes);
    const shown = await page.evaluate(async () => {
      const bridge = (window as unknown as { forkscope: { call(name: string, params: object): Promise<{ value: { turns?: number }[] }> } })
        .forkscope;
      return (await bridge.call('sessions.list', {})).value.length;
    });
    expect(shown).toBe(index + 1);
    expect(turns).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('Close the session');
    await page.keyboard.press('Enter');
  }
});
