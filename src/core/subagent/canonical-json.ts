/** JSON with sorted keys: equal values give equal text, whatever order the model wrote them in. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? 'null';
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  // Pairs, not an object: an object would put keys that look like numbers first, and lose `__proto__`.
  return { object: entries.map(([key, inner]) => [key, sorted(inner)]) };
}
