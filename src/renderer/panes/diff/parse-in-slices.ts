import { type FilePatch, filesIn, parseFile } from './parse-patch.ts';

/** Milliseconds of parsing before the window may draw again: half a frame. */
const SLICE_MS = 8;

/**
 * Parses a patch without holding the window up. A file whose part of the patch is as it was keeps its former object, so
 * that nothing about it is drawn again. Null when `isWanted` says so on the way.
 */
export async function parseInSlices(
  patch: string,
  former: readonly FilePatch[],
  isWanted: () => boolean,
): Promise<FilePatch[] | null> {
  const known = new Map(former.map((file) => [file.path, file]));
  const files: FilePatch[] = [];
  let began = performance.now();
  for (const text of filesIn(patch)) {
    const file = parseFile(text);
    const before = known.get(file.path);
    files.push(before?.text === text ? before : file);
    if (performance.now() - began < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (!isWanted()) return null;
    began = performance.now();
  }
  return files;
}
