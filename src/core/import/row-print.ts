import { boundedValue } from './bounded-value.ts';

/** Tells rows apart, in a few bytes: their length, and a checksum (FNV-1a) of their beginning. */
export function printOf(value: unknown): string {
  const text = JSON.stringify(boundedValue(value)) ?? '';
  let sum = 0x811c9dc5;
  for (let at = 0; at < Math.min(text.length, 4_000); at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return `${text.length}-${sum}`;
}
