import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';

/** Where the pictures go. */
const FOLDER = resolve(import.meta.dirname, '../../docs/screens');
const THEMES = ['light', 'dark'] as const;
/** The smallest window, a laptop's, and a large screen's. */
const SMALL = { width: 900, height: 600 };
const LAPTOP = { width: 1440, height: 900 };
const LARGE = { width: 2560, height: 1440 };
/** Milliseconds in which panes fit themselves to a new size. */
const SETTLE_MS = 350;
/** Of 100: letters stay sharp, and some three hundred pictures stay below 20 MB. */
const QUALITY = 80;

export interface Shoot {
  /** What a change of the window's size closes, e.g. a menu, is opened again by this. */
  readonly reopen?: () => Promise<void>;
}

/** As wide as a laptop, and with nothing that is still moving. */
export async function atLaptopSize(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(LAPTOP);
}

/** Takes the screen as it is in both themes at each size, and leaves the window as it was. */
export async function shoot(page: Page, name: string, { reopen }: Shoot = {}): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const size of [SMALL, LAPTOP, LARGE]) {
    await page.setViewportSize(size);
    await page.waitForTimeout(SETTLE_MS);
    await reopen?.();
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await page.waitForTimeout(SETTLE_MS);
      await save(page, `${name}-${theme}-${size.width}`);
    }
  }
  await atLaptopSize(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.waitForTimeout(SETTLE_MS);
}

/** Playwright itself writes no WebP, which is a third of a PNG here. */
async function save(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await session.detach();
  writeFileSync(join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'));
}

/** Runs a command by its id, as a menu does. */
export async function runs(app: ElectronApplication, command: string): Promise<void> {
  await app.evaluate(({ BrowserWindow }, name) => {
    for (const window of BrowserWindow.getAllWindows()) window.webContents.send('command', { name });
  }, command);
}
