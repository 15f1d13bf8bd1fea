import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentFileProblem } from '../../core/subagent/agent-config.ts';

/** A file that was found, with its text; or a problem with reading it. */
export type FoundFile = { readonly path: string; readonly text: string } | { readonly problem: AgentFileProblem };

/** A definition is a page of text. Bytes. */
const LARGEST_FILE = 256 * 1024;
const MOST_FILES = 500;
const DEEPEST = 4;

/** Finds the files below a folder that `fits` takes, by path, with their text. A folder that is not there has none. */
export async function readFilesBelow(folder: string, fits: (name: string) => boolean): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  const paths: string[] = [];
  await collect(folder, 0, fits, paths, found);
  for (const path of paths.sort((left, right) => (left < right ? -1 : 1))) found.push(await readOne(path));
  return found;
}

async function collect(
  folder: string,
  depth: number,
  fits: (name: string) => boolean,
  paths: string[],
  problems: FoundFile[],
): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') problems.push(problemOf(folder, error));
    return [];
  });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < DEEPEST && entry.name !== 'node_modules') {
      await collect(path, depth + 1, fits, paths, problems);
    } else if (!entry.isDirectory() && fits(entry.name) && paths.length < MOST_FILES) {
      paths.push(path);
    }
  }
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
