import type { BundleManifest } from '../../core/export/bundle-lines.ts';
import type { ReviewEntry } from '../../core/review/entries.ts';
import { foldReview } from '../../core/review/fold-review.ts';
import { EMPTY_REVIEW, type ReviewState } from '../../core/review/state.ts';
import type { SessionEvent } from '../../core/session/events.ts';
import { isSessionEvent } from '../../core/session/reduce.ts';

export interface LoadedExport {
  readonly manifest: BundleManifest;
  readonly events: readonly SessionEvent[];
  readonly review: ReviewState;
}

/** What the page carries: base64 of compressed lines. Throws in plain words when it is damaged. */
export async function loadExport(base64: string): Promise<LoadedExport> {
  const lines = (await inflate(bytesOf(base64.trim()))).split('\n');
  const events: SessionEvent[] = [];
  // The app that wrote the page has checked these lines, and gave it the script that reads them.
  const remarks: ReviewEntry[] = [];
  for (const line of lines.slice(1)) {
    // Lines of other kinds are for the app.
    if (line.startsWith('{"event":')) {
      const { event } = JSON.parse(line) as { event: unknown };
      if (isSessionEvent(event)) events.push(event);
    } else if (line.startsWith('{"review":')) remarks.push((JSON.parse(line) as { review: ReviewEntry }).review);
  }
  const review = foldReview(EMPTY_REVIEW, remarks);
  return { manifest: JSON.parse(lines[0] ?? '') as BundleManifest, events, review };
}

/** Newer browsers decode in one step. */
const NATIVE = Uint8Array as unknown as { fromBase64?(base64: string): Uint8Array<ArrayBuffer> };

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  if (NATIVE.fromBase64) return NATIVE.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (typeof DecompressionStream === 'undefined')
    throw new Error('This browser is too old to open the page. Use one from 2023 or later.');
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}
