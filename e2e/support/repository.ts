import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const DEMO = resolve(import.meta.dirname, '../../resources/demo-repo');

export function git(folder: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' });
}

/** A copy of the demo project, committed. */
export function makeRepository(folder: string): string {
  const repository = join(folder, 'project');
  mkdirSync(folder, { recursive: true });
  cpSync(DEMO, repository, { recursive: true });
  git(repository, 'init', '-q', '-b', 'main');
  git(repository, 'add', '-A');
  git(repository, 'commit', '-q', '-m', 'Begin');
  return repository;
}

/** Leaves an uncommitted and an untracked file, and a staged one. */
export function makeDirty(repository: string): void {
  appendFileSync(join(repository, 'README.md'), '\nA line that nobody has committed.\n');
  writeFileSync(join(repository, 'untracked.txt'), 'only here\n');
  writeFileSync(join(repository, 'staged.txt'), 'staged\n');
  git(repository, 'add', 'staged.txt');
}

/** What must be the same before and after: status, both diffs, stash, refs that are not ours, and the index's bytes. */
export function fingerprint(repository: string): string {
  const refs = git(repository, 'for-each-ref')
    .split('\n')
    .filter((line) => !/refs\/(forkscope|heads\/forkscope)\//.test(line));
  const index = createHash('sha256')
    .update(readFileSync(join(repository, '.git/index')))
    .digest('hex');
  return [
    git(repository, 'status', '--porcelain=v2', '--branch'),
    git(repository, 'diff'),
    git(repository, 'diff', '--cached'),
    git(repository, 'stash', 'list'),
    refs.join('\n'),
    index,
  ].join('\n---\n');
}
