import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import type { BundleManifest } from '../../core/export/bundle-lines.ts';
import { BUNDLE_VERSION } from '../../core/export/bundle-lines.ts';
import { checkPattern } from '../../core/redaction/own-patterns.ts';
import { redactEvents } from '../../core/redaction/redact-event.ts';
import { type RedactedSecret, Redactor } from '../../core/redaction/redactor.ts';
import { SECRET_KINDS } from '../../core/redaction/secret-kinds.ts';
import { publishedReview } from '../../core/review/published-review.ts';
import type { SessionEvent } from '../../core/session/events.ts';
import type { BundledFork } from '../../core/worktree/bundle.ts';
import { EngineFault } from '../engine-fault.ts';
import { readReview } from '../review/read-review.ts';
import { BlobStore } from '../transcripts/blob-store.ts';
import { readLog } from '../transcripts/read-log.ts';
import { type ExportTarget, exportTarget, partialFile } from './export-target.ts';
import { writeBundle } from './write-bundle.ts';
import { writePage } from './write-page.ts';
import { writeLines, writeMarkdown } from './write-text.ts';

export type ExportFormat = 'html' | 'md' | 'jsonl' | 'bundle';

/** Work on one session, as it crosses to a worker thread. */
export interface ExportJob {
  /** `look` writes nothing: it answers what would be taken out. */
  readonly kind: 'look' | 'write';
  readonly sessionId: string;
  /** Paths of the session's log, stored texts and review. */
  readonly events: string;
  readonly blobs: string;
  readonly review: string;
  readonly format: ExportFormat;
  readonly redact: boolean;
  /** A person's own patterns, as they were written. */
  readonly patterns: readonly string[];
  /** Ids of secrets that stay: see `RedactedSecret`. */
  readonly keep: readonly string[];
  /** Folders that are somebody's home on this machine. */
  readonly homes: readonly string[];
  readonly file: string;
  /** Path of the built viewer; only pages need it. */
  readonly viewer: string;
  readonly app: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What the forks changed, for a bundle. */
  readonly forks: readonly BundledFork[];
}

export interface ExportProgress {
  readonly phase: 'reading' | 'redacting' | 'writing';
  readonly done: number;
  readonly total: number;
}

export interface Exported {
  /** Null when nothing was written, or nothing was looked for. */
  readonly secrets: readonly RedactedSecret[] | null;
  readonly events: number;
  /** Bytes of the file; 0 when none was written. */
  readonly bytes: number;
}

/** Everything that is written, secrets taken out. */
export interface ExportContent {
  readonly manifest: BundleManifest;
  readonly events: readonly SessionEvent[];
  readonly review: readonly unknown[];
  readonly forks: readonly unknown[];
  /** Stored texts by hash, read one by one. */
  readonly texts: AsyncIterable<{ readonly hash: string; readonly text: string }>;
}

/** Reads, redacts, writes. The file appears whole or not at all. Throws faults in plain words. */
export async function runExportJob(job: ExportJob, onProgress: (progress: ExportProgress) => void): Promise<Exported> {
  const target = job.kind === 'write' ? await targetOf(job.file) : null;
  onProgress({ phase: 'reading', done: 0, total: 1 });
  const { events } = await readLog(job.events);
  const redactor = job.redact ? new Redactor(optionsOf(job)) : null;
  const total = events.length;
  const clean = redactor
    ? redactEvents(events, redactor, (done) => onProgress({ phase: 'redacting', done, total }))
    : events;
  const review = (await reviewLines(job)).map((line) => (redactor ? redactor.value(line) : line));
  const forks = job.forks.map((fork) => (redactor ? redactor.value(fork) : fork));
  const secrets = redactor?.secrets ?? null;
  if (target === null) return { secrets, events: total, bytes: 0 };
  onProgress({ phase: 'writing', done: 0, total });
  const manifest = manifestOf(job, clean, secrets);
  const content: ExportContent = { manifest, events: clean, review, forks, texts: textsOf(job, events, redactor) };
  const temporary = partialFile(target);
  try {
    // Made beforehand, so that what replaces a private file is private from its first byte on.
    await rm(temporary, { force: true });
    await writeFile(temporary, '', { mode: (target.mode ?? 0o666) | 0o600, flag: 'wx' });
    const bytes = await write(job, temporary, content);
    if (target.mode !== null) await chmod(temporary, target.mode);
    await rename(temporary, target.file);
    return { secrets: redactor?.secrets ?? null, events: total, bytes };
  } catch (error) {
    await rm(temporary, { force: true });
    throw writeFault(error, job.file);
  }
}

async function targetOf(file: string): Promise<ExportTarget> {
  try {
    return await exportTarget(file);
  } catch (error) {
    throw writeFault(error, file);
  }
}

function write(job: ExportJob, file: string, content: ExportContent): Promise<number> {
  switch (job.format) {
    case 'html':
      return writePage(job.viewer, file, content);
    case 'md':
      return writeMarkdown(file, content);
    case 'jsonl':
      return writeLines(file, content);
    case 'bundle':
      return writeBundle(file, content);
  }
}

function optionsOf({ patterns, homes, keep }: ExportJob) {
  const made = patterns.map((source) => {
    const check = checkPattern(source);
    if (!check.ok) throw new EngineFault('usage', `The pattern ${source} cannot be used. ${check.message}`);
    return check.pattern;
  });
  return { patterns: made, homes, keep: new Set(keep) };
}

function manifestOf(
  job: ExportJob,
  events: readonly SessionEvent[],
  secrets: readonly RedactedSecret[] | null,
): BundleManifest {
  const counts = SECRET_KINDS.flatMap((kind) => {
    const count = (secrets ?? [])
      .filter((secret) => secret.kind === kind && !secret.isKept)
      .reduce((sum, secret) => sum + secret.count, 0);
    return count === 0 ? [] : [{ kind, count }];
  });
  const titles = events.flatMap((event) => ('title' in event && !('branch' in event) ? [event.title] : []));
  return {
    'forkscope-bundle': BUNDLE_VERSION,
    sessionId: job.sessionId,
    title: titles.at(-1) ?? job.sessionId,
    exportedAt: job.now,
    app: job.app,
    events: events.length,
    redacted: secrets === null ? null : counts,
  };
}

/** Pages and documents go to readers: they have what the review says. A bundle goes on being reviewed, and has how it came to say so. */
async function reviewLines({ review, format }: ExportJob): Promise<readonly unknown[]> {
  const { entries } = await readReview(review);
  return format === 'bundle' ? entries : publishedReview(entries);
}

/** The stored texts that the events name, each once. One that is gone is left out: the log says what it was. */
async function* textsOf(
  job: ExportJob,
  events: readonly SessionEvent[],
  redactor: Redactor | null,
): AsyncGenerator<{ hash: string; text: string }> {
  const store = new BlobStore(job.blobs);
  const seen = new Set<string>();
  for (const event of events) {
    if (event.type !== 'request-started') continue;
    for (const { hash } of event.added) {
      if (seen.has(hash)) continue;
      seen.add(hash);
      const text = await store.get(hash).catch(() => null);
      if (text !== null) yield { hash, text: redactor ? redactor.json(text) : text };
    }
  }
}

function writeFault(error: unknown, file: string): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new EngineFault(
      'not-found',
      `The folder of ${file} is not there. Choose another place, or make the folder.`,
    );
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new EngineFault('not-allowed', `${file} may not be written. Choose another place.`);
  if (code === 'EISDIR') return new EngineFault('usage', `${file} is a folder. Give the name of a file in it.`);
  return error;
}
