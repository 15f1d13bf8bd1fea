import { closeSync, openSync, readSync } from 'node:fs';

const NEWLINE = 0x0a;
const CHUNK = 1 << 20;

/** A longer line is no row of a conversation, and could not be held in one string with room to spare. */
export const MAX_LINE_BYTES = 256 << 20;

export interface FileLine {
  /** Null when the line is longer than can be read. */
  readonly text: string | null;
  /** Counts from 1. */
  readonly line: number;
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
  let pieces: Buffer[] = [];
  let length = 0;
  let line = 0;
  let bytes = 0;
  const finish = (tail: Buffer): FileLine => {
    line++;
    const isTooLong = length + tail.length > MAX_LINE_BYTES;
    const text = isTooLong
      ? null
      : pieces.length === 0
        ? tail.toString('utf8')
        : Buffer.concat([...pieces, tail]).toString('utf8');
    pieces = [];
    length = 0;
    return { text, line, bytes };
  };
  for (const chunk of readChunks(path)) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      bytes += end + 1 - start;
      yield finish(chunk.subarray(start, end));
      start = end + 1;
    }
    const rest = chunk.length - start;
    bytes += rest;
    length += rest;
    // What cannot become a line is counted, but not kept.
    if (rest > 0 && length <= MAX_LINE_BYTES) pieces.push(Buffer.from(chunk.subarray(start)));
    else if (length > MAX_LINE_BYTES) pieces = [];
  }
  if (length > 0) yield finish(Buffer.alloc(0));
}
