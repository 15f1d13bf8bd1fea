import type { ElectronApplication, Page } from '@playwright/test';
import { startDemoServer } from '../src/engine/demo/demo-server.ts';
import { expect, test } from './support/app.ts';
import { makeRepository } from './support/repository.ts';
import { expectState, newSession, pressOn, say } from './support/window.ts';

interface Seen {
  readonly titles: string[];
  badge: number;
}

/** Catches what would go to the system, for a window that nobody looks at. */
async function lookAway(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ app: host, Notification, BrowserWindow }) => {
    const seen: { titles: string[]; badge: number } = { titles: [], badge: 0 };
    Object.assign(globalThis, { seen });
    Object.assign(Notification, { isSupported: () => true });
    Notification.prototype.show = function show() {
      seen.titles.push(this.title);
    };
    host.setBadgeCount = (count = 0) => {
      seen.badge = count;
      return true;
    };
    BrowserWindow.prototype.isFocused = () => false;
  });
}

const seenBy = (app: ElectronApplication) => app.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

/** The person comes back to the window. */
const comeBack = (app: ElectronApplication) =>
  app.evaluate(({ app: host, BrowserWindow }) =>
    host.emit('browser-window-focus', {}, BrowserWindow.getAllWindows()[0]),
  );

async function noticeSettings(
  page: Page,
  change: (label: (words: string) => ReturnType<Page['getByLabel']>) => Promise<void>,
) {
  await page.keyboard.press('ControlOrMeta+,');
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByLabel('Search the settings').fill('badge');
  await change((words) => dialog.getByLabel(words));
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

test('each kind of notice is wanted or not, and the badge counts what a person has not seen yet', async ({
  folder,
  launch,
}) => {
  const model = await startDemoServer({ latency: 'fast' });
  try {
    const { app, page } = await launch({ env: { FORKSCOPE_DEMO_URL: model.url } });
    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
    await lookAway(app);
    // By mouse: permissions are not told about.
    await noticeSettings(page, (box) => box('A branch asks for permission').uncheck());
    await newSession(page, { folder: makeRepository(folder), prompt: 'run `echo one`', approval: 'none' });
    await expectState(page, 'root', 'waiting');
    await pressOn(page, 'root', 'y');
    await expectState(page, 'root', 'completed');
    await expect.poll(() => seenBy(app)).toEqual({ titles: ['All branches are done'], badge: 1 });
    await comeBack(app);
    expect((await seenBy(app)).badge).toBe(0);

    // By key: the end is not told about, and permissions are again.
    await noticeSettings(page, async (box) => {
      for (const kind of ['All branches are done', 'A branch asks for permission']) {
        await box(kind).focus();
        await page.keyboard.press('Space');
      }
      await expect(box('All branches are done')).not.toBeChecked();
      await expect(box('A branch asks for permission')).toBeChecked();
    });
    await say(page, 'run `echo two`');
    await expectState(page, 'root', 'waiting');
    await expect.poll(async () => (await seenBy(app)).badge).toBe(1);
    // An answer takes its notice back.
    await pressOn(page, 'root', 'y');
    await expectState(page, 'root', 'completed');
    await expect.poll(async () => (await seenBy(app)).badge).toBe(0);

    model.injectFault('forbidden', 1);
    await say(page, 'read README.md');
    await expectState(page, 'root', 'failed');
    await expect.poll(async () => (await seenBy(app)).badge).toBe(1);
    const { titles } = await seenBy(app);
    expect(titles).toEqual([
      'All branches are done',
      expect.stringMatching(/ needs you$/),
      expect.stringMatching(/ failed$/),
    ]);
  } finally {
    await model.close();
  }
});
