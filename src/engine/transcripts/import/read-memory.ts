import { createHash, type Hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Row } from '../../../core/import/foreign-value.ts';
import type { Problem } from '../../../core/session/state.ts';

/** A place between two lines of a file. */
export interface LinePoint {
  readonly bytes: number;
  /** Lines before it. */
  readonly line: number;
}

export const FILE_START: LinePoint = { bytes: 0, line: 0 };

/** Up to this many bytes, all of what was read is compared when the file is read again; of more, samples are. */
const COMPARED_WHOLE = 8 << 20;
/** Bytes of a line that a sample has at most. */
const SAMPLE = 2 << 10;
/** Bytes between two samples at least; a long file has about as many samples as there are of the second. */
const APART = 64 << 10;
const SAMPLES = 256;
const LINE_END = Buffer.from('\n');
const CHUNK = 1 << 20;

interface Sample {
  readonly at: number;
  readonly bytes: Buffer;
}

/** What was read of a file that its tool appends to, so that only new lines are read the next time. */
export class FileMemory {
  readonly rows: { readonly row: Row; readonly line: number }[] = [];
  readonly problems: Problem[] = [];
  #id = '';
  #settled = { ...FILE_START, rows: 0, problems: 0 };
  /** Of all settled bytes; null when a line among them was too long to be read. */
  #hash: Hash | null = createHash('sha1');
  /** Lines that are not settled yet. */
  #open: (Buffer | null)[] = [];
  #samples: Sample[] = [];
  #last: Sample | null = null;

  /**
   * Where reading goes on: behind the last line that cannot change any more, or at the start when this is another file, or was
   * written anew. Rows and problems are those before that place from then on. In a file of more than 8 MB, a change in
   * place that leaves its length and all samples of it as they were is not seen: no tool is known to write so.
   */
  resume(path: string): LinePoint {
    const file = openSync(path, 'r');
    try {
      const { dev, ino, size } = fstatSync(file);
      const id = `${dev} ${ino}`;
      if (id !== this.#id || size < this.#settled.bytes || !this.#isSame(file)) this.#forget();
      this.#id = id;
    } finally {
      closeSync(file);
    }
    this.#open = [];
    this.rows.length = this.#settled.rows;
    this.problems.length = this.#settled.problems;
    return this.#settled;
  }

  /** Hears of each line that has an end. `isSettled`: nothing that follows can change what it and those before it are. */
  pass(raw: Buffer | null, { bytes, line }: LinePoint, isSettled: boolean): void {
    if (!isSettled) {
      this.#open.push(raw && Buffer.from(raw));
      return;
    }
    for (const each of this.#open) this.#add(each);
    this.#open = [];
    this.#add(raw);
    const { rows, problems } = this;
    this.#settled = { bytes, line, rows: rows.length, problems: problems.length };
    if (!raw) return;
    const at = bytes - 1 - raw.length;
    const before = this.#samples.at(-1);
    this.#last = { at, bytes: Buffer.from(raw.subarray(0, SAMPLE)) };
    if (!before || at - before.at >= Math.max(APART, at / SAMPLES)) this.#samples.push(this.#last);
  }

  #add(raw: Buffer | null): void {
    if (raw) this.#hash?.update(raw).update(LINE_END);
    else this.#hash = null;
  }

  #isSame(file: number): boolean {
    const { bytes } = this.#settled;
    if (this.#hash && bytes <= COMPARED_WHOLE) {
      const found = createHash('sha1');
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, bytes));
      for (let at = 0; at < bytes; ) {
        const read = readSync(file, chunk, 0, Math.min(chunk.length, bytes - at), at);
        if (read === 0) return false;
        found.update(chunk.subarray(0, read));
        at += read;
      }
      return found.digest().equals(this.#hash.copy().digest());
    }
    return [...this.#samples, ...(this.#last ? [this.#last] : [])].every(({ at, bytes: kept }) => {
      const found = Buffer.alloc(kept.length);
      return readSync(file, found, 0, found.length, at) === found.length && found.equals(kept);
    });
  }

  #forget(): void {
    this.#settled = { ...FILE_START, rows: 0, problems: 0 };
    this.#hash = createHash('sha1');
    this.#samples = [];
    this.#last = null;
  }
}

/** The files of one transcript as they were read last. */
export class ReadMemory {
  readonly #files = new Map<string, FileMemory>();

  of(path: string): FileMemory {
    const known = this.#files.get(path) ?? new FileMemory();
    this.#files.set(path, known);
    return known;
  }
}
