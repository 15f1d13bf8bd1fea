import { Terminal } from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ScreenText } from './screen-text.ts';

const ESC = '\u001b';

function screen(chunks: string | readonly string[], height = 40): string {
  let text = '';
  const target = new ScreenText(height, (part) => {
    text += part;
  });
  for (const chunk of typeof chunks === 'string' ? [chunks] : chunks) target.write(chunk);
  target.finish();
  return text;
}

/** What a real terminal emulator shows for the same bytes, scrolled-off lines included. */
async function emulated(text: string, rows: number): Promise<string[]> {
  // So wide that nothing wraps: we do not wrap, on purpose.
  const terminal = new Terminal({ cols: 600, rows, scrollback: 5000, allowProposedApi: true, convertEol: true });
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  const { active } = terminal.buffer;
  const lines: string[] = [];
  for (let row = 0; row < active.length; row += 1) lines.push(active.getLine(row)?.translateToString(true) ?? '');
  terminal.dispose();
  return trimmed(lines);
}

/** Rows without the blanks behind them, which a terminal does not tell from untouched cells, and without blank last rows. */
function trimmed(lines: readonly string[]): string[] {
  const result = lines.map((line) => line.replace(/ +$/, ''));
  while (result.at(-1) === '') result.pop();
  return result;
}

describe('text', () => {
  test.each([
    ['plain lines', 'a\r\nb\r\n', 'a\nb\n'],
    ['no line end at the end', 'a\r\nb', 'a\nb'],
    ['nothing', '', ''],
    ['blank lines between and before', '\r\n\r\na\r\n\r\nb\r\n', '\n\na\n\nb\n'],
    ['trailing blanks, which matter for edits', 'a  \r\n', 'a  \n'],
    ['tabs, which matter for edits', 'a\tb\r\n\tc\r\n', 'a\tb\n\tc\n'],
    ['colours', `${ESC}[1;38;5;196mred${ESC}[0m ${ESC}[38:2::1:2:3mx${ESC}[m\r\n`, 'red x\n'],
    ['titles and links', `${ESC}]0;title\u0007a${ESC}]8;;http://x${ESC}\\link${ESC}]8;;${ESC}\\\r\n`, 'alink\n'],
    ['device strings', `a${ESC}P1$r0m${ESC}\\b${ESC}_private${ESC}\\c`, 'abc'],
    ['character sets, keypads, queries', `${ESC}(B${ESC})0${ESC}=${ESC}>a${ESC}[6n${ESC}[>c${ESC}[?25lb`, 'ab'],
    ['a string that is broken off', `${ESC}]0;never ended${ESC}[31mred`, 'red'],
    ['a sequence that never ends', `a${ESC}[${'1;'.repeat(200)}b`, 'a'],
    ['bells and nulls', 'a\u0007\u0000b', 'ab'],
  ])('%s', (_, input, expected) => {
    // The endless one shows part of its own text; what matters is that the text before it is there.
    const text = screen(input);
    if (expected === 'a') expect(text.startsWith('a')).toBe(true);
    else expect(text).toBe(expected);
  });
});

