import { expect, test } from './support/app.ts';
import { seriousFaults } from './support/axe.ts';
import { makeRepository } from './support/repository.ts';
import { card, expectState, FAST, newSession, pressOn, promptBox, setTheme } from './support/window.ts';

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on any screen, ${theme}`, async ({ home, folder, launch }) => {
    test.setTimeout(180_000);
    setTheme(home, theme);
    const { page } = await launch(FAST);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
    const found: string[] = [];
    const look = async (screen: string): Promise<void> => {
      for (const fault of await seriousFaults(page, theme)) found.push(`${screen}: ${fault}`);
    };
    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
    await look('first run');
    await page.keyboard.press('ControlOrMeta+n');
    await look('new session');
    await page.keyboard.press('Escape');

    const prompt = 'Fork into two, in parallel:\n1. Run `echo one`\n2. Write `two` into two.txt';
    await newSession(page, { folder: makeRepository(folder), prompt, approval: 'none' });
    await expect(card(page, 'fork-1')).toHaveAttribute('data-asks', 'true', { timeout: 20_000 });
    await look('a branch asks');
    await page.keyboard.press('i');
    await look('permissions');
    await page.keyboard.press('Escape');
    for (let answers = 0; answers < 6; answers++) {
      const allow = page.getByRole('button', { name: /^Allow/ }).first();
      if (!(await allow.isVisible({ timeout: 1_500 }).catch(() => false))) break;
      await allow.click().catch(() => undefined);
      await page.waitForTimeout(200);
    }
    await expectState(page, 'root', 'completed');
    await look('the tree');

    for (const [key, screen] of [
      ['Enter', 'transcript'],
      ['t', 'terminal'],
      ['d', 'diff'],
      ['b', 'prefix'],
      ['r', 'requests'],
    ] as const) {
      await card(page, 'fork-1').click();
      await page.keyboard.press(key);
      await page.waitForTimeout(400);
      await look(screen);
    }
    await page.keyboard.press('Alt+0');
    await card(page, 'fork-1').click();
    await page.keyboard.press('o');
    await look('branches as a list');
    await card(page, 'fork-1').click();
    await page.keyboard.press('v');
    await look('compare dialog');
    await page.keyboard.press('Enter');
    await expect(page.locator('.compare-pane')).toBeVisible();
    await look('compare');

    for (const [key, screen, what] of [
      ['ControlOrMeta+Shift+a', 'agents', 'Agents and skills'],
      ['k', 'conflicts', 'Conflicts between worktrees'],
      ['w', 'worktrees', 'Worktrees of this repository'],
      ['Shift+R', 'review', 'Review'],
      ['Shift+S', 'statistics', 'Statistics'],
      ['Shift+M', 'merge', /^Merge of/],
    ] as const) {
      await page.keyboard.press('Alt+0');
      await pressOn(page, 'fork-2', key);
      await expect(page.getByRole('region', { name: what })).toBeVisible();
      await page.waitForTimeout(500);
      await look(screen);
    }
    await page.keyboard.press('Alt+0');
    await pressOn(page, 'fork-2', 'Space');
    await look('peek');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Timeline as a list' }).click();
    await look('timeline as a list');
    await page.getByRole('button', { name: 'Timeline as a list' }).click();
    await page.getByRole('slider', { name: 'Playhead' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press(']');
    await look('the past');
    await page.keyboard.press('End');
    for (const [key, screen] of [
      ['f', 'fork dialog'],
      ['ControlOrMeta+Shift+e', 'export dialog'],
      ['ControlOrMeta+Shift+o', 'import dialog'],
      ['Delete', 'discard dialog'],
    ] as const) {
      await pressOn(page, 'fork-2', key);
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.waitForTimeout(400);
      await look(screen);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: /^Model: / }).click();
    await look('model dialog');
    await page.keyboard.press('Escape');

    await promptBox(page).fill('/');
    await look('commands in the prompt box');
    await promptBox(page).fill('');
    for (const [key, screen] of [
      ['ControlOrMeta+k', 'palette'],
      ['ControlOrMeta+,', 'settings'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog')).toBeVisible();
      await look(screen);
      await page.keyboard.press('Escape');
    }
    await card(page, 'root').click();
    await page.keyboard.press('?');
    await look('keys');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Shift+f');
    await page.keyboard.type('echo');
    await expect(page.getByRole('region', { name: 'Messages that were found' })).toBeVisible();
    await look('search');
    expect(found).toEqual([]);
  });
}

test('the first press of Tab goes somewhere sensible, and every control has a name', async ({ launch }) => {
  const { page } = await launch(FAST);
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  const names: string[] = [];
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press('Tab');
    names.push(
      await page.evaluate(() => {
        const active = document.activeElement;
        return active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? '';
      }),
    );
  }
  expect(names).not.toContain('');
  expect(names).toEqual(expect.arrayContaining(['New session', 'Search all sessions', 'Settings', 'Try the demo']));
  expect(names.indexOf('New session')).toBeLessThan(names.indexOf('Try the demo'));
});
