import { BrowserWindow, dialog, shell, type WebContents } from 'electron';
import type { Engine } from '../engine/engine.ts';
import { EngineFault } from '../engine/engine-fault.ts';
import type { ExportFormat } from '../engine/export/export-job.ts';
import { type ExportChoice, makeExportJob } from '../engine/export/make-job.ts';
import { runExport } from '../engine/export/run-export.ts';
import { readLog, stateOf } from '../engine/transcripts/read-log.ts';
import { sessionFolder } from '../engine/transcripts/session-folder.ts';
import type { exportRequests } from '../shared/export-calls.ts';
import type { Send } from './event-feed.ts';
import type { Handlers } from './ipc.ts';

/** What is shown to a person at most: nobody looks through more one by one. */
const MOST_SHOWN = 400;

const ENDS: { readonly [F in ExportFormat]: { readonly end: string; readonly name: string } } = {
  html: { end: 'html', name: 'Page' },
  md: { end: 'md', name: 'Document' },
  jsonl: { end: 'jsonl', name: 'Events' },
  bundle: { end: 'forkscope', name: 'Bundle' },
};

export interface ExportParts {
  readonly engine: Pick<Engine, 'readWorktrees'>;
  readonly home: string;
  /** The folder that ships with the app: this file may be built into any folder, and cannot know it. */
  readonly resources: string;
  sendTo(contents: WebContents): Send;
}

/** The window's calls about exports. The work is done in a thread of its own. */
export function exportHandlers({
  engine,
  home,
  resources,
  sendTo,
}: ExportParts): Pick<Handlers, keyof typeof exportRequests> {
  const running = new Map<string, AbortController>();
  const written = new Set<string>();
  const place = () => ({ home, resources, now: Date.now() });
  const job = (choice: ExportChoice) => makeExportJob(choice, place());

  /** Only a bundle carries the forks' changes. */
  const carried = async ({ format, sessionId }: Pick<ExportChoice, 'format' | 'sessionId'>) =>
    format === 'bundle' ? (await engine.readWorktrees(sessionId)).bundleForks() : { forks: [], problems: [] };

  return {
    'export.look': async ({ sessionId, patterns, keep }) => {
      const look = { kind: 'look', format: 'jsonl', redact: true, file: 'none', forks: [] } as const;
      const { secrets } = await runExport(job({ ...look, sessionId, patterns, keep }));
      return { secrets: (secrets ?? []).slice(0, MOST_SHOWN), total: secrets?.length ?? 0 };
    },
    'export.write': async ({ exportId, ...choice }, sender) => {
      const file = await askForFile(sender, choice.format, await titleOf(home, choice.sessionId));
      if (file === null) return null;
      const stop = new AbortController();
      const cancel = (): void => stop.abort();
      const { forks, problems } = await carried(choice);
      const key = `${sender.id}:${exportId}`;
      running.set(key, stop);
      sender.once('destroyed', cancel);
      const send = sendTo(sender);
      try {
        const { bytes, events, secrets } = await runExport(job({ kind: 'write', file, forks, ...choice }), {
          signal: stop.signal,
          onProgress: ({ phase, done, total }) =>
            send('export', { exportId, phase, share: total === 0 ? 1 : done / total }),
        });
        written.add(file);
        const redacted = secrets?.reduce((sum, secret) => sum + (secret.isKept ? 0 : secret.count), 0) ?? null;
        return { file, bytes, events, redacted, problems };
      } finally {
        running.delete(key);
        if (!sender.isDestroyed()) sender.off('destroyed', cancel);
      }
    },
    'export.cancel': ({ exportId }, sender) => {
      running.get(`${sender.id}:${exportId}`)?.abort();
      return null;
    },
    'export.reveal': ({ file }) => {
      if (!written.has(file))
        throw new EngineFault('not-found', 'This file was not exported here. Look for it in its folder.');
      shell.showItemInFolder(file);
      return null;
    },
  };
}

async function askForFile(sender: WebContents, format: ExportFormat, title: string): Promise<string | null> {
  const { end, name } = ENDS[format];
  const options: Electron.SaveDialogOptions = {
    title: 'Export the session',
    defaultPath: `${fileName(title)}.${end}`,
    filters: [{ name, extensions: [end] }],
  };
  const window = BrowserWindow.fromWebContents(sender);
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options));
  return canceled || filePath === '' ? null : filePath;
}

async function titleOf(home: string, sessionId: string): Promise<string> {
  return stateOf(await readLog(sessionFolder(home, sessionId).events)).title || sessionId;
}

/** A title as every system's files may be called. */
function fileName(title: string): string {
  const name = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  return name.slice(0, 60) || 'session';
}
