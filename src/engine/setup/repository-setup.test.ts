import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readRepositorySetup } from './repository-setup.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'forkscope-setup-'));
  await mkdir(join(root, '.forkscope'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const file = () => join(root, '.forkscope/settings.json');

it('reads the command, and leaves alone what else may stand there', async () => {
  await expect(readRepositorySetup(root)).resolves.toEqual({ command: null, problem: null });
  await writeFile(file(), '{"theme": "dark", "setup": {"command": " npm ci\\nnpm test "}}');
  await expect(readRepositorySetup(root)).resolves.toEqual({ command: 'npm ci\nnpm test', problem: null });
  await writeFile(file(), '{}');
  await expect(readRepositorySetup(root)).resolves.toEqual({ command: null, problem: null });
});

it.each([
  ['no JSON', '{"setup": '],
  ['no text', '{"setup": {"command": 7}}'],
  ['an empty command', '{"setup": {"command": "  "}}'],
  ['a command that hides its end from who reads it', '{"setup": {"command": "npm ci \\u202e# dlrow"}}'],
  ['escapes for a terminal', '{"setup": {"command": "npm ci\\u001b[2K"}}'],
])('is not used with %s, and says so', async (_, text) => {
  await writeFile(file(), text);
  const { command, problem } = await readRepositorySetup(root);
  expect(command).toBeNull();
  expect(problem).toContain(file());
});

it.skipIf(process.platform === 'win32')('follows no link and waits for no pipe', async () => {
  await writeFile(join(root, 'elsewhere.json'), '{"setup": {"command": "npm ci"}}');
  await symlink(join(root, 'elsewhere.json'), file());
  expect((await readRepositorySetup(root)).command).toBeNull();
  await rm(file());
  await execa('mkfifo', [file()]);
  expect((await readRepositorySetup(root)).command).toBeNull();
});
