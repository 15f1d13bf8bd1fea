import { REVIEW_VERSION, type ReviewEntry, reviewEntry } from '../../core/review/entries.ts';
import { foldReview } from '../../core/review/fold-review.ts';
import { EMPTY_REVIEW, type ReviewState } from '../../core/review/state.ts';
import type { Problem } from '../../core/session/state.ts';
import { EngineFault } from '../engine-fault.ts';
import { type LinesRead, readLines } from '../transcripts/read-lines.ts';

/** A review's file as it was found. Bad lines are reported with their number and stay in the file. */
export interface ReadReview extends LinesRead {
  readonly entries: readonly ReviewEntry[];
  readonly problems: readonly Problem[];
}

const NO_REVIEW: ReadReview = { entries: [], problems: [], lines: 0, wholeBytes: 0, torn: '' };

/** A session without a review has an empty one. Throws an `EngineFault` for the file of a newer version. */
export async function readReview(path: string): Promise<ReadReview> {
  const entries: ReviewEntry[] = [];
  const problems: Problem[] = [];
  const read = await readLines(path, (text, line) => takeLine(text, line, entries, problems)).catch(
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NO_REVIEW;
      throw error;
    },
  );
  const header = entries[0];
  if (header?.type === 'review-opened' && header.version > REVIEW_VERSION) {
    const formats = `format ${header.version}, this one reads ${REVIEW_VERSION}`;
    throw new EngineFault(
      'newer',
      `The comments of this session were written by a newer Forkscope (${formats}). Update Forkscope to read them.`,
    );
  }
  if (read.torn !== '') {
    problems.push({ line: read.lines + 1, reason: 'the last line was cut off when the app stopped' });
  }
  return { ...read, entries, problems };
}

/** What a stored review folds to, with its problems. */
export async function readReviewState(path: string): Promise<ReviewState> {
  const { entries, problems } = await readReview(path);
  return { ...foldReview(EMPTY_REVIEW, entries), problems };
}

function takeLine(text: string, line: number, entries: ReviewEntry[], problems: Problem[]): void {
  if (text.trim() === '') return;
  const skipped = 'it was skipped and kept in the file';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    problems.push({ line, reason: `the line is not valid JSON; ${skipped}` });
    return;
  }
  const parsed = reviewEntry.safeParse(value);
  if (parsed.success) entries.push(parsed.data);
  else problems.push({ line, reason: `the line is no comment or finding that this version knows; ${skipped}` });
}
