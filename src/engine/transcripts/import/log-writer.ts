import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type { TimedEvent } from '../../../core/import/order-events.ts';
import type { PartSpool } from './part-spool.ts';

const BUFFER = 4 << 20;
/** Characters of text that are collected. */
const MAX_PENDING = 8_000;

/** Writes the lines of a log. The parts of messages go from the spool to the log as bytes, and are never parsed again. */
export class LogWriter {
  readonly #file: number;
  readonly #spool: PartSpool;
  readonly #buffer = Buffer.allocUnsafe(BUFFER);
  #used = 0;
  /** Text that was not written to the buffer yet: many short ones take as long as a few of these. */
  #pending = '';
  #seq = 0;
  #bytes = 0;

  constructor(path: string, spool: PartSpool) {
    this.#file = openSync(path, 'w');
    this.#spool = spool;
  }

  /** Bytes of the log; while it is written, a few kilobytes more may be on their way. */
  get bytes(): number {
    return this.#bytes;
  }

  write({ at, event }: TimedEvent): void {
    const { body, parts } = event;
    const seq = ++this.#seq;
    if (body.type !== 'message-added' || !parts) {
      this.#text(`{"seq":${seq},"at":${at},${JSON.stringify(body).slice(1)}\n`);
      return;
    }
    const { type, branch, message, author } = body;
    const head = JSON.stringify({ type, branch, author, message: { id: message.id, role: message.role } });
    this.#text(`{"seq":${seq},"at":${at},${head.slice(1, -2)},"parts":[`);
    let isFirst = true;
    for (const handle of parts) {
      let isStart = true;
      for (const bytes of this.#spool.read(handle)) {
        if (isStart && !isFirst) this.#text(',');
        this.#writePending();
        this.#raw(bytes);
        isStart = false;
        isFirst = false;
      }
    }
    this.#text(']}}\n');
  }

  close(): void {
    this.#writePending();
    this.#flush();
    fsyncSync(this.#file);
    closeSync(this.#file);
  }

  /** Closes the file without a word about what was not written. */
  abandon(): void {
    closeSync(this.#file);
  }

  #text(text: string): void {
    this.#pending += text;
    if (this.#pending.length > MAX_PENDING) this.#writePending();
  }

  #writePending(): void {
    const text = this.#pending;
    this.#pending = '';
    // Three bytes are the most that one unit of a string can need.
    if (text.length * 3 > BUFFER) {
      this.#raw(Buffer.from(text));
      return;
    }
    if (this.#used + text.length * 3 > BUFFER) this.#flush();
    const written = this.#buffer.write(text, this.#used);
    this.#used += written;
    this.#bytes += written;
  }

  #raw(bytes: Buffer): void {
    this.#bytes += bytes.length;
    if (this.#used + bytes.length > BUFFER) this.#flush();
    if (bytes.length > BUFFER) {
      writeAll(this.#file, bytes);
      return;
    }
    this.#used += bytes.copy(this.#buffer, this.#used);
  }

  #flush(): void {
    writeAll(this.#file, this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }
}

function writeAll(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}
