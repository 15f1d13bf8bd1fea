import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type BundledFork, bundledForkSchema } from '../../../core/worktree/bundle.ts';
import { commitAll, git, makeRepository, makeService, write } from '../testing/test-repository.ts';
import { unpack } from './carried-bytes.ts';
import { carriedPatch } from './carried-patch.ts';

const TEN = Array.from({ length: 10 }, (_, line) => `line ${line + 1}\n`).join('');
const edited = (line: number, text: string, source = TEN) => source.replace(`line ${line}\n`, `${text}\n`);
const names = { branch: 'fork-1', title: 'Ändere\nzwei Dateien' };

/** A fork with an edit, a new file, a removed one and a binary one; its parent held an uncommitted edit. */
async function makeBundle() {
  const { folder, root } = await makeRepository({ 'a.txt': TEN, 'gone.txt': 'x\n', 'ü.txt': TEN });
  await write(root, { 'ü.txt': edited(1, 'uncommitted in the parent') });
  const service = makeService(folder);
  const fork = await service.create(root, 'a');
  await write(fork.path, { 'a.txt': edited(2, 'two by the fork'), 'new/file': '1\n' });
  await write(fork.path, { 'ü.txt': edited(9, 'nine by the fork', edited(1, 'uncommitted in the parent')) });
  await writeFile(join(fork.path, 'image.bin'), Buffer.from([0, 255, 1, 10, 13]));
  await git(fork.path, 'rm', '--quiet', 'gone.txt');
  // As it comes out of a file.
  const bundled = bundledForkSchema.parse(JSON.parse(JSON.stringify(await service.bundle(fork.path, names))));
  return { folder, root, service, fork, bundled };
}

async function cloneOf(folder: string, root: string): Promise<string> {
  const clone = join(folder, 'clone');
  // Not the fork's own git branch, which holds its base.
  await git(folder, 'clone', '--quiet', '--no-local', '--single-branch', '--branch', 'main', root, clone);
  return clone;
}

it('is a mail that `git am` and `git apply --3way` take, and names the base', async () => {
  const { folder, fork, bundled } = await makeBundle();
  const mail = join(folder, 'fork.patch');
  await writeFile(mail, unpack(bundled.patch));
  const clone = join(folder, 'with-base');
  await git(folder, 'clone', '--quiet', fork.path, clone);
  await git(clone, 'reset', '--quiet', '--hard', bundled.baseCommit);
  await git(clone, 'apply', '--3way', mail);
  await git(clone, 'reset', '--quiet', '--hard', bundled.baseCommit);
  await git(clone, 'am', '--quiet', mail);
  expect(await git(clone, 'log', '-1', '--format=%an|%s')).toBe('Forkscope|Ändere zwei Dateien\n');
  expect(await readFile(join(clone, 'image.bin'))).toEqual(Buffer.from([0, 255, 1, 10, 13]));
  expect(await git(clone, 'ls-files')).toBe('a.txt\nimage.bin\nnew/file\n"\\303\\274.txt"\n');
  expect(unpack(bundled.patch).toString()).toContain(`base-commit: ${bundled.baseCommit}\n`);
});

it('is merged into a clone that lacks the base, three-way, as previewed, and can be undone', async () => {
  const { folder, root, service, bundled } = await makeBundle();
  const clone = await cloneOf(folder, root);
  await write(clone, { 'a.txt': edited(9, 'nine by the colleague') });
  const head = await commitAll(clone, 'of the colleague');
  const choice = { root: clone, fork: bundled, way: 'changes' as const };
  const plan = await service.team.preview(choice);
  // The clone never saw the parent's uncommitted edit: line 1 of that file differs from the base only on the fork's side.
  expect(plan.readiness.kind).toBe('ready');
  expect(plan.notices.join()).toContain('on top of');
  expect(await git(clone, 'status', '--porcelain')).toBe('');
  const result = await service.team.apply(choice, plan.planId);
  if (result.kind !== 'merged') throw new Error(result.message);
  expect(await readFile(join(clone, 'a.txt'), 'utf8')).toBe(
    edited(2, 'two by the fork', edited(9, 'nine by the colleague')),
  );
  expect(await readFile(join(clone, 'ü.txt'), 'utf8')).toBe(edited(9, 'nine by the fork'));
  expect(await git(clone, 'rev-parse', 'HEAD')).toBe(`${head}\n`);
  expect(await service.team.undo(clone, result.undoId, { force: false })).toMatchObject({ kind: 'undone' });
  expect(await git(clone, 'status', '--porcelain')).toBe('');
});

