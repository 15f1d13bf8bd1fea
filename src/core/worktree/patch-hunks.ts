/** One file's part of a unified patch: the lines before its first hunk, and each hunk with its header line. */
export interface FilePatch {
  readonly head: string;
  readonly hunks: readonly string[];
}

/** Splits the patch of ONE file, as `git diff-tree -p` prints it. A binary or mode-only patch has no hunks. */
export function splitFilePatch(patch: string): FilePatch {
  const lines = patch.split('\n');
  const parts: string[][] = [[]];
  // Lines of a hunk begin with a space, "+", "-" or "\": none of them looks like the next header.
  for (const line of lines) {
    if (line.startsWith('@@ ')) parts.push([]);
    parts.at(-1)?.push(line);
  }
  const [head = [], ...hunks] = parts;
  const close = (part: readonly string[]) => (part.length === 0 ? '' : `${part.join('\n').replace(/\n$/, '')}\n`);
  return { head: close(head), hunks: hunks.map(close) };
}

/** A patch with only these hunks (counted from 0). Null when a number names none. */
export function pickHunks(patch: FilePatch, wanted: readonly number[]): string | null {
  const numbers = [...new Set(wanted)].sort((a, b) => a - b);
  const hunks = numbers.map((number) => patch.hunks[number]);
  if (hunks.length === 0 || hunks.some((hunk) => hunk === undefined)) return null;
  return patch.head + hunks.join('');
}
