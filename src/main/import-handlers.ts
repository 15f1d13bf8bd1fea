import { BrowserWindow, dialog, type WebContents } from 'electron';
import type { SessionEvent } from '../core/session/events.ts';
import type { Engine } from '../engine/engine.ts';
import { loadPrices } from '../engine/settings/prices.ts';
import { lookAtPath } from '../engine/transcripts/import/look-at-path.ts';
import { runImport } from '../engine/transcripts/import/run-import.ts';
import type { importRequests } from '../shared/import-calls.ts';
import type { Send } from './event-feed.ts';
import { ImportTeller } from './import-teller.ts';
import type { Handlers } from './ipc.ts';

export interface ImportParts {
  readonly engine: Engine;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  sendTo(contents: WebContents): Send;
  sessionsChanged(): void;
  /** The events of a session begin anew: every window that shows it must open it again. */
  restarted(sessionId: string): void;
  /** An event of a followed session changed what the list shows. */
  listed(event: SessionEvent): boolean;
}

/** The window's calls about transcripts of other tools. What takes long runs in a worker thread. */
export function importHandlers(parts: ImportParts): Pick<Handlers, keyof typeof importRequests> {
  const { engine, home, env } = parts;
  const running = new Map<string, AbortController>();

  /** One job for a window, that its id, or the end of the window, stops. */
  function begin(id: string, sender: WebContents): { readonly signal: AbortSignal; end(): void } {
    const key = `${sender.id}:${id}`;
    const stop = new AbortController();
    const cancel = () => stop.abort();
    running.get(key)?.abort();
    running.set(key, stop);
    sender.once('destroyed', cancel);
    return {
      signal: stop.signal,
      end: () => {
        running.delete(key);
        if (!sender.isDestroyed()) sender.off('destroyed', cancel);
      },
    };
  }
  const stop = (id: string, sender: WebContents) => {
    running.get(`${sender.id}:${id}`)?.abort();
    return null;
  };

  return {
    'import.pick': async ({ what }, sender) => {
      const window = BrowserWindow.fromWebContents(sender);
      const options: Electron.OpenDialogOptions =
        what === 'folder'
          ? { title: 'Open a folder of transcripts', properties: ['openDirectory'] }
          : {
              title: 'Open transcripts',
              properties: ['openFile', 'multiSelections'],
              filters: [
                { name: 'Transcripts', extensions: ['jsonl', 'json', 'forkscope'] },
                { name: 'All files', extensions: ['*'] },
              ],
            };
      return (await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))).filePaths;
    },
    'import.look': ({ path }) => ({ kind: lookAtPath(path) }),
    'import.find': ({ findId }, sender) => {
      const { signal, end } = begin(findId, sender);
      const send = parts.sendTo(sender);
      let [done, total] = [0, 0];
      void runImport(
        { kind: 'find', places: { env: { ...env }, platform: process.platform } },
        {
          signal,
          onStep: (step) => {
            if (step.kind === 'progress') [done, total] = [step.progress.doneBytes, step.progress.totalBytes];
            const found = step.kind === 'found' ? step.found : [];
            send('found', { findId, found, done, total, ended: null });
          },
        },
      )
        .then(() => 'complete' as const)
        .catch(() => (signal.aborted ? 'cancelled' : 'failed'))
        .then((ended) => {
          end();
          send('found', { findId, found: [], done: total, total, ended });
        });
      return null;
    },
    'import.findStop': ({ findId }, sender) => stop(findId, sender),
    'import.start': async ({ importId, paths }, sender) => {
      const { signal, end } = begin(importId, sender);
      const teller = new ImportTeller(importId, parts.sendTo(sender));
      await engine.releaseImported();
      void runImport(
        { kind: 'paths', home, paths, prices: loadPrices(home) },
        {
          signal,
          onStep: (told) => {
            if (told.kind !== 'paths') return;
            teller.tell(told.step);
            if (told.step.kind !== 'session') return;
            parts.sessionsChanged();
            if (told.step.session.outcome === 'updated') parts.restarted(told.step.session.sessionId);
          },
        },
      )
        .catch((error: unknown) => {
          if (!signal.aborted) teller.fault(error);
        })
        .then(() => {
          end();
          teller.end(signal.aborted ? 'cancelled' : 'complete');
        });
      return null;
    },
    'import.cancel': ({ importId }, sender) => stop(importId, sender),
    'import.follow': async ({ sessionId }, sender) => {
      await engine.followed.start(sessionId, {
        onEvent: (event) => {
          if (parts.listed(event)) parts.sessionsChanged();
        },
        onRestart: () => parts.restarted(sessionId),
        onFault: (message) => parts.sendTo(sender)('follow-fault', { sessionId, message }),
      });
      parts.restarted(sessionId);
      parts.sessionsChanged();
      return null;
    },
    'import.unfollow': async ({ sessionId }) => {
      await engine.followed.stop(sessionId);
      parts.restarted(sessionId);
      parts.sessionsChanged();
      return null;
    },
    'sessions.setWorkspace': async ({ sessionId, path }) => {
      await engine.setWorkspace(sessionId, path);
      parts.sessionsChanged();
      return null;
    },
  };
}
