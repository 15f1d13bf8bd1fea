import { closeSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import type { PartStore, PartsHandle } from '../../../core/import/transcript-draft.ts';
import type { Part } from '../../../core/session/message.ts';

const BLOCK = 4 << 20;
/** Blocks that are kept in memory while parts are read back: lanes of one session lie close to each other. */
const BLOCKS_KEPT = 8;

/** Parts on disk, as the JSON that the log will hold, so that a transcript of any size needs little memory. */
export class PartSpool implements PartStore {
  readonly #path: string;
  readonly #file: number;
  readonly #starts: number[] = [];
  readonly #blocks = new Map<number, Buffer>();
  #pending: string[] = [];
  #pendingLength = 0;
  #size = 0;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'w+');
    ftruncateSync(this.#file, 0);
  }

  put(parts: readonly Part[]): PartsHandle {
    const text = JSON.stringify(parts).slice(1, -1);
    this.#starts.push(this.#size);
    this.#size += Buffer.byteLength(text);
    this.#pending.push(text);
    this.#pendingLength += text.length;
    if (this.#pendingLength > BLOCK) this.#flush();
    return this.#starts.length - 1;
  }

  /** Bytes of the parts as JSON, without the list's brackets. Empty for no parts. */
  read(handle: PartsHandle): Buffer {
    this.#flush();
    const start = this.#starts[handle] ?? 0;
    const end = this.#starts[handle + 1] ?? this.#size;
    const block = Math.floor(start / BLOCK);
    if (Math.floor((end - 1) / BLOCK) === block || end === start) {
      const bytes = this.#block(block);
      return bytes.subarray(start - block * BLOCK, end - block * BLOCK);
    }
    const whole = Buffer.allocUnsafe(end - start);
    readSync(this.#file, whole, 0, whole.length, start);
    return whole;
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  #flush(): void {
    if (this.#pending.length === 0) return;
    const bytes = Buffer.from(this.#pending.join(''));
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
    this.#pending = [];
    this.#pendingLength = 0;
    this.#blocks.clear();
  }

  #block(number: number): Buffer {
    const known = this.#blocks.get(number);
    if (known) return known;
    const bytes = Buffer.allocUnsafe(BLOCK);
    const read = readSync(this.#file, bytes, 0, BLOCK, number * BLOCK);
    if (this.#blocks.size >= BLOCKS_KEPT) {
      const [oldest] = this.#blocks.keys();
      if (oldest !== undefined) this.#blocks.delete(oldest);
    }
    const block = bytes.subarray(0, read);
    this.#blocks.set(number, block);
    return block;
  }
}
