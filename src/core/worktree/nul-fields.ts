/** Splits git's `-z` output, in which every field ends (not: is separated) by one NUL byte. */
export function splitNul(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\0') ? text.slice(0, -1) : text).split('\0');
}

/** The same, the other way: what `--stdin -z` reads. */
export function joinNul(fields: readonly string[]): string {
  return fields.map((field) => `${field}\0`).join('');
}
