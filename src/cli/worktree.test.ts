import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventBody } from '../core/session/events.ts';
import { asFault } from '../engine/engine-fault.ts';
import { ask, lastText, say, startTestEngine, type TestEngine } from '../engine/testing/test-engine.ts';
import { worktreeCommand } from './worktree-command.ts';

let test: TestEngine;
beforeEach(async () => {
  test = await startTestEngine();
});
afterEach(() => test.dispose());

const writes = (name: string) =>
  ask({ name: 'write_file', args: { path: 'notes.txt', content: `one\n${name}\nthree\n` } });

/** A finished session with two forks that both wrote line 2 of notes.txt. */
async function makeSession(): Promise<string> {
  test.model.script((request) => {
    const text = lastText(request);
    const name = /Directive: (\w+)/.exec(text)?.[1];
    return name === undefined ? say('done') : writes(name);
  });
  const session = await test.create({ isolation: 'worktree' });
  await session.idle();
  await session.fork('root', null, ['apple', 'pear']);
  await session.idle();
  return session.state.session?.sessionId ?? '';
}

/** One run of the command on another engine, as from a shell. */
async function forkscope(...args: readonly string[]) {
  const engine = await test.restart();
  let out = '';
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text;
    return true;
  });
  process.exitCode = undefined;
  let message: string | null = null;
  try {
    await worktreeCommand(() => engine).parseAsync(['node', 'worktree', ...args]);
  } catch (error) {
    message = asFault(error).message;
  } finally {
    spy.mockRestore();
  }
  const code = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  return { out, code, message, json: () => JSON.parse(out) as Record<string, unknown> };
}

const notes = () => readFile(join(test.repository, 'notes.txt'), 'utf8');

it('lists, compares, merges, undoes, discards and restores, each with a log that says so', async () => {
  const id = await makeSession();
  const listed = await forkscope('list', id, '--json');
  expect(listed.json()).toMatchObject({
    branches: [
      { branch: 'fork-1', files: 1 },
      { branch: 'fork-2', files: 1 },
    ],
    backups: [],
    snapshots: [{ sessionId: id, branches: ['fork-1', 'fork-2'], moments: 2, holder: 'stored' }],
  });
  expect((await forkscope('list', id)).out).toContain(`refs/forkscope/snapshots/${id}  2 moments of 2 branches`);
  expect((await forkscope('diff', id, 'fork-1')).out).toContain('+apple');
  const between = await forkscope('diff', id, 'fork-2', '--against', 'fork-1', '--json');
  expect(between.json()).toMatchObject({ files: [{ path: 'notes.txt', added: 1, removed: 1 }] });

  const conflicts = await forkscope('conflicts', id, '--json');
  expect(conflicts.code).toBe(1);
  expect(conflicts.json()).toMatchObject({
    pairs: expect.arrayContaining([expect.objectContaining({ one: 'fork-1', other: 'fork-2', level: 'hot' })]),
    order: [
      { id: 'fork-1', isClean: true },
      { id: 'fork-2', isClean: false },
    ],
  });

  const preview = await forkscope('apply', id, 'fork-1', '--preview');
  expect(preview.code).toBe(0);
  expect(preview.out).toContain('modified notes.txt +1 −1');
  expect(await notes()).toBe('one\ntwo\nthree\n');
  const applied = await forkscope('apply', id, 'fork-1', '--json');
  expect(applied.message).toBeNull();
  expect(await notes()).toBe('one\napple\nthree\n');

  const second = await forkscope('apply', id, 'fork-2');
  expect(second.message).toMatch(/^notes\.txt cannot be merged by git alone\..*--resolve/);
  const resolved = join(test.home, 'resolved.txt');
  await writeFile(resolved, 'one\napple and pear\nthree\n');
  const settle = ['--resolve', `notes.txt=@${resolved}`];
  const unasked = await forkscope('apply', id, 'fork-2', ...settle);
  expect(unasked.message).toContain('--allow-dirty');
  expect((await forkscope('apply', id, 'fork-2', ...settle, '--allow-dirty', 'notes.txt')).message).toBeNull();
  expect(await notes()).toBe('one\napple and pear\nthree\n');

  const merges = (await forkscope('list', id, '--json')).json().branches as { merges: { undoId: string }[] }[];
  const undoId = merges[1]?.merges[0]?.undoId ?? '';
  expect((await forkscope('undo', id, 'fork-2', undoId)).message).toBeNull();
  expect(await notes()).toBe('one\napple\nthree\n');

  expect((await forkscope('discard', id, 'fork-2')).message).toContain('--yes');
  expect((await forkscope('discard', id, 'fork-2', '--yes', '--json')).json()).toMatchObject({
    backupRef: expect.stringMatching(/^refs\/forkscope\/backup\//),
  });
  expect((await forkscope('apply', id, 'fork-2')).message).toContain('Restore it first');
  const restored = (await forkscope('restore', id, 'fork-2', '--json')).json();
  expect(await readFile(join(String(restored.path), 'notes.txt'), 'utf8')).toBe('one\npear\nthree\n');

  const { home } = test;
  const log = await readFile(join(home, 'sessions', id, 'events.jsonl'), 'utf8');
  const types = log.split('\n').flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as EventBody).type]));
  expect(types.filter((type) => /^worktree-(merged|undone|removed|restored)$/.test(type))).toEqual([
    'worktree-merged',
    'worktree-merged',
    'worktree-undone',
    'worktree-removed',
    'worktree-restored',
  ]);
}, 120_000);

