/** One entry of git's own register of worktrees. The first entry is always the main one. */
export interface WorktreeEntry {
  readonly path: string;
  /** Commit id; null in a bare repository or before the first commit. */
  readonly head: string | null;
  /** Short name of the git branch that is checked out; null when detached. */
  readonly gitBranch: string | null;
  readonly isBare: boolean;
  /** The reason given with the lock (may be empty); null when the worktree is not locked. */
  readonly lockReason: string | null;
  /** Why git would forget this entry, e.g. because its folder is gone; null when it would not. */
  readonly prunableReason: string | null;
}

const ZERO_COMMIT = /^0+$/;

/** Parses `git worktree list --porcelain -z`: attributes end with NUL, and an empty one ends an entry. */
export function parseWorktreeList(text: string): WorktreeEntry[] {
  const entries: WorktreeEntry[] = [];
  let attributes = new Map<string, string>();
  for (const line of text.split('\0')) {
    if (line === '') {
      const entry = toEntry(attributes);
      if (entry !== null) entries.push(entry);
      attributes = new Map();
      continue;
    }
    const space = line.indexOf(' ');
    if (space === -1) attributes.set(line, '');
    else attributes.set(line.slice(0, space), line.slice(space + 1));
  }
  return entries;
}

function toEntry(attributes: ReadonlyMap<string, string>): WorktreeEntry | null {
  const path = attributes.get('worktree');
  if (path === undefined) return null;
  const head = attributes.get('HEAD') ?? null;
  return {
    path,
    head: head === null || ZERO_COMMIT.test(head) ? null : head,
    gitBranch: attributes.get('branch')?.replace(/^refs\/heads\//, '') ?? null,
    isBare: attributes.has('bare'),
    lockReason: attributes.get('locked') ?? null,
    prunableReason: attributes.get('prunable') ?? null,
  };
}
