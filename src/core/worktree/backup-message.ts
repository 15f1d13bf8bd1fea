/** What a backup commit says about the worktree it was made of, so that git alone is enough to restore it. */
export interface BackupNote {
  readonly name: string;
  readonly baseCommit: string;
  readonly head: string;
  readonly gitBranch: string | null;
  /** Commit that holds the index, when that differs from both the head and the files. */
  readonly indexCommit: string | null;
  /** Commit that holds the ignored files that were made in the worktree; older backups have none. */
  readonly ignoredCommit?: string | null;
  /** The checkout that was forked. */
  readonly root: string;
}

const labels = {
  name: 'Forkscope-Name',
  baseCommit: 'Forkscope-Base',
  head: 'Forkscope-Head',
  gitBranch: 'Forkscope-Git-Branch',
  indexCommit: 'Forkscope-Index',
  ignoredCommit: 'Forkscope-Ignored',
  root: 'Forkscope-Root',
} as const;

/** Values are JSON strings: a path may hold a newline. */
export function formatBackupMessage(note: BackupNote): string {
  const lines = Object.entries(labels).map(
    ([key, label]) => `${label}: ${JSON.stringify(note[key as keyof BackupNote] ?? null)}`,
  );
  return `Forkscope backup of ${note.name}\n\n${lines.join('\n')}\n`;
}

/** Null when the message is not one of ours. */
export function parseBackupMessage(message: string): BackupNote | null {
  const read = (label: string): string | null | undefined => {
    const line = message.split('\n').find((candidate) => candidate.startsWith(`${label}: `));
    if (line === undefined) return undefined;
    try {
      const value: unknown = JSON.parse(line.slice(label.length + 2));
      return typeof value === 'string' || value === null ? value : undefined;
    } catch {
      return undefined;
    }
  };
  const name = read(labels.name);
  const baseCommit = read(labels.baseCommit);
  const head = read(labels.head);
  const gitBranch = read(labels.gitBranch);
  const indexCommit = read(labels.indexCommit);
  const ignoredCommit = read(labels.ignoredCommit) ?? undefined;
  const root = read(labels.root);
  if (!name || !baseCommit || !head || !root || gitBranch === undefined || indexCommit === undefined) return null;
  const note = { name, baseCommit, head, gitBranch, indexCommit, root };
  return ignoredCommit === undefined ? note : { ...note, ignoredCommit };
}
