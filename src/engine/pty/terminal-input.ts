import { write } from 'node:fs';

/** Pause before a full terminal is tried again, in ms. A person types slower; a paste of 1 MB still takes under 3 s. */
const RETRY_MS = 10;

/**
 * Writes to a terminal's descriptor, in order, without blocking. node-pty's own writer goes on after the descriptor
 * is closed, and the number may then belong to another file; here closing waits for the write in flight and drops
 * the rest.
 */
export class TerminalInput {
  readonly #descriptor: number;
  #queue: Buffer[] = [];
  #writing = false;
  #retry: NodeJS.Timeout | undefined;
  #onClosed: (() => void) | undefined;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(data: string): void {
    if (this.#onClosed !== undefined || data === '') return;
    this.#queue.push(Buffer.from(data, 'utf8'));
    if (!this.#writing && this.#retry === undefined) this.#writeNext();
  }

  /** Drops what waits, and calls back as soon as the descriptor is no longer in use, which may be at once. */
  close(onClosed: () => void): void {
    if (this.#onClosed !== undefined) return;
    this.#onClosed = onClosed;
    this.#queue = [];
    clearTimeout(this.#retry);
    if (!this.#writing) onClosed();
  }

  #writeNext(): void {
    this.#retry = undefined;
    const head = this.#queue[0];
    if (head === undefined) return;
    this.#writing = true;
    write(this.#descriptor, head, 0, head.length, null, (error, written) => {
      this.#writing = false;
      if (this.#onClosed !== undefined) {
        this.#onClosed();
        return;
      }
      if (error?.code === 'EAGAIN') {
        this.#retry = setTimeout(() => this.#writeNext(), RETRY_MS);
        return;
      }
      if (error) {
        // The other end is gone: there is nobody left to type to.
        this.#queue = [];
        return;
      }
      if (written < head.length) this.#queue[0] = head.subarray(written);
      else this.#queue.shift();
      this.#writeNext();
    });
  }
}
