import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { STAND_IN_MARK, STAND_INS } from '../../../core/import/stand-in.ts';
import type { PartStore, PartsHandle } from '../../../core/import/transcript-draft.ts';
import type { ImagePart, Part } from '../../../core/session/message.ts';

const BLOCK = 4 << 20;
/** Blocks kept in memory, 128 MB in all, as much as a transcript of 250 MB needs; what is more goes to a file. */
const MAX_IN_MEMORY = 32;
/** A part of more characters than this, such as an image, goes to the file at once. */
const LARGE = 2 * BLOCK;
/** Blocks of the file that are kept while parts are read back: lanes of one session lie close to each other. */
const MAX_READ_BACK = 6;

/**
 * Parts as the JSON that the log will hold, so that they are written once and never parsed again. They lie in blocks, the
 * first ones in memory and the rest in a file, so that a transcript of any size needs little memory.
 */
export class PartSpool implements PartStore {
  readonly #path: string;
  readonly #starts: number[] = [];
  readonly #blocks: Buffer[] = [];
  readonly #readBack = new Map<number, Buffer>();
  #file: number | null = null;
  #spilled = 0;
  #current = Buffer.allocUnsafe(BLOCK);
  #used = 0;
  /** Bytes before the current block. Blocks need not be full: a part never stands in two of them. */
  #offsets: number[] = [0];
  #size = 0;
  #texts: readonly Uint8Array[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  hold(texts: readonly Uint8Array[]): void {
    this.#texts = texts;
  }

  put(parts: readonly Part[]): PartsHandle {
    if (parts.some(isLargeImage)) return this.#putLarge(parts);
    const text = JSON.stringify(parts);
    if (this.#texts.length > 0 && text.includes(STAND_IN_MARK)) return this.#putHeld(text.slice(1, -1));
    if (text.length > LARGE) return this.#putPieces([text.slice(1, -1)]);
    // Three bytes are the most that one unit of a string can need: so nothing has to be counted before it is written.
    const most = text.length * 3;
    if (this.#used + most > this.#current.length) this.#next(most);
    const length = text.length === 2 ? 0 : this.#current.write(text.slice(1, -1), this.#used);
    this.#starts.push(this.#size);
    this.#used += length;
    this.#size += length;
    return this.#starts.length - 1;
  }

  /** The parts as JSON, without the list's brackets, in pieces of at most 8 MB. Nothing for no parts. */
  *read(handle: PartsHandle): Generator<Buffer> {
    const start = this.#starts[handle] ?? 0;
    const end = this.#starts[handle + 1] ?? this.#size;
    if (end - start <= LARGE) {
      if (end > start) yield this.#slice(start, end);
      return;
    }
    const piece = Buffer.allocUnsafe(BLOCK);
    for (let at = start; at < end && this.#file !== null; at += BLOCK) {
      const length = Math.min(BLOCK, end - at);
      readSync(this.#file, piece, 0, length, at);
      yield piece.subarray(0, length);
    }
  }

  #slice(start: number, end: number): Buffer {
    const number = this.#blockOf(start, end);
    const offset = this.#offsets[number] ?? 0;
    return this.#block(number).subarray(start - offset, end - offset);
  }

  close(): void {
    if (this.#file === null) return;
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  /** The base64 of an image needs no escapes: it goes to the file as it is, without another copy of it in memory. */
  #putLarge(parts: readonly Part[]): PartsHandle {
    const pieces = parts.flatMap((part, index): string[] => {
      const comma = index === 0 ? '' : ',';
      if (!isLargeImage(part)) return [`${comma}${JSON.stringify(part)}`];
      return [`${comma}{"kind":"image","mimeType":${JSON.stringify(part.mimeType)},"data":"`, part.data, '"}'];
    });
    return this.#putPieces(pieces);
  }

  /** Texts that are held go from the source's line to here as bytes. */
  #putHeld(text: string): PartsHandle {
    const pieces: (string | Uint8Array)[] = [];
    let at = 0;
    let most = 0;
    for (const found of text.matchAll(STAND_INS)) {
      const bytes = this.#texts[Number(found[1])] ?? NO_BYTES;
      pieces.push(text.slice(at, found.index), bytes);
      at = found.index + found[0].length;
      most += bytes.length;
    }
    pieces.push(text.slice(at));
    most += text.length * 3;
    if (most > LARGE) return this.#putPieces(pieces);
    if (this.#used + most > this.#current.length) this.#next(most);
    const start = this.#used;
    for (const piece of pieces) {
      if (typeof piece === 'string') this.#used += this.#current.write(piece, this.#used);
      else {
        this.#current.set(piece, this.#used);
        this.#used += piece.length;
      }
    }
    this.#starts.push(this.#size);
    this.#size += this.#used - start;
    return this.#starts.length - 1;
  }

  #putPieces(pieces: readonly (string | Uint8Array)[]): PartsHandle {
    if (this.#used > 0) this.#next(0);
    this.#file ??= openSync(this.#path, 'w+');
    this.#starts.push(this.#size);
    for (const piece of pieces) {
      const isText = typeof piece === 'string';
      const written = isText
        ? writeSync(this.#file, piece, this.#size, 'utf8')
        : writeSync(this.#file, piece, 0, piece.length, this.#size);
      const length = isText ? Buffer.byteLength(piece) : piece.length;
      if (written < length)
        throw new Error(`The disk took ${written} of ${length} bytes. Make room, then import again.`);
      this.#size += length;
    }
    this.#blocks.push(SPILLED);
    this.#spilled++;
    this.#offsets.push(this.#size);
    return this.#starts.length - 1;
  }

  #next(needed: number): void {
    this.#blocks.push(this.#current.subarray(0, this.#used));
    this.#offsets.push(this.#size);
    this.#current = Buffer.allocUnsafe(Math.max(BLOCK, needed));
    this.#used = 0;
    if (this.#blocks.length - this.#spilled > MAX_IN_MEMORY) this.#spill();
  }

  /** The newest whole block goes to the file; the older ones are read first, and stay. */
  #spill(): void {
    const number = this.#blocks.length - 1;
    const bytes = this.#blocks[number];
    if (!bytes) return;
    this.#file ??= openSync(this.#path, 'w+');
    const at = this.#offsets[number] ?? 0;
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.#file, bytes, written, bytes.length - written, at + written);
    }
    this.#blocks[number] = SPILLED;
    this.#spilled++;
  }

  #blockOf(start: number, end: number): number {
    let low = 0;
    let high = this.#offsets.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#offsets[middle] ?? 0) <= start) low = middle;
      else high = middle - 1;
    }
    // Empty parts may stand on the border of two blocks; either will do.
    return end === start ? Math.min(low, this.#blocks.length) : low;
  }

  #block(number: number): Buffer {
    if (number >= this.#blocks.length) return this.#current;
    const bytes = this.#blocks[number];
    if (bytes && bytes !== SPILLED) return bytes;
    const known = this.#readBack.get(number);
    if (known) return known;
    const start = this.#offsets[number] ?? 0;
    const block = Buffer.allocUnsafe((this.#offsets[number + 1] ?? this.#size) - start);
    if (this.#file !== null) readSync(this.#file, block, 0, block.length, start);
    if (this.#readBack.size >= MAX_READ_BACK) {
      const [oldest] = this.#readBack.keys();
      if (oldest !== undefined) this.#readBack.delete(oldest);
    }
    this.#readBack.set(number, block);
    return block;
  }
}

const SPILLED = Buffer.alloc(0);
const NO_BYTES = new Uint8Array(0);

function isLargeImage(part: Part): part is ImagePart {
  return part.kind === 'image' && part.data.length > LARGE && /^[A-Za-z0-9+/=_-]*$/.test(part.data);
}
