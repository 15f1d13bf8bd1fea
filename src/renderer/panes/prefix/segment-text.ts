/** A segment for a reader: indented, and with the line breaks of its texts as line breaks. */
export function readable(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  return JSON.stringify(value, null, 2)
    .replaceAll(/(?<!\\)((?:\\\\)*)\\n/g, '$1\n')
    .replaceAll(/(?<!\\)((?:\\\\)*)\\"/g, '$1"');
}

/** Characters that two texts have in common from the first on. */
export function commonLength(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at++) if (a[at] !== b[at]) return at;
  return end;
}
