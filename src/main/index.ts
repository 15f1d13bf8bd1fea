import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { app, type BrowserWindow, ipcMain, nativeTheme } from 'electron';
import { dataFolder } from '../engine/transcripts/session-folder.ts';
import { capYoungGeneration } from '../engine/young-generation.ts';
import { registerAppScheme, serveApp } from './app-protocol.ts';
import { firstLook } from './first-look.ts';
import { focusWindow } from './focus-window.ts';
import type { Host } from './host.ts';
import { installMenu } from './menu.ts';
import { APP_ORIGIN } from './origin.ts';
import { createWindow, guardContents } from './window.ts';

/** The longest wait for a first picture, ms. */
const PAINT_MS = 300;

capYoungGeneration();

const home = dataFolder(process.env);
const RESOURCES = resolve(import.meta.dirname, '../../resources');

app.setName('Forkscope');
// The window's own data lies below ours, so that the lock of a running app belongs to a data folder, not to a person.
app.setPath('userData', join(home, 'window'));
registerAppScheme();

if (app.requestSingleInstanceLock()) start();
else {
  process.stderr.write(`Forkscope already runs on ${home}: its window was brought to the front.\n`);
  app.exit(0);
}

/** The page comes first: while this process reads the engine it gives out no file and puts nothing on the screen. */
function start(): void {
  guardContents();
  app.on('second-instance', focusWindow);
  app.on('window-all-closed', () => app.quit());
  app
    .whenReady()
    .then(async () => {
      serveApp(resolve(import.meta.dirname, '../renderer'));
      const { theme, zoom } = firstLook(home);
      nativeTheme.themeSource = theme;
      // Without one, Electron's own would flash up; the person's keys come with the settings.
      installMenu({});
      const window = createWindow({
        offscreen: process.env.FORKSCOPE_OFFSCREEN === '1',
        dark: nativeTheme.shouldUseDarkColors,
        zoom,
      });
      const loaded = window.loadURL(`${APP_ORIGIN}/index.html`);
      const host = painted(window, loaded).then(async () => (await import('./host.ts')).startHost(home, RESOURCES));
      serveCalls(host);
      await (await host).loaded(window, process.argv.includes('--demo-run'));
    })
    .catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      app.exit(1);
    });
}

/** Ends with the first picture of the page, or some time after the page is there: one that nobody sees is never painted. */
async function painted(window: BrowserWindow, loaded: Promise<void>): Promise<void> {
  const shown = once(window, 'ready-to-show');
  await loaded;
  await Promise.race([shown, sleep(PAINT_MS)]);
}

/** Lets the window call; there is one channel, and its contract is in `shared`. A call that comes early waits. */
function serveCalls(host: Promise<Host>): void {
  ipcMain.handle('call', async (event, name: unknown, params: unknown) =>
    (await host).answer({ origin: event.senderFrame?.origin ?? null, name, params }, event.sender),
  );
}
