/** Longest name of a fork, in characters: leaves room for a deep tree below it under a path limit of 260. */
const LONGEST_NAME = 40;
const FALLBACK_NAME = 'fork';
/** Names that Windows keeps for devices, whatever their extension. */
const DEVICE_NAME = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * Turns any text into a name that is safe as a folder and as a git branch everywhere: lower case (so two names never
 * differ by case alone), ASCII (build tools choke on other paths), no leading dash, no dots.
 */
export function slugName(text: string): string {
  const slug = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_NAME)
    .replace(/^-+|-+$/g, '');
  if (slug === '') return FALLBACK_NAME;
  return DEVICE_NAME.test(slug) ? `${slug}-fork` : slug;
}

/** True when both cannot exist side by side: equal but for case, or one is a folder of the other ("a" and "a/b"). */
export function namesClash(one: string, other: string): boolean {
  const a = one.toLowerCase();
  const b = other.toLowerCase();
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

/** The wanted name, or the first of name-2, name-3, … that clashes with none of the taken ones. */
export function chooseForkName(wanted: string, taken: Iterable<string>): string {
  const others = [...taken];
  const isFree = (name: string) => others.every((other) => !namesClash(name, other));
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? wanted : `${wanted}-${count}`;
    if (isFree(candidate)) return candidate;
  }
}

/** Where forks' git branches live. */
const NAMESPACE = 'forkscope';

/**
 * The text before a fork's name in its git branch. A git branch that is itself called "forkscope" leaves no room for
 * "forkscope/…" (git keeps one as a file, the other as a folder), so forks then stand beside it.
 */
export function gitBranchPrefix(gitBranches: Iterable<string>): string {
  for (const gitBranch of gitBranches) {
    if (gitBranch.toLowerCase() === NAMESPACE) return `${NAMESPACE}-`;
  }
  return `${NAMESPACE}/`;
}

/** The part after the prefix of each git branch that has it, whatever its case. */
export function namesAfterPrefix(prefix: string, gitBranches: Iterable<string>): string[] {
  const names: string[] = [];
  for (const gitBranch of gitBranches) {
    if (gitBranch.toLowerCase().startsWith(prefix)) names.push(gitBranch.slice(prefix.length));
  }
  return names;
}
