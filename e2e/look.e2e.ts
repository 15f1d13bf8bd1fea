import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { seriousFaults } from './support/axe.ts';
import { makeRepository } from './support/repository.ts';
import {
  boxOf,
  card,
  expectState,
  FAST,
  newSession,
  pressOn,
  promptBox,
  runFromPalette,
  select,
} from './support/window.ts';

/** What a person would call a broken layout: controls on top of each other, or beyond what they stand in. */
async function clashes(page: Page, bars: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const CONTROLS = 'button, input, select, textarea, label, [role="tab"], h2, dt, dd';
    interface Seen {
      readonly name: string;
      readonly node: Element;
      readonly box: { left: number; top: number; right: number; bottom: number };
    }
    /** What is left of an element after all that scrolls or cuts it; null when that is nothing. */
    const seen = (node: Element): Seen | null => {
      if (node.closest('.unseen') || !node.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        return null;
      let { left, top, right, bottom } = node.getBoundingClientRect();
      for (let above = node.parentElement; above; above = above.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(above);
        const edge = above.getBoundingClientRect();
        if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
      const words = node.getAttribute('aria-label') ?? node.textContent?.trim().slice(0, 30);
      const name = `${node.tagName.toLowerCase()} "${words}"`;
      return right - left > 0 && bottom - top > 0 ? { node, name, box: { left, top, right, bottom } } : null;
    };
    const found = new Set<string>();
    for (const bar of document.querySelectorAll(selector)) {
      if (!seen(bar)) continue;
      const where = bar.getAttribute('aria-label') ?? bar.className;
      const own = bar.getBoundingClientRect();
      if (own.left < -1 || own.top < -1 || own.right > innerWidth + 1 || own.bottom > innerHeight + 1)
        found.add(`${where} reaches beyond the window`);
      const all = [...bar.querySelectorAll(CONTROLS)].flatMap((node) => seen(node) ?? []);
      for (const [at, { box: a, name, node }] of all.entries()) {
        const full = node.getBoundingClientRect();
        if (full.left < own.left - 1 || full.right > own.right + 1) found.add(`${where}: ${name} sticks out`);
        for (const { box: b, name: other, node: second } of all.slice(at + 1)) {
          if (node.contains(second) || second.contains(node)) continue;
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (across > 1 && down > 1) found.add(`${where}: ${name} and ${other} overlap`);
        }
      }
    }
    return [...found];
  }, bars);
}

/** What moves now, by the names of animations and of properties that change. */
const movements = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map((each) => (each instanceof CSSAnimation ? each.animationName : (each as CSSTransition).transitionProperty)),
  );

async function resize(app: ElectronApplication, width: number, height: number): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
    { width, height },
  );
}

const BARS =
  '.top-bar, .transport, .prompt-box, .sidebar, .tree-bar, .permission-bar, .diff-bar, .dv-tabs-and-actions-container';

