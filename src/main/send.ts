import { BrowserWindow, type WebContents } from 'electron';
import type { Send } from './event-feed.ts';

/** Tells one window. One that is gone is told nothing. */
export function sendTo(contents: WebContents): Send {
  return (name, payload) => {
    if (!contents.isDestroyed()) contents.send(name, payload);
  };
}

export const toAll: Send = (name, payload) => {
  for (const window of BrowserWindow.getAllWindows()) sendTo(window.webContents)(name, payload);
};
