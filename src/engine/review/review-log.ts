import { appendFileSync, closeSync, ftruncateSync, mkdirSync, openSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { REVIEW_VERSION, type ReviewChange, type ReviewEntry } from '../../core/review/entries.ts';
import type { Problem } from '../../core/session/state.ts';
import { StorageError } from '../transcripts/event-log.ts';
import { readReview } from './read-review.ts';

/**
 * A session's `review.jsonl`: append-only, beside the log and never in it. There is no file before the first comment.
 * Whoever holds it must hold the session's lock: two writers would number their lines alike.
 */
export class ReviewLog {
  readonly path: string;
  readonly problems: readonly Problem[];
  readonly #sessionId: string;
  readonly #clock: () => number;
  #entries: readonly ReviewEntry[];
  #seq: number;
  #bytes: number;

  private constructor(
    path: string,
    sessionId: string,
    clock: () => number,
    read: Awaited<ReturnType<typeof readReview>>,
  ) {
    this.path = path;
    this.problems = read.problems;
    this.#sessionId = sessionId;
    this.#clock = clock;
    this.#entries = read.entries;
    this.#seq = read.entries.reduce((last, { seq }) => Math.max(last, seq), read.lines);
    this.#bytes = read.wholeBytes;
  }

  /** Reads the file and repairs a torn last line: its bytes move to a file beside it. */
  static async open(path: string, sessionId: string, clock: () => number): Promise<ReviewLog> {
    const read = await readReview(path);
    if (read.torn !== '') {
      appendFileSync(`${path}.torn`, `${read.torn}\n`);
      truncateSync(path, read.wholeBytes);
    }
    return new ReviewLog(path, sessionId, clock, read);
  }

  get entries(): readonly ReviewEntry[] {
    return this.#entries;
  }

  /**
   * Stores all of them or none. What was acknowledged was handed to the operating system. Throws `StorageError` when the
   * disk refuses.
   */
  append(changes: readonly ReviewChange[]): ReviewEntry[] {
    const at = this.#clock();
    let seq = this.#seq;
    const head: ReviewEntry[] =
      this.#entries.length > 0
        ? []
        : [{ seq: ++seq, at, type: 'review-opened', version: REVIEW_VERSION, sessionId: this.#sessionId }];
    const added = [...head, ...changes.map((change): ReviewEntry => ({ seq: ++seq, at, ...change }))];
    this.#write(Buffer.from(added.map((entry) => `${JSON.stringify(entry)}\n`).join('')));
    this.#seq = seq;
    this.#entries = [...this.#entries, ...added];
    return added;
  }

  #write(bytes: Buffer): void {
    mkdirSync(dirname(this.path), { recursive: true });
    let file: number | null = null;
    try {
      file = openSync(this.path, 'a');
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
      this.#bytes += bytes.length;
    } catch (error) {
      if (file !== null) cutBack(file, this.#bytes);
      throw new StorageError(this.path, error);
    } finally {
      if (file !== null) closeSync(file);
    }
  }
}

/** Half a line must not stay in front of the next one. */
function cutBack(file: number, bytes: number): void {
  try {
    ftruncateSync(file, bytes);
  } catch {
    // What could not be written cannot be cut either: the next opening repairs it.
  }
}
