import { join, resolve } from 'node:path';
import { app, BrowserWindow, nativeTheme } from 'electron';
import { Engine } from '../engine/engine.ts';
import { asFault } from '../engine/engine-fault.ts';
import { SettingsStore } from '../engine/settings/settings-store.ts';
import { dataFolder } from '../engine/transcripts/session-folder.ts';
import { capYoungGeneration } from '../engine/young-generation.ts';
import { type Settings, settingsSchema } from '../shared/settings.ts';
import type { PrunedWorktrees } from '../shared/worktree-calls.ts';
import { registerAppScheme, serveApp } from './app-protocol.ts';
import { runDemo } from './demo-run.ts';
import type { Send } from './event-feed.ts';
import { createHandlers } from './handlers.ts';
import { serveCalls } from './ipc.ts';
import { KeychainSecrets } from './keychain.ts';
import { installMenu } from './menu.ts';
import { Notices } from './notices.ts';
import { APP_ORIGIN } from './origin.ts';
import { focusedWindow, setBadge, showSystemNotice } from './system-notices.ts';
import { createWindow, guardContents } from './window.ts';

capYoungGeneration();

const { env } = process;
const home = dataFolder(env);
const demoRun = process.argv.includes('--demo-run');

app.setName('Forkscope');
// The window's own data lies below ours, so that the lock of a running app belongs to a data folder, not to a person.
app.setPath('userData', join(home, 'window'));
registerAppScheme();

if (app.requestSingleInstanceLock()) start();
else {
  process.stderr.write(`Forkscope already runs on ${home}: its window was brought to the front.\n`);
  app.exit(0);
}

function start(): void {
  const settings = new SettingsStore(home);
  const secrets = new KeychainSecrets(home);
  const engine = new Engine({
    home,
    resources: resolve(import.meta.dirname, '../../resources'),
    env,
    settings,
    secrets,
    demoLatency: env.FORKSCOPE_DEMO_LATENCY === 'fast' ? 'fast' : 'demo',
  });

  engine.reviews.subscribe((sessionId, entries) => toAll('review', { sessionId, entries }));
  guardContents();
  closeInOrder(engine);
  app.on('second-instance', focusWindow);
  app.on('window-all-closed', () => app.quit());

  app
    .whenReady()
    .then(async () => {
      serveApp(resolve(import.meta.dirname, '../renderer'));
      nativeTheme.themeSource = readSettings(settings).theme;
      const menu = (): void => installMenu((name) => toAll('command', { name }), readSettings(settings).keys);
      const notices: Notices = new Notices({
        settings: () => readSettings(settings).notices,
        isLookedAt: (sessionId) => {
          const focused = focusedWindow();
          return focused !== null && isShown(sessionId, focused.webContents);
        },
        show: (notice) =>
          showSystemNotice(notice, () => {
            focusWindow();
            toAll('show-branch', { sessionId: notice.sessionId, branch: notice.branch });
          }),
        setBadge,
      });
      app.on('browser-window-focus', () => notices.seen());
      const { handlers, isShown, setVisible } = createHandlers({
        engine,
        home,
        settings,
        secrets,
        env,
        sendTo,
        sessionsChanged: throttledList(),
        restarted: (sessionId) => toAll('session-restarted', { sessionId }),
        hear: (sessionId, session, event) => notices.hear(sessionId, session, event),
        settingsChanged: (changed) => {
          nativeTheme.themeSource = changed.theme;
          for (const window of BrowserWindow.getAllWindows()) window.webContents.setZoomFactor(changed.zoom);
          menu();
        },
      });
      serveCalls(handlers);
      menu();
      const window = createWindow({
        offscreen: env.FORKSCOPE_OFFSCREEN === '1',
        dark: nativeTheme.shouldUseDarkColors,
        zoom: readSettings(settings).zoom,
      });
      window.on('hide', () => setVisible(false));
      window.on('minimize', () => setVisible(false));
      window.on('show', () => setVisible(true));
      window.on('restore', () => setVisible(true));
      await window.loadURL(`${APP_ORIGIN}/index.html`);
      const told = (report: PrunedWorktrees): void => toAll('worktrees-pruned', report);
      void engine.startRetention(told).catch((error: unknown) => process.stderr.write(`${asFault(error).message}\n`));
      if (!demoRun) return;
      const code = await runDemo(engine, window, sendTo(window.webContents), resolve('demo.png'));
      await engine.close();
      app.exit(code);
    })
    .catch((error: unknown) => {
      process.stderr.write(`${asFault(error).message}\n`);
      app.exit(1);
    });
}

/** A settings file with a fault must not keep the window from opening: it says there what is wrong. */
function readSettings(settings: SettingsStore): Settings {
  try {
    return settings.read();
  } catch {
    return settingsSchema.parse({});
  }
}

function sendTo(contents: Electron.WebContents): Send {
  return (name, payload) => {
    if (!contents.isDestroyed()) contents.send(name, payload);
  };
}

const toAll: Send = (name, payload) => {
  for (const window of BrowserWindow.getAllWindows()) sendTo(window.webContents)(name, payload);
};

/** The list is read from disk: at most twice a second. */
function throttledList(): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      toAll('sessions-changed', {});
    }, 500);
  };
}

function focusWindow(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window?.isMinimized()) window.restore();
  window?.focus();
}

/** Exit codes after a signal: 128 and its number, so that a script can tell. */
const SIGNAL_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Running branches are interrupted and written down before the app goes. */
function closeInOrder(engine: Engine): void {
  let closed = false;
  let code: number | null = null;
  app.on('before-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void engine.close().finally(() => {
      closed = true;
      if (code === null) app.quit();
      else app.exit(code);
    });
  });
  // Electron sets handlers of its own while it starts; ours must come after them.
  void app.whenReady().then(() => {
    for (const name of Object.keys(SIGNAL_CODES) as (keyof typeof SIGNAL_CODES)[]) {
      process.on(name, () => {
        code ??= SIGNAL_CODES[name];
        app.quit();
      });
    }
  });
}
