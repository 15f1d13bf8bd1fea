import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';

const ROOT = resolve(import.meta.dirname, '../..');

/** How one app is started. */
export type LaunchOptions = {
  /** FORKSCOPE_HOME: sessions, blobs and settings. */
  readonly home: string;
  /** Electron's own folder (cookies, window state); two apps at once need two. */
  readonly profile: string;
  /** Executable of a packaged app; without it the built app of this checkout starts. */
  readonly packagedApp?: string | undefined;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** A running app, its first window, and what went wrong in it so far. */
export type RunningApp = {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly errors: string[];
};

/** Starts the app and waits for its first window. */
export async function launchApp(options: LaunchOptions): Promise<RunningApp> {
  const flags = (process.env.FORKSCOPE_ELECTRON_FLAGS ?? '').split(' ').filter(Boolean);
  const target = options.packagedApp === undefined ? [builtApp()] : [];
  const app = await _electron.launch({
    ...(options.packagedApp === undefined ? {} : { executablePath: options.packagedApp }),
    args: [...target, ...flags, `--user-data-dir=${options.profile}`, ...(options.args ?? [])],
    env: { ...cleanEnvironment(), FORKSCOPE_HOME: options.home, ...options.env },
    // Playwright would switch the sandbox off everywhere; it stays on where it can start.
    chromiumSandbox: !flags.includes('--no-sandbox'),
  });
  keepAnswers(app);
  const errors: string[] = [];
  app.on('window', (window) => collectErrors(window, errors));
  const page = await app.firstWindow();
  for (const window of app.windows()) collectErrors(window, errors);
  return { app, page, errors };
}

/**
 * While the main process starts, its garbage collector may take the answer of an evaluation before Playwright has it. What
 * was asked has run by then; asked again it must do no harm.
 */
function keepAnswers(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app) as (...asked: unknown[]) => Promise<unknown>;
  const again = async (...asked: unknown[]): Promise<unknown> => {
    try {
      return await evaluate(...asked);
    } catch (error) {
      if (!String(error).includes('promise was garbage collected')) throw error;
      return evaluate(...asked);
    }
  };
  Object.assign(app, { evaluate: again });
}

const watched = new WeakSet<Page>();

function collectErrors(page: Page, errors: string[]): void {
  if (watched.has(page)) return;
  watched.add(page);
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('crash', () => errors.push('the page crashed'));
}

function builtApp(): string {
  if (!process.env.ELECTRON_OVERRIDE_DIST_PATH || !existsSync(resolve(ROOT, 'out/main/index.js'))) {
    throw new Error('The end-to-end tests need the set-up scripts: run them with npm run e2e.');
  }
  return ROOT;
}

/** Tests must not find the keys and endpoints of whoever runs them. */
function cleanEnvironment(): Record<string, string> {
  const foreign = /^(GEMINI|GOOGLE|OPENAI|DASHSCOPE|ANTHROPIC)_|^ELECTRON_RUN_AS_NODE$|^GIT_/;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
