import type { BundleManifest } from '../../core/export/bundle-lines.ts';
import { EventUnpacker } from '../../core/export/page-lines.ts';
import { ReplayLog } from '../../core/replay/replay-log.ts';
import type { ReviewEntry } from '../../core/review/entries.ts';
import { foldReview } from '../../core/review/fold-review.ts';
import { EMPTY_REVIEW, type ReviewState } from '../../core/review/state.ts';
import type { SessionEvent } from '../../core/session/events.ts';
import { isSessionEvent } from '../../core/session/reduce.ts';
import type { SessionState } from '../../core/session/state.ts';
import { linesOnPage, textOf, turn } from './page-pieces.ts';

export interface LoadedExport {
  readonly manifest: BundleManifest;
  readonly replay: ReplayLog;
  readonly review: ReviewState;
}

/** The first screen of a long session: its end, without the most of its text. */
export interface ExportPreview {
  readonly manifest: BundleManifest;
  readonly state: SessionState;
}

/** Null when the page carries none: then all of it is there about as soon. */
export async function loadPreview(): Promise<ExportPreview | null> {
  const text = await textOf('forkscope-preview');
  return text === null ? null : (JSON.parse(text) as ExportPreview);
}

/** Milliseconds of reading after which the browser gets a turn. */
const TURN_MS = 40;

/**
 * Reads and folds what the page carries, and lets the browser draw between. `onProgress` hears how many events there are so
 * far. Throws in plain words when the data is damaged.
 */
export async function loadExport(onProgress: (events: number) => void): Promise<LoadedExport> {
  const unpacker = new EventUnpacker();
  const replay = new ReplayLog();
  // The app that wrote the page has checked the review's lines, and gave it the script that reads them.
  const remarks: ReviewEntry[] = [];
  let manifest: BundleManifest | null = null;
  let batch: SessionEvent[] = [];
  let began = performance.now();
  for await (const lines of linesOnPage()) {
    for (const line of lines) {
      if (!manifest) {
        manifest = JSON.parse(line) as BundleManifest;
        // The log then knows how far apart the states stand that it keeps, and gets its events in just such batches.
        replay.append([], manifest.events);
      } else if (line.startsWith('{"review":')) {
        remarks.push((JSON.parse(line) as { review: ReviewEntry }).review);
      } else if (line !== '') {
        const event = unpacker.unpack(line);
        if (isSessionEvent(event)) batch.push(event);
        if (batch.length < replay.spacing) continue;
        replay.append(batch, manifest.events);
        batch = [];
      }
    }
    if (performance.now() - began < TURN_MS) continue;
    onProgress(replay.length);
    await turn();
    began = performance.now();
  }
  if (!manifest) throw new Error('It carries no session.');
  replay.append(batch);
  return { manifest, replay, review: foldReview(EMPTY_REVIEW, remarks) };
}
