/** A line with its number in front, as some tools print files: "  12\ttext", "12: text", "12→text" or "12 | text". */
const NUMBERED = /^ *(\d+)(?:\t|→|: ?| ?\| ?)/;

/** A read tool's own remark at the end that it showed a part only. */
const PART_NOTICE = /\n\[Lines \d+ to \d+ of \d+[^\n]*\]$/;
const CUT_LINE = /\[… \d+ more characters in this line …\]$/m;

/**
 * The text of a file from what a read tool printed, with line numbers taken off when every line has its own. Whether
 * the file ends with a line end cannot be seen then.
 */
export function fileText(output: string): string {
  const lines = output.replace(PART_NOTICE, '').replaceAll('\r\n', '\n').split('\n');
  const last = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const numbered = lines.slice(0, last);
  const first = Number(NUMBERED.exec(numbered[0] ?? '')?.[1] ?? Number.NaN);
  const allNumbered = numbered.every((line, index) => Number(NUMBERED.exec(line)?.[1]) === first + index);
  if (!allNumbered) return output;
  return [...numbered.map((line) => line.replace(NUMBERED, '')), ...lines.slice(last)].join('\n');
}

/** True when a read tool did not show all of a file. */
export function isPart(output: string): boolean {
  return PART_NOTICE.test(output) || CUT_LINE.test(output);
}

// Colours and cursor movements, window titles, and single-character escapes.
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal output is full of them.
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-_])/g;

/** Terminal output as plain lines. */
export function plainText(output: string): string {
  return output
    .replaceAll(ESCAPES, '')
    .replaceAll(/\r+\n/g, '\n')
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r') + 1))
    .join('\n');
}

/** The last lines of a text, blank ones at the end left out. */
export function tail(text: string, lines: number): string {
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

/**
 * Paths from what a list tool printed: one a line, with bullets, tree lines and sizes tolerated. Directories end in "/".
 * A path is taken as relative to the root when it starts with the listed folder, else to that folder.
 */
export function listedPaths(output: string, folder: string): string[] {
  const base = folder === '.' || folder === '' ? '' : `${folder.replace(/\/+$/, '')}/`;
  return plainText(output)
    .split('\n')
    .map((line) => line.replace(/^[\s│├└─*•-]+/u, '').trim())
    .map((line) => line.replace(/\s+\(?\d[\d.,]*\s?(?:bytes|B|kB|KB|MB)?\)?$/, ''))
    .filter((line) => /^[^\s:]+$/.test(line) || /^[^:`[\]>]+(?:\.\w+|\/)$/.test(line))
    .map((line) => line.replace(/^\.\//, ''))
    .map((line) => (line.startsWith(base) ? line : base + line));
}
