/** A tool cannot do what it was asked. The message is for the model: one plain sentence with a next step. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
}

/** The code of a system error (`ENOENT`, …), or `null` for any other. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'it may not be accessed: the permissions forbid it',
  EPERM: 'it may not be changed: the system forbids it',
  EROFS: 'its disk is read-only',
  ENOSPC: 'the disk is full; make room and try again',
  EDQUOT: 'the disk quota is used up; make room and try again',
  EMFILE: 'too many files are open; try again in a moment',
  ENFILE: 'too many files are open; try again in a moment',
  ENAMETOOLONG: 'the name is too long; choose a shorter one',
  EBUSY: 'another program uses it; try again in a moment',
};

/** A system error about a path, in words. */
export function systemFailure(path: string, error: unknown): ToolFailure {
  const code = errorCode(error);
  const reason =
    (code === null ? undefined : REASONS[code]) ?? (error instanceof Error ? error.message : String(error));
  return new ToolFailure(`\`${path}\`: ${reason}.`, { cause: error });
}
