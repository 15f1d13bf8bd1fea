import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentFileProblem } from '../../core/subagent/agent-config.ts';
import { isInside } from '../worktrees/is-inside.ts';

/** A file that was found, with its text; or a problem with reading it. */
export type FoundFile = { readonly path: string; readonly text: string } | { readonly problem: AgentFileProblem };

/** A definition is a page of text. Bytes. */
const LARGEST_FILE = 256 * 1024;
const MOST_FILES = 500;
const DEEPEST = 4;

export interface FolderToRead {
  readonly path: string;
  readonly fits: (name: string) => boolean;
  /** Folders that links may lead into; null for anywhere. What a repository brings must not reach into a computer. */
  readonly within: readonly string[] | null;
}

/** Finds the files below a folder that `fits` takes, by path, with their text. A folder that is not there has none. */
export async function readFilesBelow({ path: folder, fits, within }: FolderToRead): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  const paths: string[] = [];
  const bounds = within && (await Promise.all(within.map((each) => realpath(each).catch(() => each))));
  const real = await realpath(folder).catch(() => null);
  if (bounds && real !== null && !bounds.some((each) => isInside(real, each)))
    return [refused(folder, 'It is a link that leads out of the project.')];
  await collect(folder, 0, { fits, bounds, paths, problems: found, seen: new Set() });
  for (const path of paths.sort((left, right) => (left < right ? -1 : 1))) found.push(await readOne(path));
  return found;
}

interface Collection {
  readonly fits: (name: string) => boolean;
  readonly bounds: readonly string[] | null;
  readonly paths: string[];
  readonly problems: FoundFile[];
  /** Real paths of the folders that were read: links may lead in circles. */
  readonly seen: Set<string>;
}

async function collect(folder: string, depth: number, into: Collection): Promise<void> {
  const real = await realpath(folder).catch(() => folder);
  if (into.seen.has(real)) return;
  into.seen.add(real);
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') into.problems.push(problemOf(folder, error));
    return [];
  });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const fault = entry.isSymbolicLink() ? await linkFault(path, real, into.bounds) : null;
    if (fault !== null) {
      if (into.fits(entry.name) || (await isFolder(path))) into.problems.push(refused(path, fault));
      continue;
    }
    if (entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(path)))) {
      if (depth < DEEPEST && entry.name !== 'node_modules') await collect(path, depth + 1, into);
    } else if (into.fits(entry.name) && into.paths.length < MOST_FILES) {
      into.paths.push(path);
    }
  }
}

/** Why a link is not followed; null when it may be. One that leads nowhere is told when it is read. */
async function linkFault(path: string, folder: string, bounds: readonly string[] | null): Promise<string | null> {
  if (bounds === null) return null;
  const target = await realpath(path).catch(() => null);
  if (target === null) return null;
  if (isInside(folder, target)) return 'It is a link to a folder that it lies in.';
  return bounds.some((each) => isInside(target, each)) ? null : 'It is a link that leads out of the project.';
}

function refused(path: string, fault: string): { problem: AgentFileProblem } {
  return { problem: { path, line: 1, severity: 'error', reason: `${fault} Put the file itself here.` } };
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
}

/** Reads one definition; a link is followed, because people keep one set of agents for several programs. */
async function readOne(path: string): Promise<FoundFile> {
  try {
    const info = await stat(path);
    if (!info.isFile()) return problemOf(path, new Error('it is no regular file'));
    if (info.size > LARGEST_FILE) return problemOf(path, new Error(`it is larger than ${LARGEST_FILE / 1024} KiB`));
    return { path, text: await readFile(path, 'utf8') };
  } catch (error) {
    return problemOf(path, error as Error);
  }
}

function problemOf(path: string, error: Error): { problem: AgentFileProblem } {
  const reason = `It cannot be read: ${error.message.replace(/\.$/, '')}. Correct or remove it.`;
  return { problem: { path, line: 1, severity: 'error', reason } };
}
