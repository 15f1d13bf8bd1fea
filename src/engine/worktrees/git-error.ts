export type GitErrorCode =
  | 'git-missing'
  | 'git-too-old'
  | 'folder-missing'
  | 'wrong-worktree'
  | 'inside-repository'
  | 'too-much-output'
  | 'interrupted'
  | 'no-commit'
  | 'no-backup'
  | 'no-record'
  | 'no-such-hunk'
  | 'not-changed'
  | 'no-snapshot'
  | 'no-undo'
  | 'write-failed'
  | 'base-missing'
  | 'damaged'
  | 'failed';

interface Details {
  readonly args?: readonly string[];
  /** Null when a signal ended git, or it never started. */
  readonly exitCode?: number | null;
  readonly stderr?: string;
}

/** An expected failure around git. The message is one plain sentence with a next step, fit for a person. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly code: GitErrorCode;
  readonly args: readonly string[];
  readonly exitCode: number | null;
  readonly stderr: string;

  constructor(code: GitErrorCode, message: string, details: Details = {}) {
    super(message);
    this.code = code;
    this.args = details.args ?? [];
    this.exitCode = details.exitCode ?? null;
    this.stderr = details.stderr ?? '';
  }
}

/** git's own words without its prefixes, cut to one line: a detail inside our sentence, never the sentence itself. */
export function gitsWords(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const telling = lines.find((line) => /^(fatal|error): /.test(line)) ?? lines.find((line) => line !== '') ?? '';
  return telling.replace(/^(fatal|error): /, '').slice(0, 300);
}

export function interrupted(args: readonly string[] = []): GitError {
  return new GitError('interrupted', 'The work in git was interrupted. Start it again when you want to.', { args });
}

/** Turns what work rejects with after an abort into the `GitError` for that. */
export async function interruptible<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throwIfInterrupted(signal);
    throw error;
  }
}

export function throwIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw interrupted();
}
