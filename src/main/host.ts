import { resolve } from 'node:path';
import { app, BrowserWindow, nativeTheme, type WebContents } from 'electron';
import { Engine } from '../engine/engine.ts';
import { asFault } from '../engine/engine-fault.ts';
import { SettingsStore } from '../engine/settings/settings-store.ts';
import type { Result } from '../shared/result.ts';
import { type Settings, settingsSchema } from '../shared/settings.ts';
import type { PrunedWorktrees } from '../shared/worktree-calls.ts';
import { closeInOrder } from './close-in-order.ts';
import { runDemo } from './demo-run.ts';
import { focusWindow } from './focus-window.ts';
import { createHandlers } from './handlers.ts';
import { answerCall, type RawCall } from './ipc.ts';
import { KeychainSecrets } from './keychain.ts';
import { installMenu } from './menu.ts';
import { Notices } from './notices.ts';
import { sendTo, toAll } from './send.ts';
import { focusedWindow, setBadge, showSystemNotice } from './system-notices.ts';

/** What stands behind the window: it begins to load before this is read. */
export interface Host {
  answer(call: RawCall, sender: WebContents): Promise<Result<unknown>>;
  /** Once the page is there: housekeeping begins; with `demo` the demo runs and the app ends. */
  loaded(window: BrowserWindow, demo: boolean): Promise<void>;
}

/** Starts the engine on the data folder `home` and connects it with every window there is; `resources` ships with the app. */
export function startHost(home: string, resources: string): Host {
  const { env } = process;
  const settings = new SettingsStore(home);
  const secrets = new KeychainSecrets(home);
  const engine = new Engine({
    home,
    resources,
    env,
    settings,
    secrets,
    demoLatency: env.FORKSCOPE_DEMO_LATENCY === 'fast' ? 'fast' : 'demo',
  });
  engine.reviews.subscribe((sessionId, entries) => toAll('review', { sessionId, entries }));
  closeInOrder(engine);

  const menu = (): void => installMenu(readSettings(settings).keys);
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
    resources,
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
  menu();
  return {
    answer: (call, sender) => answerCall(handlers, call, sender),
    async loaded(window, demo) {
      window.on('hide', () => setVisible(false));
      window.on('minimize', () => setVisible(false));
      window.on('show', () => setVisible(true));
      window.on('restore', () => setVisible(true));
      const told = (report: PrunedWorktrees): void => toAll('worktrees-pruned', report);
      void engine.startRetention(told).catch((error: unknown) => process.stderr.write(`${asFault(error).message}\n`));
      if (!demo) return;
      const code = await runDemo(engine, window, sendTo(window.webContents), resolve('demo.png'));
      await engine.close();
      app.exit(code);
    },
  };
}

/** A settings file with a fault must not keep the window from opening: it says there what is wrong. */
function readSettings(settings: SettingsStore): Settings {
  try {
    return settings.read();
  } catch {
    return settingsSchema.parse({});
  }
}

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
