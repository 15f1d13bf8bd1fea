import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ExportContent } from './export-job.ts';

/** Characters that go to the next stage at once: a line a chunk would make most of the work. */
const CHUNK = 1 << 18;

/** Writes the session as one compressed file of lines. Answers its size in bytes. */
export async function writeBundle(file: string, content: ExportContent): Promise<number> {
  await pipeline(Readable.from(chunked(bundleLines(content))), createGzip({ level: 9 }), createWriteStream(file));
  return (await stat(file)).size;
}

async function* bundleLines(content: ExportContent): AsyncGenerator<string> {
  const { manifest, events, review, forks, texts } = content;
  yield JSON.stringify(manifest);
  for (const event of events) yield JSON.stringify({ event });
  for (const line of review) yield JSON.stringify({ review: line });
  if (forks.length > 0) yield JSON.stringify({ forks });
  for await (const { hash, text } of texts) yield JSON.stringify({ blob: hash, text });
}

/** Lines with their ends, many in one piece. */
export async function* chunked(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
