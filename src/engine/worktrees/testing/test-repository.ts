import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { createGit, type Git } from '../git.ts';
import { WorktreeService } from '../worktree-service.ts';

const run = promisify(execFile);

/** The machine's own git settings must not decide a test. Not the environment under test: see `git-environment.ts`. */
export const testEnvironment: Record<string, string> = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Person',
  GIT_AUTHOR_EMAIL: 'person@example.com',
  GIT_COMMITTER_NAME: 'Person',
  GIT_COMMITTER_EMAIL: 'person@example.com',
  LC_ALL: 'C.UTF-8',
};

export const testGit: Git = createGit({ environment: testEnvironment });

/** Runs git as the person would, apart from the code under test. Returns its output. */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: folder, env: testEnvironment, maxBuffer: 1 << 28 });
  return stdout;
}

/** The same for commands that are meant to fail, e.g. a merge with conflicts. */
export async function failingGit(folder: string, ...args: string[]): Promise<void> {
  const failed = await git(folder, ...args).then(
    () => false,
    () => true,
  );
  if (!failed) throw new Error(`git ${args.join(' ')} was meant to fail`);
}

/** A folder that is gone after the test. */
export async function makeFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'forkscope-test-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** A repository in `<folder>/<name>` with one commit of these files. */
export async function makeRepository(
  files: Readonly<Record<string, string>> = { 'a.txt': 'one\n' },
  name = 'repository',
): Promise<{ folder: string; root: string }> {
  const folder = await makeFolder();
  const root = join(folder, name);
  await mkdir(root);
  await git(root, 'init', '--quiet', '--initial-branch=main');
  await write(root, files);
  await commitAll(root, 'first');
  return { folder, root };
}

export async function write(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

/** Returns the commit's id. */
export async function commitAll(root: string, message: string): Promise<string> {
  await git(root, 'add', '--all');
  await git(root, 'commit', '--quiet', '--allow-empty', '--message', message);
  return (await git(root, 'rev-parse', 'HEAD')).trim();
}

/** A service with ids id-1, id-2, … (or of another prefix) and a clock that stands still. */
export function makeService(folder: string, prefix = 'id'): WorktreeService {
  let count = 0;
  const service = new WorktreeService({
    directory: join(folder, 'data', 'worktrees'),
    clock: () => Date.UTC(2026, 0, 1),
    ids: () => {
      count += 1;
      return `${prefix}-${count}`;
    },
    git: testGit,
  });
  onTestFinished(() => service.team.close());
  return service;
}