describe('what overwrites', () => {
  test.each([
    ['a progress bar', '10%\r50%\r100%\r\ndone\r\n', '100%\ndone\n'],
    ['a shorter frame leaves the rest of the longer', 'abcdef\rxy\r\n', 'xycdef\n'],
    ['unless it erases', `abcdef\rxy${ESC}[K\r\n`, 'xy\n'],
    ['backspaces', 'abc\b\bX\r\n', 'aXc\n'],
    ['several lines drawn again', `a: 0\r\nb: 0\r\n${ESC}[2Aa: 9\r\nb: 9\r\n`, 'a: 9\nb: 9\n'],
    ['lines that are erased upwards', `one\r\ntwo\r\n${ESC}[1A${ESC}[2K${ESC}[1A${ESC}[2Kend\r\n`, 'end\n'],
    ['clear', `old\r\n${ESC}[H${ESC}[2J${ESC}[3Jnew\r\n`, 'new\n'],
    ['a full-screen program leaves nothing', `a\r\n${ESC}[?1049h${ESC}[Hmenu${ESC}[?1049lb\r\n`, 'a\nb\n'],
    ['one that was killed shows what it showed', `a\r\n${ESC}[?1049h${ESC}[Hmenu`, 'a\n\nmenu'],
    ['wide characters', '漢字\r\u001b[2Cx\r\n', '漢x\n'],
    ['emoji', '😀ab\r\u001b[2Cx\r\n', '😀xb\n'],
  ])('%s', (_, input, expected) => {
    expect(screen(input)).toBe(expected);
  });

  test('only the last screenful can change', () => {
    const lines = Array.from({ length: 10 }, (_, index) => `line ${index}`);
    // 4 rows: lines 7, 8, 9 and the empty row of the cursor. Far up means row 0 of the screen, which is line 7.
    expect(screen(`${lines.join('\r\n')}\r\n${ESC}[99AX`, 4)).toBe(
      `${[...lines.slice(0, 7), 'Xine 7', ...lines.slice(8)].join('\n')}\n`,
    );
  });
});

test('a row without an end is handed on in parts', () => {
  const parts: string[] = [];
  const target = new ScreenText(40, (part) => void parts.push(part));
  for (let index = 0; index < 1000; index += 1) target.write('x'.repeat(1000));
  expect(parts.length).toBeGreaterThan(30);
  target.finish();
  expect(parts.join('')).toBe('x'.repeat(1_000_000));
});

// Pieces of which output is made. Counts stay small, so that the cursor stays where the emulator has a screen.
const plain = fc.stringMatching(/^[ -~]{1,12}$/);
const count = fc.integer({ min: 0, max: 5 });
const piece = fc.oneof(
  { weight: 6, arbitrary: plain },
  { weight: 3, arbitrary: fc.constantFrom('\r\n', '\r', '\b', '漢', '😀') },
  fc
    .tuple(count, fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G', 'd', 'X', 'P', '@', 'L', 'M'))
    .map(([number, final]) => `${ESC}[${number}${final}`),
  fc.constantFrom('', '0', '1', '2').chain((part) => fc.constantFrom(`${ESC}[${part}K`, `${ESC}[${part}J`)),
  fc.tuple(count, count).map(([row, column]) => `${ESC}[${row};${column}H`),
  fc.constantFrom(
    `${ESC}7`,
    `${ESC}8`,
    `${ESC}[s`,
    `${ESC}[u`,
    `${ESC}M`,
    `${ESC}[31m`,
    `${ESC}]0;t\u0007`,
    `${ESC}(B`,
  ),
);

describe('agrees with xterm.js', () => {
  test('on lines, carriage returns, erasures and cursor movements', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        // Half of an overwritten wide character is a blank there and U+FFFD or nothing here: left out by rule.
        const text = pieces.join('');
        fc.pre(!/[漢😀]/u.test(text) || !text.includes(ESC));
        fc.pre(!/[漢😀]/u.test(text) || !/[\r\b](?!\n)/.test(text));
        expect(trimmed(screen(text, 12).split('\n'))).toEqual(await emulated(text, 12));
      }),
      { numRuns: 300 },
    );
  });

  test('however the text is split', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.array(fc.nat(200), { maxLength: 8 }), (pieces, cuts) => {
        const text = pieces.join('');
        const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
        // The decoder never splits a surrogate pair, so neither does this.
        const safe = at.map((index) => (/[\uDC00-\uDFFF]/.test(text.charAt(index)) ? index + 1 : index));
        const chunks = safe.slice(1).map((end, index) => text.slice(safe[index], end));
        expect(screen(chunks)).toBe(screen(text));
      }),
      { numRuns: 300 },
    );
  });
});
