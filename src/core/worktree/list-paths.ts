/** How many paths a sentence names before it counts the rest. */
const NAMED = 5;

/** "a, b, c" or "a, b, c, d, e and 12 more", for sentences. */
export function listPaths(paths: readonly string[]): string {
  const named = paths.slice(0, NAMED).join(', ');
  return paths.length > NAMED ? `${named} and ${paths.length - NAMED} more` : named;
}
