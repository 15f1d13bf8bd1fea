import { BrowserWindow } from 'electron';

/** Brings the app's window to the front. */
export function focusWindow(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window?.isMinimized()) window.restore();
  window?.focus();
}
