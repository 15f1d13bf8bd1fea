import type { Fault } from '../shared/result.ts';

/** System calls whose errors speak of something else than a file. */
const NO_FILES = /^(spawn|connect|listen|bind|getaddrinfo|kill)/;

const MAKING: ReadonlySet<string> = new Set(['mkdir', 'mkdtemp']);

/**
 * What to tell a person about an error of the file system: one plain sentence with a next step. Null for every other error,
 * and for a code that no sentence is known for. The fault's code is the system's own.
 */
export function fileFault(error: unknown): Fault | null {
  if (!(error instanceof Error)) return null;
  const { code, syscall = '', path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
  if (code === undefined || NO_FILES.test(syscall)) return null;
  // Without a path and a call, the code may be anybody's; a full disk is one wherever it comes from.
  if (path === undefined && syscall === '' && code !== 'ENOSPC') return null;
  const message = sentenceOf(code, syscall, dest ?? path);
  return message === null ? null : { code, message };
}

function sentenceOf(code: string, syscall: string, path: string | undefined): string | null {
  const name = path ?? 'A file';
  const at = path === undefined ? '' : ` at ${path}`;
  const isMaking = MAKING.has(syscall);
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return isMaking
        ? `The folder ${name} may not be made: the permissions forbid it. Change them, or choose another place.`
        : `${name} may not be read or written: the permissions forbid it. Change them, or choose another place.`;
    case 'EROFS':
      return `${name} cannot be written: its disk is read-only. Choose a place on another disk.`;
    case 'ENOSPC':
      return `The disk is full${at}. Make room, then try again.`;
    case 'EDQUOT':
      return `Your share of the disk is used up${at}. Make room, then try again.`;
    case 'ENOTDIR':
      return `${name} cannot be reached: a part of this path is a file and no folder. Choose another place.`;
    case 'EEXIST':
      return isMaking
        ? `The folder ${name} cannot be made: a file of this name is there. Move it away, or choose another place.`
        : null;
    case 'ENOENT':
      return isMaking
        ? `The folder ${name} cannot be made: its disk does not take new folders there. Choose another place.`
        : `${name} is not there. Check the path and try again.`;
    case 'EISDIR':
      return `${name} is a folder. Name a file.`;
    case 'ENAMETOOLONG':
      return `The path ${name} is too long for its disk. Choose a shorter one.`;
    case 'ELOOP':
      return `${name} is a link that leads back to itself. Choose another path.`;
    case 'EIO':
      return `The disk reported a fault${at}. Check the disk, then try again.`;
    case 'EMFILE':
    case 'ENFILE':
      return 'Too many files are open at once. Close other programs, then try again.';
  }
  return null;
}
