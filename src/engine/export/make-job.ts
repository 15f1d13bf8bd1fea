import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { BundledFork } from '../../core/worktree/bundle.ts';
import { sessionFolder } from '../transcripts/session-folder.ts';
import type { ExportFormat, ExportJob } from './export-job.ts';

/** What a person chooses about an export. */
export interface ExportChoice {
  readonly kind: ExportJob['kind'];
  readonly sessionId: string;
  readonly format: ExportFormat;
  readonly redact: boolean;
  readonly patterns: readonly string[];
  readonly keep: readonly string[];
  readonly file: string;
  readonly forks: readonly BundledFork[];
}

export interface ExportPlace {
  /** The data folder. */
  readonly home: string;
  /** Folder of what is shipped as it is; the build lies beside it. */
  readonly resources: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Fills in where things lie on this machine. */
export function makeExportJob(choice: ExportChoice, { home, resources, now }: ExportPlace): ExportJob {
  const { events, blobs, review } = sessionFolder(home, choice.sessionId);
  return {
    ...choice,
    events,
    blobs,
    review,
    file: resolve(choice.file),
    homes: [homedir()].filter((folder) => folder.length > 1),
    viewer: resolve(resources, '../out/viewer/index.html'),
    app: versionOf(resources),
    now,
  };
}

function versionOf(resources: string): string {
  const { version } = JSON.parse(readFileSync(resolve(resources, '../package.json'), 'utf8')) as { version: string };
  return version;
}
