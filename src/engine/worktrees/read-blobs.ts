import type { Git } from './git.ts';
import { GitError } from './git-error.ts';
import type { MergePlace } from './merge-trees.ts';

/** Bytes of a blob above which it is not read: nobody compares such a file by eye. */
const LARGEST = 1024 * 1024;

/**
 * Contents of objects as bytes, in the order asked; null for one that is not there, is no file, or is above 1 MB. A name
 * is an object id or `<tree>:<path>` (latin1). Throws `GitError`.
 */
export async function readBlobs(git: Git, place: MergePlace, names: readonly string[]): Promise<(Buffer | null)[]> {
  if (names.length === 0) return [];
  const output = await batch(git, place, names).catch((error: unknown) => {
    if (error instanceof GitError && error.code === 'too-much-output') return null;
    throw error;
  });
  const contents = output === null ? null : splitBatch(output, names);
  if (contents !== null) return contents;
  // Too much at once, or a missing name with a newline in it, which git echoes: one by one it cannot be mistaken.
  if (names.length === 1) return [null];
  const alone: (Buffer | null)[] = [];
  for (const name of names) alone.push(...(await readBlobs(git, place, [name])));
  return alone;
}

async function batch(git: Git, place: MergePlace, names: readonly string[]): Promise<string> {
  const { environment, signal } = place;
  const input = Buffer.from(names.map((name) => `${name}\0`).join(''), 'latin1');
  const args = ['cat-file', '--batch', '-z'];
  return (await git.run(place.folder, args, { environment, signal, encoding: 'latin1', input })).stdout;
}

/** Null when the answers do not fit the names. */
function splitBatch(output: string, names: readonly string[]): (Buffer | null)[] | null {
  const contents: (Buffer | null)[] = [];
  let next = 0;
  for (const name of names) {
    if (output.startsWith(`${name} missing\n`, next)) {
      contents.push(null);
      next += name.length + ' missing\n'.length;
      continue;
    }
    const end = output.indexOf('\n', next);
    const match = /^[0-9a-f]+ (\w+) (\d+)$/.exec(output.slice(next, Math.max(next, end)));
    if (match === null) return null;
    const size = Number(match[2]);
    const isShown = match[1] === 'blob' && size <= LARGEST;
    contents.push(isShown ? Buffer.from(output.slice(end + 1, end + 1 + size), 'latin1') : null);
    next = end + 1 + size + 1;
  }
  return next === output.length ? contents : null;
}

/** A file as text; null when it is binary, by git's own rule: a NUL byte in its first 8,000. */
export function asText(content: Buffer | null): string | null {
  if (content === null || content.subarray(0, 8000).includes(0)) return null;
  return content.toString('utf8');
}
