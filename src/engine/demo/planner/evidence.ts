/** What kind of difference a failing expectation shows; it tells which kind of bug to look for first. */
export type Evidence =
  | { readonly kind: 'number'; readonly actual: number; readonly expected: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'text'; readonly actual: string; readonly expected: string }
  | { readonly kind: 'none' };

const NUMBER = /-?\d+(?:\.\d+)?/g;

/** Reads a pair of printed values. Texts that differ in one number only, such as "08:45" and "07:45", count as numbers. */
export function evidenceOf(actual: string | undefined, expected: string | undefined): Evidence {
  if (actual === undefined || expected === undefined) return { kind: 'none' };
  if (/^(true|false)$/.test(actual) && /^(true|false)$/.test(expected)) return { kind: 'boolean' };
  const pairs = pairsOf(actual, expected);
  const [pair] = pairs;
  if (pair && pairs.length === 1) return { kind: 'number', ...pair };
  return { kind: 'text', actual, expected };
}

function pairsOf(actual: string, expected: string): { actual: number; expected: number }[] {
  if (actual.replaceAll(NUMBER, '#') !== expected.replaceAll(NUMBER, '#')) return [];
  const [left, right] = [actual.match(NUMBER) ?? [], expected.match(NUMBER) ?? []];
  return left.flatMap((text, index) => {
    const pair = { actual: Number(text), expected: Number(right[index]) };
    return pair.actual === pair.expected ? [] : [pair];
  });
}
