import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { files, personsState } from './testing/fingerprint.ts';
import { commitAll, git, makeRepository, makeService, testEnvironment, write } from './testing/test-repository.ts';

const FORKS = 48;
/** Milliseconds; a machine that runs other tests at the same time needs them. */
const TIMEOUT = 120_000;

async function makeBusyRepository() {
  const made = await makeRepository(
    Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`src/file-${index}.ts`, `export const n = ${index};\n`]),
    ),
  );
  const remote = join(made.folder, 'remote.git');
  await git(made.folder, 'clone', '--quiet', '--bare', made.root, remote);
  await git(made.root, 'remote', 'add', 'origin', remote);
  await git(made.root, 'fetch', '--quiet', 'origin');
  // The setting under which git writes its config file at each new git branch.
  await git(made.root, 'config', 'branch.autoSetupMerge', 'always');
  await git(made.root, 'branch', '--quiet', '--set-upstream-to', 'origin/main');
  await commitAll(made.root, 'ahead of origin');
  await write(made.root, { 'src/file-1.ts': 'edited\n', 'untracked.ts': 'new\n' });
  return made;
}

/** The person's state but for git's register of worktrees and the forks' own git branches. */
async function withoutForks(root: string): Promise<Record<string, string>> {
  const isFork = (path: string) => /^\.git\/(worktrees|(logs\/)?refs\/heads\/forkscope)\//.test(path);
  return Object.fromEntries(Object.entries(await personsState(root)).filter(([path]) => !isFork(path)));
}

describe(`${FORKS} forks of one repository at once`, { timeout: TIMEOUT }, () => {
  it('all succeed, each whole and under its own name, and nothing else changes', async () => {
    const { folder, root } = await makeBusyRepository();
    const before = await withoutForks(root);
    const service = makeService(folder);
    const started = performance.now();
    const forks = await Promise.all(Array.from({ length: FORKS }, () => service.create(root, 'same name')));
    const milliseconds = performance.now() - started;
    expect(new Set(forks.map((fork) => fork.path)).size).toBe(FORKS);
    const expected = await files(root);
    for (const fork of forks) expect(await files(fork.path)).toEqual(expected);
    const register = await git(root, 'worktree', 'list', '--porcelain');
    for (const fork of forks) {
      expect(register).toContain(
        `worktree ${fork.path}\nHEAD ${fork.baseCommit}\nbranch refs/heads/${fork.gitBranch}\nlocked Forkscope`,
      );
    }
    expect(await withoutForks(root)).toEqual(before);
    // 3.4 s on two busy cores; the limit only guards against waiting for locks.
    expect(milliseconds).toBeLessThan(60_000);
  });

  it('succeed while another program makes and removes worktrees of the same repository', async () => {
    const { folder, root } = await makeBusyRepository();
    const service = makeService(folder);
    const script = `
      n=0
      while [ -e keep-going ] && [ $n -lt 400 ]; do
        n=$((n+1))
        git worktree add -q -b by-hand-$n '${folder}/by-hand-$1-$n' HEAD && git worktree remove --force '${folder}/by-hand-$1-$n'
        git branch -q -D by-hand-$n
      done`.replaceAll('by-hand-$n', 'by-hand-$1-$n');
    await write(root, { 'keep-going': '' });
    const others = ['x', 'y'].map((name) => {
      return spawn('sh', ['-c', script, 'sh', name], { cwd: root, env: testEnvironment, stdio: 'ignore' });
    });
    const ended = others.map((other) => new Promise((resolve) => other.once('exit', resolve)));
    onTestFinished(() => {
      for (const other of others) other.kill('SIGKILL');
    });
    const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => service.create(root, 'a')));
    await git(root, 'clean', '--quiet', '--force', 'keep-going');
    await Promise.all(ended);
    expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toEqual([]);
    const { worktrees } = await service.list(root);
    expect(worktrees.filter((worktree) => worktree.kind === 'fork')).toHaveLength(16);
  });
});
