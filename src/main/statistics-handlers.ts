import { writeFile } from 'node:fs/promises';
import { BrowserWindow, dialog } from 'electron';
import { EngineFault } from '../engine/engine-fault.ts';
import type { statisticsRequests } from '../shared/statistics-calls.ts';
import type { Handlers } from './ipc.ts';

/** The window's calls about statistics. The path is the person's choice, never the window's. */
export function statisticsHandlers(): Pick<Handlers, keyof typeof statisticsRequests> {
  return {
    'statistics.save': async ({ name, csv }, sender) => {
      const window = BrowserWindow.fromWebContents(sender);
      const options: Electron.SaveDialogOptions = {
        title: 'Save the table',
        defaultPath: `${name.replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-')}.csv`,
        filters: [{ name: 'Comma-separated values', extensions: ['csv'] }],
      };
      const { filePath } = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options));
      if (!filePath) return { path: null };
      await writeFile(filePath, csv).catch((error: NodeJS.ErrnoException) => {
        throw new EngineFault('not-written', `${filePath} could not be written (${error.code}). Choose another place.`);
      });
      return { path: filePath };
    },
  };
}
