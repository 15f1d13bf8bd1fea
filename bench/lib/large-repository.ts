import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface LargeRepository {
  /** Holds everything of the measurement; gone after `dispose`. */
  readonly folder: string;
  readonly root: string;
  dispose(): void;
}

const FILES_IN_FOLDER = 100;
const LINES = 40;

/** A repository with one commit of `count` text files of about 2 kB, a hundred in each folder. */
export function makeLargeRepository(count: number): LargeRepository {
  const folder = mkdtempSync(join(tmpdir(), 'forkscope-bench-'));
  const root = join(folder, 'repository');
  mkdirSync(root);
  for (let number = 0; number < count; number++) {
    if (number % FILES_IN_FOLDER === 0) mkdirSync(join(root, folderOf(number)), { recursive: true });
    writeFileSync(join(root, fileOf(number)), contentOf(number));
  }
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', 'first');
  // As in a checkout that somebody works in: without it git would read every file again for its whole first second.
  git(root, 'status', '--short');
  return { folder, root, dispose: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) };
}

export function fileOf(number: number): string {
  return `${folderOf(number)}/file-${number}.txt`;
}

/** The same file with one line of its middle replaced. */
export function editedContent(number: number, text: string): string {
  const lines = contentOf(number).split('\n');
  lines[LINES / 2] = text;
  return lines.join('\n');
}

/** git as a person runs it, with nothing of the machine's own settings. */
export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', env: benchEnvironment(), maxBuffer: 1 << 28 });
}

export function benchEnvironment(): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Person',
    GIT_AUTHOR_EMAIL: 'person@example.com',
    GIT_COMMITTER_NAME: 'Person',
    GIT_COMMITTER_EMAIL: 'person@example.com',
  };
}

function folderOf(number: number): string {
  const folder = Math.floor(number / FILES_IN_FOLDER);
  return `src/part-${folder % 10}/folder-${folder}`;
}

function contentOf(number: number): string {
  return Array.from({ length: LINES }, (_, line) => `file ${number}, line ${line}: a few words that differ\n`).join('');
}
