import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockHolder, lockSession, SessionLockedError } from './session-lock.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forkscope-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('lets one writer in, and the next one when it has gone', () => {
  const release = lockSession(path);
  expect(() => lockSession(path)).toThrow(SessionLockedError);
  expect(lockHolder(path)).toBe(process.pid);
  release();
  lockSession(path)();
  expect(lockHolder(path)).toBeNull();
});

it('takes over the lock of a process that died', async () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  writeFileSync(path, JSON.stringify({ pid: child.pid, started: null }));
  expect(() => lockSession(path)).toThrow(`process ${child.pid}`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const release = lockSession(path);
  expect(lockHolder(path)).toBe(process.pid);
  release();
});

it.runIf(process.platform === 'linux')('is not fooled by a process id that was given to somebody else', () => {
  writeFileSync(path, JSON.stringify({ pid: process.pid, started: '1' }));
  expect(lockHolder(path)).toBeNull();
  lockSession(path);
  expect(JSON.parse(readFileSync(path, 'utf8')).started).not.toBe('1');
});

it('takes over a lock that cannot be read', () => {
  writeFileSync(path, '');
  expect(lockHolder(path)).toBeNull();
  lockSession(path)();
});
