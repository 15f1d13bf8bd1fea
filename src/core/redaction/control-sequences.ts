/** The escape character as it stands in a terminal's output, and as it is written in JSON and in scripts. */
const WRITTEN = '\\\\{1,4}(?:u001[bB]|x1[bB]|e|033)';
/** Sequences that carry a text of their own, such as the address of a link. No text has the start of another in it. */
const STRINGS = [
  '(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])[^\\x07\\x1b\\x90\\x98\\x9c-\\x9f]*(?:\\x07|\\x9c|\\x1b\\\\)',
  `${WRITTEN}\\][^\\\\]*(?:\\\\{1,4}(?:u0007|x07|007|a)|${WRITTEN}\\\\{1,8})`,
];
/** Colours, movements, choices of a character set. */
const COMMANDS = [
  '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]',
  '\\x1b[ -/]*[0-Z\\\\-~]',
  '[\\x0e\\x0f]',
  `${WRITTEN}(?:\\[[\\d;:?]{0,40}[A-Za-z]|\\([A-Z0-9])`,
];
const SEQUENCE = new RegExp(`(${STRINGS.join('|')})|(?:${COMMANDS.join('|')})`, 'g');
/** Without one of these a text has no sequence. */
const SIGNS = ['[\\x0e\\x0f\\x1b\\x90\\x98\\x9b\\x9d-\\x9f]', `${WRITTEN}[[\\](]`];
const SIGN = new RegExp(SIGNS.join('|'));

/** What a text reads without its control sequences, and where each bit of that stands in the text itself. */
export interface ReadText {
  readonly text: string;
  /** Places in `text` where a bit begins, and the places of the same in the raw text. */
  readonly starts: readonly number[];
  readonly rawStarts: readonly number[];
  /** The raw text, of the same length, with line breaks for all sequences but those with a text of their own. */
  readonly blanked: string;
}

/** Null when a text has no control sequences. */
export function readText(raw: string): ReadText | null {
  if (!SIGN.test(raw)) return null;
  const [bits, blanked]: [string[], string[]] = [[], []];
  const [starts, rawStarts]: [number[], number[]] = [[], []];
  let [length, from] = [0, 0];
  const add = (end: number): void => {
    if (end === from) return;
    const bit = raw.slice(from, end);
    starts.push(length);
    rawStarts.push(from);
    bits.push(bit);
    blanked.push(bit);
    length += bit.length;
  };
  for (const { index, 0: sequence, 1: string } of raw.matchAll(SEQUENCE)) {
    add(index);
    blanked.push(string ?? '\n'.repeat(sequence.length));
    from = index + sequence.length;
  }
  if (from === 0) return null;
  add(raw.length);
  return { text: bits.join(''), starts, rawStarts, blanked: blanked.join('') };
}

export function withoutControlSequences(raw: string): string {
  return readText(raw)?.text ?? raw;
}

/** Ranges of what a text reads as ranges of the raw text: from the first character to the last, all between included. */
export function rawRanges<R extends { readonly start: number; readonly end: number }>(
  ranges: readonly R[],
  { starts, rawStarts }: ReadText,
): R[] {
  let bit = 0;
  const rawOf = (place: number): number => {
    while ((starts[bit + 1] ?? Number.POSITIVE_INFINITY) <= place) bit++;
    return (rawStarts[bit] ?? 0) + place - (starts[bit] ?? 0);
  };
  // In order and without overlap: so one walk through the bits finds them all.
  return ranges.map((range) => ({ ...range, start: rawOf(range.start), end: rawOf(range.end - 1) + 1 }));
}
