import type { Finding } from './secret-kinds.ts';

const BEGIN = '-----BEGIN ';
const END = 'PRIVATE KEY-----';
const ALSO = 'PRIVATE KEY BLOCK-----';

/**
 * Private keys in PEM's form, also with line breaks written as `\n`. One that is cut off ends with its last character
 * that a key can have. Each place is looked at once: a text full of beginnings takes no longer than any other.
 */
export function findPrivateKeys(text: string): Finding[] {
  const found: Finding[] = [];
  let from = 0;
  for (let start = text.indexOf(BEGIN); start >= 0; start = text.indexOf(BEGIN, from)) {
    const head = text.slice(start, start + 80);
    const label = [END, ALSO].find((each) => head.includes(each));
    from = start + BEGIN.length;
    if (label === undefined) continue;
    const body = start + head.indexOf(label) + label.length;
    const end = endOfBody(text, body);
    found.push({ kind: 'private-key', start, end });
    from = end;
  }
  return found;
}

/**
 * A body has no blank but after a colon or at the start of a line: so it stops before what people write, and at the words
 * `-----BEGIN ` and `-----END `.
 */
const BODY = /(?:[A-Za-z0-9+/=\r\n\t\\:,-]|(?<=[:\n ]) )*/y;

function endOfBody(text: string, from: number): number {
  BODY.lastIndex = from;
  const run = BODY.exec(text)?.[0] ?? '';
  if (run.endsWith('-----END')) {
    const close = text.slice(from + run.length, from + run.length + 80).indexOf('-----');
    return from + run.length + (close < 0 ? 0 : close + 5);
  }
  // Cut off. A backslash at the end belongs to the text around it.
  return (
    from +
    run
      .replace(/-----BEGIN$/, '')
      .trimEnd()
      .replace(/(?:\\[nrt]?)+$/, '').length
  );
}
