/** First git whose `worktree list --porcelain` knows `-z`; with an older one a path with a newline cannot be read. */
export const OLDEST_GIT: GitVersion = { major: 2, minor: 36 };

export interface GitVersion {
  readonly major: number;
  readonly minor: number;
}

/** Reads the answer of `git version`, vendor words included ("git version 2.39.5 (Apple Git-154)"); null for anything else. */
export function parseGitVersion(text: string): GitVersion | null {
  const match = /^git version (\d+)\.(\d+)/.exec(text);
  if (match === null) return null;
  return { major: Number(match[1]), minor: Number(match[2]) };
}

export function isTooOld(version: GitVersion): boolean {
  return version.major < OLDEST_GIT.major || (version.major === OLDEST_GIT.major && version.minor < OLDEST_GIT.minor);
}

export function formatGitVersion(version: GitVersion): string {
  return `${version.major}.${version.minor}`;
}