it('exports a fork as a patch and as a bundle that another clone takes', async () => {
  const id = await makeSession();
  const clone = join(test.home, 'clone');
  await execa('git', ['clone', '--quiet', test.repository, clone]);
  const [patch, bundle] = [join(test.home, 'f.patch'), join(test.home, 'f.bundle')];
  await forkscope('export', id, 'fork-1', '--format', 'patch', '-o', patch);
  await execa('git', ['apply', '--3way', patch], { cwd: clone });
  expect(await readFile(join(clone, 'notes.txt'), 'utf8')).toBe('one\napple\nthree\n');
  const made = (await forkscope('export', id, 'fork-2', '--format', 'bundle', '-o', bundle, '--json')).json();
  await execa('git', ['fetch', '--quiet', bundle, String(made.ref)], { cwd: clone });
  const { stdout } = await execa('git', ['show', 'FETCH_HEAD:notes.txt'], { cwd: clone });
  expect(stdout).toBe('one\npear\nthree');
  expect((await test.git('for-each-ref', 'refs/forkscope/export')).trim()).toBe('');
}, 120_000);

it('tells wrong words in one sentence', async () => {
  const id = await makeSession();
  expect((await forkscope('diff', id, 'root')).message).toContain('has no worktree of its own');
  expect((await forkscope('diff', id, 'fork-9')).message).toContain('There is no branch fork-9');
  expect((await forkscope('apply', id, 'fork-1', '--hunk', 'notes.txt')).message).toContain('Write PATH:1,3');
  expect((await forkscope('undo', id, 'fork-1', 'nothing')).message).toContain('no merge called nothing');
  expect((await forkscope('restore', id, 'fork-1')).message).toContain('was not discarded');
  expect((await forkscope('list', 'no-such-session')).message).toContain('There is no session');
  expect((await forkscope('apply', id)).message).toContain('Name a session and a branch');
  expect((await forkscope('apply', '--bundle', join(test.home, 'none'))).message).toContain('There is no file');
  expect((await forkscope('undo')).message).toContain('or give --id');
  expect((await forkscope('prune', '--days', 'soon')).message).toContain('is no number of days');
  const pruned = await forkscope('prune', '--workspace', test.repository, '--dry-run', '--days', '0', '--json');
  expect(pruned.json()).toMatchObject({ removed: [], kept: [{ why: expect.any(String) }, {}] });
}, 120_000);

