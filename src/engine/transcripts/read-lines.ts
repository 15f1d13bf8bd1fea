import { createReadStream } from 'node:fs';

const NEWLINE = 0x0a;

export interface LinesRead {
  readonly lines: number;
  /** Bytes up to and including the last newline. */
  readonly wholeBytes: number;
  /** Text after the last newline: a line that was torn when the app died. */
  readonly torn: string;
}

/** Hands over the whole lines of a file, counted from 1, without holding it twice. Throws what the file system says. */
export async function readLines(path: string, take: (text: string, line: number) => void): Promise<LinesRead> {
  let lines = 0;
  let wholeBytes = 0;
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...rest, chunk.subarray(start, end)]);
      rest = [];
      start = end + 1;
      lines++;
      wholeBytes += line.length + 1;
      take(line.toString('utf8'), lines);
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
  return { lines, wholeBytes, torn: Buffer.concat(rest).toString('utf8') };
}
