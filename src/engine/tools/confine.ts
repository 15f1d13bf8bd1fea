import { lstat, readlink, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { isInside } from '../worktrees/is-inside.ts';
import { errorCode, systemFailure, ToolFailure } from './tool-failure.ts';

/** Links that are followed for one path before it is taken for a loop; Linux's own limit. */
const MOST_LINKS = 40;

/** A path that tools may use. */
export interface ConfinedPath {
  /** Absolute, all symbolic links resolved. The file itself need not exist. */
  readonly absolute: string;
  /** Relative to the root, with `/`; `.` for the root itself. */
  readonly relative: string;
}

/**
 * Resolves a path against the root and makes sure that what it leads to lies inside the root and outside git's own
 * folder. For a file that does not exist yet, the links of its deepest existing parent are resolved.
 *
 * This keeps a model from straying; it is no wall against a program that swaps links meanwhile, and `bash` is not
 * confined at all.
 * @throws ToolFailure
 */
export async function confine(root: string, path: string): Promise<ConfinedPath> {
  if (path.includes('\0')) throw new ToolFailure('A path cannot hold a null character; give it without.');
  const realRoot = await realpath(root).catch(() => {
    throw new ToolFailure(`The working folder ${root} does not exist any more; tools cannot be used in it.`);
  });
  const requested = resolve(root, path);
  // The root itself may be reached by a link; a path below it as given counts as inside.
  const start = isInside(requested, root) ? join(realRoot, relative(root, requested)) : requested;
  const absolute = await resolveLinks(start, path);
  if (!isInside(absolute, realRoot)) {
    const way = isInside(start, realRoot)
      ? 'leads outside your working folder by a symbolic link'
      : 'is outside your working folder';
    throw new ToolFailure(`\`${path}\` ${way}; use a path relative to your root, without \`..\` above it.`);
  }
  const below = relative(realRoot, absolute);
  const segments = below === '' ? [] : below.split(sep);
  if (segments.some(isGitFolder)) {
    throw new ToolFailure(`\`${path}\` belongs to git itself; tools leave it alone. Use git commands in bash.`);
  }
  return { absolute, relative: segments.length === 0 ? '.' : segments.join('/') };
}

/**
 * Names that some file system takes for `.git`: case, trailing dots and blanks (Windows), characters without width
 * (macOS), and Windows's short name.
 */
function isGitFolder(segment: string): boolean {
  const plain = segment
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();
  return plain === '.git' || plain === 'git~1';
}

/** Like `realpath`, but goes on with what does not exist, also behind a link whose target is missing. */
async function resolveLinks(path: string, shown: string): Promise<string> {
  let resolved = parse(path).root;
  let rest = path.slice(resolved.length).split(sep);
  for (let links = 0; rest.length > 0; ) {
    const [segment = '', ...others] = rest;
    rest = others;
    if (segment === '' || segment === '.') continue;
    if (segment === '..') {
      resolved = dirname(resolved);
      continue;
    }
    const next = join(resolved, segment);
    const link = await linkTarget(next, shown);
    if (link === null) {
      resolved = next;
      continue;
    }
    links += 1;
    if (links > MOST_LINKS)
      throw new ToolFailure(`\`${shown}\` goes through a loop of symbolic links; use another path.`);
    if (isAbsolute(link)) resolved = parse(link).root;
    rest = [...link.split(sep), ...rest];
  }
  return resolved;
}

/** Where a symbolic link points; `null` when there is none at this path. */
async function linkTarget(path: string, shown: string): Promise<string | null> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : null;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw systemFailure(shown, error);
  }
}
