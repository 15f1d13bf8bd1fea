import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { BUNDLE_VERSION, type BundleManifest, bundleManifest } from '../../core/export/bundle-lines.ts';
import { isBundleHead } from '../../core/import/bundle-head.ts';
import { isRow } from '../../core/import/foreign-value.ts';
import { tryParse } from '../../core/import/salvage-line.ts';
import type { SessionEvent } from '../../core/session/events.ts';
import { isSessionEvent } from '../../core/session/reduce.ts';
import type { Problem } from '../../core/session/state.ts';
import { EngineFault } from '../engine-fault.ts';
import { requireRegularFile } from '../transcripts/regular-file.ts';

const HEAD_BYTES = 4 << 10;
/** No line of a bundle is longer than a string may be. */
const MAX_LINE = 256 << 20;

export interface ReadBundle {
  readonly manifest: BundleManifest;
  readonly events: readonly SessionEvent[];
  readonly review: readonly unknown[];
  readonly forks: readonly unknown[];
  readonly problems: readonly Problem[];
}

/** True for a file that `forkscope export --format bundle` wrote, whatever it is called. */
export function isBundleFile(path: string): boolean {
  requireRegularFile(path);
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const bytes = head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return false;
    return isBundleHead(gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8'));
  } catch {
    return false;
  } finally {
    closeSync(file);
  }
}

/** Reads a bundle. Stored texts go to `onText` one by one. Throws an `EngineFault` when it is none, or damaged. */
export async function readBundle(
  path: string,
  onText: (hash: string, text: string) => void = () => {},
): Promise<ReadBundle> {
  const events: SessionEvent[] = [];
  const review: unknown[] = [];
  const forks: unknown[] = [];
  const problems: Problem[] = [];
  let manifest: BundleManifest | null = null;
  let number = 0;
  for await (const line of linesOf(path)) {
    number++;
    if (manifest === null) {
      manifest = manifestOf(path, line);
      continue;
    }
    const value = tryParse(line);
    if (!isRow(value)) problems.push({ line: number, reason: 'the line is not valid JSON; it was skipped' });
    else if ('event' in value) {
      if (isSessionEvent(value.event)) events.push(value.event);
      else problems.push({ line: number, reason: 'the line is not an event that this version knows; it was skipped' });
    } else if ('review' in value) review.push(value.review);
    else if (Array.isArray(value.forks)) forks.push(...value.forks);
    else if (typeof value.blob === 'string' && typeof value.text === 'string' && /^[0-9a-f]{64}$/.test(value.blob))
      onText(value.blob, value.text);
  }
  if (manifest === null) throw damaged(path, 'it is empty');
  if (events.length < manifest.events)
    problems.push({ line: number, reason: `${manifest.events - events.length} events are missing in the bundle` });
  return { manifest, events, review, forks, problems };
}

function manifestOf(path: string, line: string): BundleManifest {
  const parsed = bundleManifest.safeParse(tryParse(line));
  if (!parsed.success) throw damaged(path, 'its first line does not say what it holds');
  if (parsed.data['forkscope-bundle'] > BUNDLE_VERSION)
    throw new EngineFault(
      'newer',
      `${path} was written by a newer Forkscope (${parsed.data.app}). Update Forkscope to open it.`,
    );
  return parsed.data;
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const text = createGunzip().setEncoding('utf8');
  // A pipeline carries the faults of both into the reading below; joined by hand they would end the program.
  pipeline(createReadStream(path), text, () => {});
  let rest: string[] = [];
  let waiting = 0;
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const lines = chunk.split('\n');
      for (const line of lines.slice(0, -1)) {
        yield rest.length === 0 ? line : `${rest.join('')}${line}`;
        rest = [];
        waiting = 0;
      }
      const last = lines.at(-1) ?? '';
      if (last !== '') rest.push(last);
      waiting += last.length;
      if (waiting > MAX_LINE) throw damaged(path, 'a line of it has no end');
    }
  } catch (error) {
    if (error instanceof EngineFault) throw error;
    throw damaged(path, 'it breaks off, or its bytes are not what was written');
  }
  if (rest.length > 0) yield rest.join('');
}

function damaged(path: string, why: string): EngineFault {
  return new EngineFault('damaged', `${path} cannot be read as a bundle: ${why}. Ask for the file again.`);
}
