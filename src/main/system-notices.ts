import { app, BrowserWindow, Notification } from 'electron';
import type { SystemNotice } from './notices.ts';

/** Shows a silent notification of the system; a click brings the window back and calls `onClick`. Answers how to close it. */
export function showSystemNotice({ title, body }: SystemNotice, onClick: () => void): () => void {
  if (!Notification.isSupported()) return () => {};
  const notification = new Notification({ title, body, silent: true });
  notification.on('click', onClick);
  notification.show();
  return () => notification.close();
}

/** A number on the app's icon, where the platform has one. */
export function setBadge(count: number): void {
  app.setBadgeCount(count);
}

/** True while one of our windows has the focus of the whole system. */
export function focusedWindow(): BrowserWindow | null {
  return BrowserWindow.getAllWindows().find((window) => window.isFocused() && window.isVisible()) ?? null;
}
