import { join } from 'node:path';
import { app, BrowserWindow, screen, type WebContents } from 'electron';
import { APP_ORIGIN } from './origin.ts';

const PREFERRED = { width: 1440, height: 900 };
const LEAST = { width: 900, height: 600 };

export interface WindowOptions {
  /** True where there is no display at all: the window is rendered but never shown. */
  readonly offscreen: boolean;
  readonly dark: boolean;
  /** 1 is 100 %. */
  readonly zoom: number;
}

export function createWindow({ offscreen, dark, zoom }: WindowOptions): BrowserWindow {
  const area = offscreen ? PREFERRED : screen.getPrimaryDisplay().workAreaSize;
  const window = new BrowserWindow({
    width: Math.min(PREFERRED.width, area.width),
    height: Math.min(PREFERRED.height, area.height),
    minWidth: LEAST.width,
    minHeight: LEAST.height,
    show: false,
    title: 'Forkscope',
    backgroundColor: dark ? '#141416' : '#f4f4f2',
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
      offscreen,
      zoomFactor: zoom,
    },
  });
  if (!offscreen) window.once('ready-to-show', () => window.show());
  return window;
}

/** No content may navigate away, open windows, attach views, or ask for any permission. */
export function guardContents(): void {
  app.on('web-contents-created', (_, contents) => guard(contents));
}

function guard(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event) => {
    if (!event.url.startsWith(`${APP_ORIGIN}/`)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  contents.session.setPermissionCheckHandler(() => false);
}