it('counts what a folder holds now, and says so when only the log knows', async () => {
  const id = await makeSession();
  const branches = async () => {
    const listed = (await forkscope('list', id, '--json')).json().branches;
    return listed as { path: string; files: number; added: number; countedIn: string }[];
  };
  const [first, second] = await branches();
  await writeFile(join(first?.path ?? '', 'later.txt'), 'one\ntwo\n');
  await rm(second?.path ?? '', { recursive: true });
  expect(await branches()).toMatchObject([
    { path: first?.path, files: 2, added: (first?.added ?? 0) + 2, countedIn: 'folder' },
    { path: second?.path, files: 1, countedIn: 'log' },
  ]);
  const { out } = await forkscope('list', id);
  expect(out.match(/\(by the log\)/g)).toHaveLength(1);
});

it('brings a fork back from its newest snapshot when somebody else removed its folder', async () => {
  const id = await makeSession();
  const listed = (await forkscope('list', id, '--json')).json().branches as { path: string; gitBranch: string }[];
  const [first = '', second = ''] = listed.map(({ path }) => path);
  await rm(first, { recursive: true });
  // As a prune of another data folder does: the entry, the git branch, our record and the base ref.
  await test.git('worktree', 'remove', '--force', '--force', second);
  await test.git('branch', '-D', listed[1]?.gitBranch ?? '');
  const { id: base } = JSON.parse(await readFile(`${second}.json`, 'utf8')) as { id: string };
  await test.git('update-ref', '-d', `refs/forkscope/base/${base}`);
  await rm(`${second}.json`);

  expect((await forkscope('diff', id, 'fork-1')).message).toMatch(/is gone.*Discard.*forkscope worktree restore/);
  const back = (await forkscope('restore', id, 'fork-1', '--json')).json();
  expect(await readFile(join(String(back.path), 'notes.txt'), 'utf8')).toBe('one\napple\nthree\n');
  expect((await forkscope('diff', id, 'fork-1')).out).toContain('+apple');

  expect((await forkscope('apply', id, 'fork-2')).message).toMatch(/is gone.*Discard/);
  expect((await forkscope('discard', id, 'fork-2', '--yes')).out).toMatch(
    /^Removed\. .*kept under refs\/forkscope\/backup\//,
  );
  const again = (await forkscope('restore', id, 'fork-2', '--json')).json();
  expect(await readFile(join(String(again.path), 'notes.txt'), 'utf8')).toBe('one\npear\nthree\n');
}, 120_000);

it('brings back a fork of whose removal the log says that it held nothing', async () => {
  const id = await makeSession();
  const [{ path } = { path: '' }] = (await forkscope('list', id, '--json')).json().branches as { path: string }[];
  await rm(path, { recursive: true });
  const pruned = { path, name: 'fork', root: test.repository, backupRef: null, at: 1 };
  await writeFile(join(test.home, 'worktrees', 'removed.jsonl'), `${JSON.stringify(pruned)}\n`);
  const back = (await forkscope('restore', id, 'fork-1', '--json')).json();
  expect(await readFile(join(String(back.path), 'notes.txt'), 'utf8')).toBe('one\napple\nthree\n');
}, 120_000);

it('says that a file did not change, and counts one file as one', async () => {
  const id = await makeSession();
  expect((await forkscope('diff', id, 'fork-1', '--file', 'nope.txt')).message).toBe(
    'nope.txt did not change in fork-1. Leave --file out to see which files did.',
  );
  expect((await forkscope('diff', id, 'fork-1', '--against', 'fork-2', '--file', 'nope.txt')).message).toContain(
    'nope.txt did not change from fork-2 to fork-1',
  );
  expect((await forkscope('diff', id, 'fork-1', '--file', 'notes.txt')).out).toContain('+apple');
  expect((await forkscope('apply', id, 'fork-1')).out).toMatch(/^1 file written to .*, nothing committed\.$/m);
}, 120_000);
