const ESCAPE = String.fromCharCode(27);
/** Sequences that take no cell: colours, cursor movement, titles. */
const CODES = new RegExp(`${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\u0007${ESCAPE}]*(?:\\u0007|${ESCAPE}\\\\)|.)`, 'g');

/**
 * Cells of the widest line of output, counted in characters: good enough to decide whether a screen is too narrow. Lines
 * longer than any terminal were wrapped by the terminal they ran in, so they say nothing.
 */
export function widestLine(text: string, most = 120): number {
  let widest = 0;
  for (const line of text.replaceAll(CODES, '').split(/\r\n|[\r\n]/)) {
    if (line.length <= most && line.length > widest) widest = line.length;
  }
  return widest;
}
