import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base, type ElectronApplication, expect, type Page } from '@playwright/test';
import { type LaunchOptions, launchApp, type RunningApp } from './launch.ts';

const PICTURES = resolve(import.meta.dirname, '../pictures');

/** Options a project of playwright.config.ts sets. */
export type AppOptions = {
  /** Executable of a packaged app; undefined: the built app of this checkout. */
  packagedApp: string | undefined;
};

/** What a test gets; each test has folders of its own, which go away with it. */
export type AppFixtures = {
  /** A folder for this test: repositories, files. */
  folder: string;
  /** FORKSCOPE_HOME of this test's apps. */
  home: string;
  /** Starts an app on `home`; a test that wants to close and reopen uses this instead of `app` and `page`. */
  launch: (options?: Partial<LaunchOptions>) => Promise<RunningApp>;
  /** The one app of most tests, its window, and what it has logged as errors: any of them fails the test. */
  running: RunningApp;
  app: ElectronApplication;
  page: Page;
  /** Saves e2e/pictures/NAME.png and returns its path. */
  picture: (page: Page, name: string) => Promise<string>;
};

/** Playwright's `test`, with a running app. */
export const test = base.extend<AppOptions & AppFixtures>({
  packagedApp: [undefined, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'forkscope-e2e-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  },

  home: async ({ folder }, use) => use(join(folder, 'home')),

  launch: async ({ folder, home, packagedApp }, use, testInfo) => {
    const apps: RunningApp[] = [];
    await use(async (options = {}) => {
      const running = await launchApp({ home, profile: join(folder, 'profile'), packagedApp, ...options });
      apps.push(running);
      return running;
    });
    for (const [index, { app, page }] of apps.entries()) {
      if (testInfo.status !== testInfo.expectedStatus) {
        // The window may be gone; that must not hide why the test failed.
        const body = await page.screenshot().catch(() => undefined);
        if (body) await testInfo.attach(`app-${index + 1}`, { body, contentType: 'image/png' });
      }
      // A test may have closed it already.
      await app.close().catch(() => undefined);
    }
    // A test that provokes an error looks at it and then empties the list.
    expect(apps.flatMap(({ errors }) => errors)).toEqual([]);
  },

  running: async ({ launch }, use) => use(await launch()),

  app: async ({ running }, use) => use(running.app),

  page: async ({ running }, use) => use(running.page),

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  picture: async ({}, use) => {
    await use(async (page, name) => {
      const path = join(PICTURES, `${name}.png`);
      await page.screenshot({ path, animations: 'disabled' });
      return path;
    });
  },
});

export { expect };
