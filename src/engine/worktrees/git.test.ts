import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGit } from './git.ts';
import { GitError } from './git-error.ts';
import { git, makeFolder, makeRepository, testEnvironment, testGit } from './testing/test-repository.ts';

/** A program that stands in for git. */
async function fakeGit(script: string): Promise<string> {
  const program = join(await makeFolder(), 'git');
  await writeFile(program, `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o755);
  return program;
}

describe('environment', () => {
  it('is not led astray by GIT_* variables of the surroundings', async () => {
    const { root } = await makeRepository();
    const other = await makeRepository();
    const misled = createGit({
      environment: {
        ...testEnvironment,
        GIT_DIR: join(other.root, '.git'),
        GIT_WORK_TREE: other.root,
        GIT_INDEX_FILE: join(other.root, 'x'),
      },
    });
    const { stdout } = await misled.run(root, ['rev-parse', '--show-toplevel']);
    expect(stdout).toBe(`${root}\n`);
  });

  it('tells git to read without locks and never to ask', async () => {
    const program = await fakeGit('env');
    const { stdout } = await createGit({
      program,
      environment: { ...testEnvironment, GIT_TRACE: '1', LC_ALL: 'de_DE' },
    }).run('/', ['x']);
    const lines = stdout.split('\n');
    expect(lines).toEqual(expect.arrayContaining(['GIT_OPTIONAL_LOCKS=0', 'GIT_TERMINAL_PROMPT=0', 'LC_ALL=C']));
    expect(lines.filter((line) => line.startsWith('GIT_')).sort()).toEqual([
      'GIT_CONFIG_GLOBAL=/dev/null',
      'GIT_CONFIG_NOSYSTEM=1',
      'GIT_LITERAL_PATHSPECS=1',
      'GIT_OPTIONAL_LOCKS=0',
      'GIT_TERMINAL_PROMPT=0',
    ]);
  });

  it("leaves an AppImage's libraries to the AppImage", async () => {
    const program = await fakeGit('env');
    const environment = {
      ...testEnvironment,
      APPDIR: '/tmp/.mount_f',
      LD_LIBRARY_PATH: '/tmp/.mount_f/usr/lib:/opt/lib',
    };
    const { stdout } = await createGit({ program, environment }).run('/', ['x']);
    expect(stdout.split('\n')).toContain('LD_LIBRARY_PATH=/opt/lib');
  });
});

it("does not run the person's hooks", async () => {
  const { root } = await makeRepository();
  const hook = join(root, '.git', 'hooks', 'reference-transaction');
  await mkdir(join(root, '.git', 'hooks'), { recursive: true });
  await writeFile(hook, '#!/bin/sh\nexit 1\n');
  await chmod(hook, 0o755);
  await expect(git(root, 'update-ref', 'refs/x/by-hand', 'HEAD')).rejects.toThrow();
  await testGit.run(root, ['update-ref', 'refs/x/by-us', 'HEAD']);
  expect(await git(root, 'for-each-ref', '--format=%(refname)', 'refs/x')).toBe('refs/x/by-us\n');
});

it('prints paths that are not ASCII as they are', async () => {
  const { root } = await makeRepository({ 'd ä/Ö — 1.md': 'x\n' });
  expect((await testGit.run(root, ['ls-tree', '-r', '--name-only', 'HEAD'])).stdout).toBe('d ä/Ö — 1.md\n');
});

describe('failures', () => {
  it('tells a missing git from a missing folder', async () => {
    const folder = await makeFolder();
    const missing = createGit({ environment: { PATH: folder } });
    await expect(missing.run(folder, ['version'])).rejects.toMatchObject({ code: 'git-missing' });
    await expect(missing.requireVersion()).rejects.toMatchObject({ code: 'git-missing' });
    await expect(testGit.run(join(folder, 'gone'), ['version'])).rejects.toMatchObject({ code: 'folder-missing' });
  });

  it('refuses a git that is too old, and looks again when asked again', async () => {
    const folder = await makeFolder();
    const program = await fakeGit(`cat ${folder}/version`);
    const old = createGit({ program, environment: testEnvironment });
    await writeFile(join(folder, 'version'), 'git version 2.35.8\n');
    await expect(old.requireVersion()).rejects.toMatchObject({
      code: 'git-too-old',
      message: expect.stringMatching(/2\.35.*2\.36/),
    });
    await writeFile(join(folder, 'version'), 'git version 2.36.0\n');
    await expect(old.requireVersion()).resolves.toEqual({ major: 2, minor: 36 });
  });

  it("says what git said, in one sentence, with the command's arguments beside it", async () => {
    const { root } = await makeRepository();
    const error = await testGit.run(root, ['rev-parse', 'no-such-thing']).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GitError);
    expect(error).toMatchObject({ code: 'failed', exitCode: 128, args: ['rev-parse', 'no-such-thing'] });
    expect(String(error)).toContain('no-such-thing');
    expect(String(error)).not.toContain('\n');
  });

  it('stops at the limit of output', async () => {
    const { root } = await makeRepository({ 'big.txt': 'x'.repeat(100_000) });
    const reading = testGit.run(root, ['show', 'HEAD:big.txt'], { maxOutput: 10_000 });
    await expect(reading).rejects.toMatchObject({ code: 'too-much-output' });
  });

  it('ends git when interrupted, and starts none after', async () => {
    const program = await fakeGit('exec sleep 60');
    const slow = createGit({ program, environment: testEnvironment });
    const controller = new AbortController();
    const running = slow.run('/', ['x'], { signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    await expect(running).rejects.toMatchObject({ code: 'interrupted' });
    await expect(slow.run('/', ['x'], { signal: controller.signal })).rejects.toMatchObject({ code: 'interrupted' });
  });
});
