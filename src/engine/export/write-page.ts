import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { EngineFault } from '../engine-fault.ts';
import type { ExportContent } from './export-job.ts';
import { bundleLines, chunked } from './write-bundle.ts';

/** Where the built viewer takes its title and its data. The build puts these words there once each. */
export const TITLE_PLACE = '%FORKSCOPE-TITLE%';
export const DATA_PLACE = '%FORKSCOPE-DATA%';

/** Writes the session as one page that needs nothing else. Answers its size in bytes. */
export async function writePage(viewer: string, file: string, content: ExportContent): Promise<number> {
  const [head, tail] = await templateOf(viewer, content.manifest.title);
  const data = Readable.from(chunked(bundleLines(content, false)))
    .compose(createGzip({ level: 9 }))
    .compose(new Base64());
  const page = async function* (): AsyncGenerator<string | Buffer> {
    yield head;
    for await (const chunk of data) yield chunk as Buffer;
    yield tail;
  };
  await pipeline(Readable.from(page()), createWriteStream(file));
  return (await stat(file)).size;
}

async function templateOf(viewer: string, title: string): Promise<[head: string, tail: string]> {
  const template = await readFile(viewer, 'utf8').catch(() => {
    throw new EngineFault(
      'not-built',
      'The viewer of exported pages is not built. Run `npm run build`, then export again.',
    );
  });
  const titled = template.replace(TITLE_PLACE, () => escaped(title));
  const at = titled.lastIndexOf(DATA_PLACE);
  return [titled.slice(0, at), titled.slice(at + DATA_PLACE.length)];
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Base64 of a stream: three bytes at a time become four letters, and the rest waits. */
class Base64 extends Transform {
  #rest = Buffer.alloc(0);

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    this.#rest = Buffer.from(bytes.subarray(whole));
    done(null, bytes.toString('base64', 0, whole));
  }

  override _flush(done: TransformCallback): void {
    done(null, this.#rest.toString('base64'));
  }
}
