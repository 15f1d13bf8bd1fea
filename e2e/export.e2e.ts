import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { forkscope } from './support/command-line.ts';
import { willPick } from './support/pick.ts';
import { makeRepository } from './support/repository.ts';
import { expectState, newSession } from './support/window.ts';

/** Put together here, so that no scanner takes this file for a leak. */
const PLANTED = ['gh', 'p_', 'Zk3vN8qLw0RtYx', '7Hs2Jd5Fg9Bc4Mn6Qa1E'].join('');

/** A window without a bridge, as any browser is one; and every address that it asks for. */
async function openPage(app: ElectronApplication, file: string): Promise<{ page: Page; asked: string[] }> {
  const opened = app.waitForEvent('window');
  await app.evaluate(({ BrowserWindow }, url) => {
    const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { partition: 'export-test' } });
    void window.loadURL(url);
  }, pathToFileURL(file).href);
  const page = await opened;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  return { page, asked };
}

test('a session goes out as one page, secrets taken out, and is read with the keyboard', async ({ folder, launch }) => {
  test.setTimeout(90_000);
  const { app, page } = await launch({ env: { FORKSCOPE_DEMO_LATENCY: 'fast' } });
  const hostile = '<img src=x onerror="document.title=1"></script><script>document.title=2</script>';
  const prompt = `Fork into two, in parallel:\n1. Run \`echo ${PLANTED}\`\n2. Write \`${hostile}\` into two.txt`;
  await newSession(page, { folder: makeRepository(folder), prompt, approval: 'all' });
  await expectState(page, 'root', 'completed');

  const file = join(folder, 'out.html');
  await willPick(app, [file]);
  await page.keyboard.press('ControlOrMeta+Shift+e');
  const exporting = page.getByRole('dialog', { name: 'Export the session' });
  const preview = exporting.getByRole('region', { name: 'What will be taken out' });
  await expect(preview).toContainText('1 GitHub token');
  await expect(preview).toContainText('[redacted: GitHub token #1]');
  await exporting.getByRole('button', { name: 'Add a pattern' }).click();
  await exporting.getByLabel(/^Pattern 1/).fill('(a+)+');
  await expect(exporting).toContainText('could take forever');
  await exporting.getByLabel(/^Pattern 1/).fill('two\\.txt');
  await expect(preview).toContainText('1 own pattern');
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id)).toEqual(
    [],
  );
  await exporting.getByRole('button', { name: 'Export…' }).click();
  await expect(exporting.getByRole('button', { name: 'Reveal' })).toBeVisible({ timeout: 20_000 });
  await exporting.getByRole('button', { name: 'Done' }).click();

  const { page: exported, asked } = await openPage(app, file);
  await expect(exported.locator('[data-branch="fork-2"]')).toBeVisible();
  await exported.locator('[data-branch="root"]').focus();
  await exported.keyboard.press('ArrowDown');
  await exported.keyboard.press('Enter');
  const transcript = exported.getByRole('region', { name: /^Transcript of/ });
  await expect(transcript).toContainText('[redacted: GitHub token #1]');
  await exported.keyboard.press('/');
  await exported.keyboard.type('onerror');
  await expect(exported.getByRole('option').first()).toContainText('onerror');
  await exported.keyboard.press('Enter');
  await exported.keyboard.press('Escape');
  await exported.getByRole('slider', { name: 'Playhead' }).focus();
  await exported.keyboard.press('Home');
  await expect(exported.locator('[data-branch="fork-2"]')).toHaveCount(0);
  await exported.keyboard.press('End');
  await expect(exported.locator('[data-branch="fork-2"]')).toBeVisible();
  // Nothing of what the model wrote ran, nothing was asked of the network, and the key is nowhere.
  expect(await exported.title()).not.toMatch(/^[12]$/);
  expect(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
  expect(await exported.content()).not.toContain(PLANTED);
  expect(readFileSync(file, 'utf8')).not.toContain(PLANTED);
});

test('a bundle comes back as the session that it was', async ({ folder, home }) => {
  const env = { FORKSCOPE_HOME: home, FORKSCOPE_DEMO_LATENCY: 'fast' };
  const prompt = 'Fork into two, in parallel:\n1. Run `echo one`\n2. Write `two` into two.txt';
  const run = ['run', '--workspace', makeRepository(folder), '--prompt', prompt, '--approve', 'all'];
  expect((await forkscope(run, env)).code).toBe(0);
  const list = await forkscope(['sessions', '--json'], env);
  const [{ sessionId }] = JSON.parse(list.stdout) as [{ sessionId: string }];
  const file = join(folder, 'session.forkscope');
  expect((await forkscope(['export', sessionId, '--no-redact', '-o', file], env)).code).toBe(0);
  const elsewhere = { ...env, FORKSCOPE_HOME: join(folder, 'other') };
  const imported = JSON.parse((await forkscope(['import', file, '--json'], elsewhere)).stdout) as { sessionId: string };
  const facts = async (target: string, place: Record<string, string>) => {
    const {
      source: _,
      sessionId: __,
      ...rest
    } = JSON.parse((await forkscope(['show', target, '--json'], place)).stdout);
    return rest as unknown;
  };
  expect(await facts(imported.sessionId, elsewhere)).toEqual(await facts(sessionId, env));
  expect(await facts(file, elsewhere)).toEqual(await facts(sessionId, env));
});
