import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { markdownOf } from '../../core/export/markdown.ts';
import type { ReviewEntry } from '../../core/review/entries.ts';
import { foldReview } from '../../core/review/fold-review.ts';
import { EMPTY_REVIEW } from '../../core/review/state.ts';
import { stateOf } from '../transcripts/read-log.ts';
import type { ExportContent } from './export-job.ts';
import { chunked } from './write-bundle.ts';

/** Writes the events as lines, as a log has them. Answers the size in bytes. */
export async function writeLines(file: string, { events }: ExportContent): Promise<number> {
  const lines = async function* (): AsyncGenerator<string> {
    for (const event of events) yield JSON.stringify(event);
  };
  await pipeline(Readable.from(chunked(lines())), createWriteStream(file));
  return (await stat(file)).size;
}

/** Writes the session as a document for people. Answers the size in bytes. */
export async function writeMarkdown(file: string, { events, manifest, review }: ExportContent): Promise<number> {
  const state = stateOf({ events, problems: [] });
  await pipeline(
    Readable.from(markdownOf(state, manifest, foldReview(EMPTY_REVIEW, review as readonly ReviewEntry[]))),
    createWriteStream(file),
  );
  return (await stat(file)).size;
}
