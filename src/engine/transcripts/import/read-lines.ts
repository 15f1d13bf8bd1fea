import { closeSync, openSync, readSync } from 'node:fs';
import { FILE_START, type LinePoint } from './read-memory.ts';

const NEWLINE = 0x0a;
const CHUNK = 1 << 20;

/** A longer line is no row of a conversation, and could not be held in one string with room to spare. */
export const MAX_LINE_BYTES = 256 << 20;

export interface FileLine extends LinePlace {
  /** Null when the line is longer than can be read. */
  readonly text: string | null;
}

export interface RawLine extends LinePlace {
  /** Null when the line is longer than can be read. */
  readonly raw: Buffer | null;
}

interface LinePlace {
  /** Counts from 1. */
  readonly line: number;
  /** False for a last line that no line break ends: it may still be being written. */
  readonly isEnded: boolean;
  /** Bytes read so far. */
  readonly bytes: number;
}

/** The chunks of a file. The file is only read, and closed when the reader stops. */
export function* readChunks(path: string, from = 0): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    for (let at = from; ; ) {
      const read = readSync(file, chunk, 0, CHUNK, at);
      if (read === 0) return;
      at += read;
      yield chunk.subarray(0, read);
    }
  } finally {
    closeSync(file);
  }
}

/** The lines of a file, a megabyte of it at a time; the last one also when no line break follows it. */
export function* readLines(path: string): Generator<FileLine> {
  for (const { raw, line, isEnded, bytes } of readRawLines(path)) {
    yield { text: raw?.toString('utf8') ?? null, line, isEnded, bytes };
  }
}

/** The lines of a file as they stand there, from a place between two of them on. The bytes of each are gone with the next. */
export function* readRawLines(path: string, from: LinePoint = FILE_START): Generator<RawLine> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    let { line } = from;
    /** Where the line began whose end was not found yet. */
    let start = from.bytes;
    let at = start;
    for (let read = readSync(file, chunk, 0, CHUNK, at); read > 0; read = readSync(file, chunk, 0, CHUNK, at)) {
      const bytes = chunk.subarray(0, read);
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start - at)) {
        line++;
        // A line that began in an earlier chunk is read again as a whole: so a long one is held in memory once.
        const raw = start >= at ? bytes.subarray(start - at, end) : bytesBetween(file, start, at + end);
        start = at + end + 1;
        yield { raw, line, isEnded: true, bytes: start };
      }
      at += read;
    }
    if (start < at) yield { raw: bytesBetween(file, start, at), line: line + 1, isEnded: false, bytes: at };
  } finally {
    closeSync(file);
  }
}

function bytesBetween(file: number, start: number, end: number): Buffer | null {
  if (end - start > MAX_LINE_BYTES) return null;
  const bytes = Buffer.allocUnsafe(end - start);
  let filled = 0;
  for (let read = -1; read !== 0 && filled < bytes.length; filled += read) {
    read = readSync(file, bytes, filled, bytes.length - filled, start + filled);
  }
  return bytes.subarray(0, filled);
}