it('says in words when not even the commit below the base is there, and merges by the carried files', async () => {
  const { service, bundled } = await makeBundle();
  const { root: stranger } = await makeRepository({ 'a.txt': edited(2, 'two by a stranger'), 'own.txt': 'own\n' });
  const plan = await service.team.preview({ root: stranger, fork: bundled, way: 'commit' });
  expect(plan.notices.join()).toContain(`${bundled.anchorCommit.slice(0, 12)} below it is in this clone`);
  expect(plan.conflicts.map(({ path, kind }) => [path, kind])).toEqual([
    ['a.txt', 'contents'],
    ['ü.txt', 'modify/delete'],
  ]);
  expect(plan.readiness).toMatchObject({ message: expect.stringContaining('cannot be merged by git alone') });
});

it('does not take files that are not what the bundle says', async () => {
  const { folder, root, service, bundled } = await makeBundle();
  const clone = await cloneOf(folder, root);
  const patch = {
    encoding: 'utf8' as const,
    data: unpack(bundled.patch).toString().replace('two by the fork', 'two by a thief'),
  };
  const preview = (fork: BundledFork) => service.team.preview({ root: clone, fork, way: 'changes' });
  await expect(preview({ ...bundled, patch })).rejects.toMatchObject({ code: 'damaged' });
  await expect(preview({ ...bundled, files: bundled.files.slice(1) })).rejects.toMatchObject({ code: 'damaged' });
  const large = bundled.files.map((file) => ({
    ...file,
    before: file.before && { ...file.before, object: 'a'.repeat(40), data: null },
  }));
  await expect(preview({ ...bundled, files: large })).rejects.toMatchObject({ code: 'base-missing' });
});

it('shows what the fork changed without the mail around it', async () => {
  const { fork, bundled } = await makeBundle();
  await git(fork.path, 'add', '--all');
  const options = ['--cached', '--full-index', '--no-renames', bundled.baseCommit, '--'];
  const diffOf = (...paths: string[]) => git(fork.path, '-c', 'core.quotePath=false', 'diff', ...options, ...paths);
  expect(carriedPatch(bundled, 'a.txt')).toBe(await diffOf('a.txt'));
  // The last file of the mail: what comes after it is no part of it.
  expect(carriedPatch(bundled, 'ü.txt')).toBe(await diffOf('ü.txt'));
  expect(carriedPatch(bundled).startsWith(await diffOf('a.txt'))).toBe(true);
  expect(carriedPatch(bundled).endsWith(await diffOf('new/file', 'ü.txt'))).toBe(true);
});

it('says what a clone holds of what the fork started from', async () => {
  const { folder, root, service, bundled } = await makeBundle();
  const clone = await cloneOf(folder, root);
  // The base holds an uncommitted edit of the parent's, so that only the commit below it is in a clone; of the three files
  // that were there before, the edited one is in no commit.
  expect(await service.team.lookAtClone(clone, bundled)).toMatchObject({
    hasBase: false,
    hasAnchor: true,
    known: 2,
    of: 3,
  });
  expect(await service.team.lookAtClone(root, bundled)).toMatchObject({ hasBase: true, known: 3 });
  const { root: stranger } = await makeRepository({ 'own.txt': 'own\n' });
  expect(await service.team.lookAtClone(stranger, bundled)).toMatchObject({ hasAnchor: false, known: 0, of: 3 });
});

it('carries a discarded fork from its backup', async () => {
  const { root, service, fork, bundled } = await makeBundle();
  await service.release(fork.path);
  const result = await service.discard(fork.path, { confirmed: true });
  if (result.kind !== 'discarded' || result.backupRef === null) throw new Error('no backup');
  // git packs binary patches as the settings of the moment say; the content is named by its id.
  const { patch: _, ...kept } = await service.bundleBackup(root, result.backupRef, names);
  expect({ ...kept, patch: bundled.patch }).toEqual(bundled);
});
