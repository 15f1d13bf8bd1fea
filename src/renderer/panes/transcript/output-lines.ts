const ESCAPE = String.fromCharCode(27);
const BELL = String.fromCharCode(7);
/** Colour and cursor sequences (CSI) and titles or links (OSC) of a terminal. */
const TERMINAL_CODES = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\))`,
  'g',
);

/** Terminal output as plain lines: no codes, and of a line that was overwritten only its last form. */
export function plainText(text: string): string {
  return text
    .replace(TERMINAL_CODES, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r') + 1))
    .join('\n')
    .trimEnd();
}

/** Lines that contain the text, with their numbers from 1; case does not count. */
export function matchingLines(lines: readonly string[], text: string): { number: number; line: string }[] {
  const wanted = text.toLowerCase();
  return lines.flatMap((line, index) => (line.toLowerCase().includes(wanted) ? [{ number: index + 1, line }] : []));
}
