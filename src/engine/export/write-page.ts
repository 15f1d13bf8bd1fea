import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { packedEvents } from '../../core/export/page-lines.ts';
import { previewOf } from '../../core/session/preview.ts';
import { EngineFault } from '../engine-fault.ts';
import { stateOf } from '../transcripts/read-log.ts';
import type { ExportContent } from './export-job.ts';
import { chunked } from './write-bundle.ts';

/** Where the built viewer takes its title, its first screen and its data. The build puts these words there once each. */
const TITLE_PLACE = '%FORKSCOPE-TITLE%';
const PREVIEW_PLACE = '%FORKSCOPE-PREVIEW%';
const DATA_PLACE = '%FORKSCOPE-DATA%';

/** Events from which on a page carries its first screen apart: fewer are there about as soon. */
const LONG = 5_000;
/** Bytes of one piece of the data, so many that they make whole groups of base64. */
const PIECE = 3 << 18;

/** Writes the session as one page that needs nothing else. Answers its size in bytes. */
export async function writePage(viewer: string, file: string, content: ExportContent): Promise<number> {
  const [head, tail] = await templateOf(viewer, content);
  const data = Readable.from(chunked(pageLines(content))).compose(createGzip({ level: 9 }));
  const page = async function* (): AsyncGenerator<string> {
    yield head;
    for await (const piece of piecesOf(data)) {
      yield `<script type="text/plain" class="forkscope-piece">${piece.toString('base64')}</script>\n`;
    }
    yield tail;
  };
  await pipeline(Readable.from(page()), createWriteStream(file));
  return (await stat(file)).size;
}

/** What a page carries: the manifest, the review, and the events; it does not show the stored texts of requests. */
async function* pageLines({ manifest, review, events }: ExportContent): AsyncGenerator<string> {
  yield JSON.stringify(manifest);
  for (const line of review) yield JSON.stringify({ review: line });
  yield* packedEvents(events);
}

async function templateOf(viewer: string, content: ExportContent): Promise<[head: string, tail: string]> {
  const { manifest, events } = content;
  const template = await readFile(viewer, 'utf8').catch(() => {
    throw new EngineFault(
      'not-built',
      'The viewer of exported pages is not built. Run `npm run build`, then export again.',
    );
  });
  const preview = events.length < LONG ? '' : previewText(content);
  const filled = template.replace(TITLE_PLACE, () => escaped(manifest.title)).replace(PREVIEW_PLACE, () => preview);
  const at = filled.lastIndexOf(DATA_PLACE);
  return [filled.slice(0, at), filled.slice(at + DATA_PLACE.length)];
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** What the first screen needs, in base64: the end of the session without the most of its text. */
function previewText({ manifest, events }: ExportContent): string {
  const state = previewOf(stateOf({ events, problems: [] }));
  return gzipSync(JSON.stringify({ manifest, state }), { level: 9 }).toString('base64');
}

async function* piecesOf(data: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of data) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (; rest.length >= PIECE; rest = rest.subarray(PIECE)) yield rest.subarray(0, PIECE);
  }
  if (rest.length > 0) yield rest;
}
