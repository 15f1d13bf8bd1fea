/** Files offered at once. */
export const MOST_OFFERED = 12;

/**
 * How well a path fits what was typed: its letters must stand in it in order. Higher is better; null when they do not.
 * Runs of letters, starts of words and the file's own name count most, long paths least.
 */
export function scoreOf(path: string, query: string): number | null {
  const text = path.toLowerCase();
  const wanted = query.toLowerCase();
  const nameAt = text.lastIndexOf('/') + 1;
  const whole = text.indexOf(wanted, nameAt);
  if (whole >= 0) return 1_000 + (whole === nameAt ? 200 : 0) - path.length;
  if (text.includes(wanted)) return 500 - path.length;
  let score = 0;
  let at = -1;
  for (const letter of wanted) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return null;
    const startsWord = next === 0 || /[/._-]/.test(text[next - 1] ?? '');
    score += (next === at + 1 ? 12 : 0) + (startsWord ? 10 : 0) + (next >= nameAt ? 4 : 0);
    at = next;
  }
  return score - path.length / 4;
}

/** The files that fit best; without a query the first ones, shallow paths first. */
export function rankFiles(files: readonly string[], query: string): string[] {
  return files
    .flatMap((path) => {
      const score = query === '' ? -path.split('/').length : scoreOf(path, query);
      return score === null ? [] : [{ path, score }];
    })
    .sort((a, b) => b.score - a.score || a.path.localeCompare(b.path))
    .slice(0, MOST_OFFERED)
    .map(({ path }) => path);
}