test('nothing overlaps in the smallest window at any size of letters, and high contrast is one choice away', async ({
  folder,
  launch,
}) => {
  test.setTimeout(150_000);
  const { app, page } = await launch(FAST);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const prompt = 'Fork into two, in parallel:\n1. Write `sail` into notes.txt\n2. Run `echo two`';
  await newSession(page, { folder: makeRepository(folder), prompt, approval: 'edits' });
  await expectState(page, 'fork-1', 'completed');
  await expect(card(page, 'fork-2')).toHaveAttribute('data-asks', 'true');
  await select(page, 'fork-1');
  /** On the selected branch, by key alone: in so small a tree its card is a dot. */
  const pressOnCard = async (key: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+e');
    await expect(card(page, 'fork-1')).toBeFocused();
    await page.keyboard.press(key);
  };
  await resize(app, 900, 600);
  const width = () => page.evaluate(() => innerWidth);
  /** Nothing is wrong once panes have fitted themselves to the window. */
  const look = async (where: string, bars: string): Promise<void> => {
    await expect
      .poll(async () => (await clashes(page, bars)).map((clash) => `${where}: ${clash}`), { timeout: 5_000 })
      .toEqual([]);
  };
  for (const [percent, key, presses] of [
    [90, 'ControlOrMeta+-', 1],
    [150, 'ControlOrMeta+=', 6],
  ] as const) {
    for (let press = 0; press < presses; press++) await page.keyboard.press(key);
    await expect.poll(width).toBe(Math.round(90_000 / percent));
    await look(`${percent} %`, BARS);
    // The list of sessions gives way to an open one, and comes when it is called.
    await expect(page.locator('.sidebar')).toBeVisible({ visible: percent < 150 });
    if (percent === 150) {
      await page.keyboard.press('ControlOrMeta+b');
      await expect(page.locator('.sidebar')).toBeVisible();
      await look(`${percent} % with the sessions`, BARS);
      await page.keyboard.press('ControlOrMeta+b');
      await expect(page.locator('.sidebar')).toBeHidden();
    }
    await pressOnCard('d');
    await expect(page.getByRole('region', { name: /^Changes of/ })).toBeVisible();
    await look(`${percent} % with a diff`, BARS);
    await page.keyboard.press('Alt+0');
    for (const [open, dialog] of [
      ['ControlOrMeta+n', 'New session'],
      ['ControlOrMeta+,', 'Settings'],
      ['ControlOrMeta+k', 'palette'],
      ['ControlOrMeta+Shift+e', 'export'],
      ['f', 'fork'],
      ['i', 'permissions'],
    ] as const) {
      await pressOnCard(open);
      await expect(page.getByRole('dialog').first()).toBeVisible();
      await look(`${percent} %, ${dialog}`, 'dialog[open], [role="dialog"]');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  }
  await page.keyboard.press('ControlOrMeta+0');
  await expect.poll(width).toBe(900);

  // High contrast by mouse, in both themes.
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('radio', { name: 'High' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more');
  await page.keyboard.press('Escape');
  for (const theme of ['light', 'dark'] as const) {
    await runFromPalette(page, `theme: ${theme}`);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    expect(await seriousFaults(page, theme)).toEqual([]);
  }
});

test('with reduced motion nothing moves by itself', async ({ folder, launch }) => {
  const { page } = await launch(FAST);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await newSession(page, { folder: makeRepository(folder), prompt: 'Run `sleep 451`', approval: 'all' });
  await expect(card(page, 'root')).toContainText('sleep 451');
  await pressOn(page, 'root', 'Enter');
  await expect.poll(() => movements(page)).toContain('turn');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => movements(page)).toEqual([]);
  // Neither what opens, nor a fork that grows out of its parent, nor the view that follows it.
  await select(page, 'root');
  await page.keyboard.press('x');
  await expectState(page, 'root', 'interrupted');
  await page.evaluate(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    for (const type of ['animationstart', 'transitionrun'])
      document.addEventListener(
        type,
        (event) => {
          const { target } = event;
          if (!(target instanceof Element)) return;
          const { animationName, propertyName = '' } = event as unknown as {
            animationName?: string;
            propertyName?: string;
          };
          // A colour that changes moves nothing, nor does what takes no time.
          const stands = animationName
            ? getComputedStyle(target).animationDuration === '0s'
            : /color|shadow/.test(propertyName);
          if (!stands) moved.push(`${target.className} ${animationName ?? propertyName}`);
        },
        true,
      );
  });
  await page.keyboard.press('f');
  await page.getByLabel('Directive of fork 1').fill('run `sleep 452`');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(card(page, 'fork-1')).toContainText('sleep 452');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await pressOn(page, 'fork-1', 'Enter');
  await pressOn(page, 'fork-1', 't');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.press('Escape');
  await pressOn(page, 'fork-1', '0');
  expect(await page.evaluate(() => [...new Set((globalThis as unknown as { moved: string[] }).moved)])).toEqual([]);
  await expect.poll(() => movements(page)).toEqual([]);
});

test('a narrow window leaves panes readable and gives the tree its room back; what is written keeps the focus', async ({
  folder,
  launch,
}) => {
  const { page } = await launch(FAST);
  await page.setViewportSize({ width: 1440, height: 900 });
  const prompt = 'Fork into two, in parallel:\n1. Run `sleep 41`\n2. Run `sleep 42`';
  await newSession(page, { folder: makeRepository(folder), prompt, approval: 'all' });
  for (const fork of ['fork-1', 'fork-2']) await expectState(page, fork, 'running');
  await pressOn(page, 'fork-1', 'Enter');
  const pane = page.locator('.transcript-pane');
  const tree = page.locator('.tree');
  await expect(pane).toBeVisible();
  const widths = async () => [(await boxOf(tree)).width, (await boxOf(pane)).width];
  const before = await widths();

  // The card that has the focus by key goes off screen and comes back while somebody writes.
  await page.keyboard.press('ControlOrMeta+e');
  await promptBox(page).click();
  await page.keyboard.type('half a');
  await page.setViewportSize({ width: 900, height: 600 });
  await expect.poll(async () => (await boxOf(pane)).width).toBeGreaterThan(350);
  await page.keyboard.type(' x');
  await expect(promptBox(page)).toHaveValue('half a x');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect
    .poll(async () => (await widths()).map((width, index) => Math.abs(width - (before[index] ?? 0)) < 6))
    .toEqual([true, true]);
  for (const fork of ['fork-1', 'fork-2']) await expectState(page, fork, 'running');

  // From afar a name is written where it can be read.
  await tree.hover({ position: { x: 20, y: 120 } });
  await page.keyboard.down('Control');
  for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, 400);
  await page.keyboard.up('Control');
  await expect(card(page, 'fork-2')).toHaveAttribute('data-level', 'far');
  await card(page, 'fork-2').focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('Far ');
  await expect.poll(async () => (await boxOf(page.getByLabel('Name of this branch'))).height).toBeGreaterThan(14);
  await page.keyboard.type('away');
  await page.keyboard.press('Enter');
  await expect(card(page, 'fork-2')).toContainText('Far away');
});
