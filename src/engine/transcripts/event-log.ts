import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { EventBody, SessionEvent } from '../../core/session/events.ts';
import type { ReadLog } from './read-log.ts';

/** The disk refused a line. The session must stop: nothing may run that is not written down. */
export class StorageError extends Error {
  constructor(path: string, cause: unknown) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown fault';
    const why = code === 'ENOSPC' ? 'the disk is full' : `the file cannot be written (${code})`;
    super(
      `The session was stopped because ${why}: ${path}. Make room, then open the session again; nothing written so far is lost.`,
      { cause },
    );
    this.name = 'StorageError';
  }
}

/**
 * The append-only file of one session. `append` returns after the line was handed to the operating system, so what was
 * acknowledged survives the death of the process.
 */
export class EventLog {
  readonly path: string;
  readonly #clock: () => number;
  readonly #file: number;
  #seq: number;

  private constructor(path: string, seq: number, clock: () => number) {
    this.path = path;
    this.#clock = clock;
    this.#seq = seq;
    this.#file = openSync(path, 'a');
  }

  static create(path: string, clock: () => number): EventLog {
    mkdirSync(dirname(path), { recursive: true });
    return new EventLog(path, 0, clock);
  }

  /** Opens a log that `readLog` has read, and repairs a torn last line: its bytes move to a file beside the log. */
  static reopen(path: string, read: ReadLog, clock: () => number): EventLog {
    if (read.torn !== '') {
      appendFileSync(`${path}.torn`, `${read.torn}\n`);
      truncateSync(path, read.wholeBytes);
    }
    const lastSeq = read.events.reduce((last, event) => Math.max(last, event.seq), read.lines);
    return new EventLog(path, lastSeq, clock);
  }

  /** The event that `body` would be as the next line, written nowhere. */
  stamp(body: EventBody): SessionEvent {
    return { seq: this.#seq + 1, at: this.#clock(), ...body };
  }

  append(body: EventBody): SessionEvent {
    const event = this.stamp(body);
    const line = Buffer.from(`${JSON.stringify(event)}\n`);
    try {
      for (let written = 0; written < line.length; ) written += writeSync(this.#file, line, written);
    } catch (error) {
      throw new StorageError(this.path, error);
    }
    this.#seq = event.seq;
    return event;
  }

  close(): void {
    try {
      fsyncSync(this.#file);
    } catch {
      // Some file systems refuse fsync; the lines were handed over already.
    }
    closeSync(this.#file);
  }
}
