import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockSession } from './session-lock.ts';
import { isArchived, listTrash, restoreSession, sessionBytes, setArchived, trashSession } from './session-shelf.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'forkscope-shelf-'));
  await mkdir(join(home, 'sessions', 's1', 'blobs'), { recursive: true });
  await writeFile(join(home, 'sessions', 's1', 'events.jsonl'), 'a line\n');
  await writeFile(join(home, 'sessions', 's1', 'blobs', 'b'), '123');
});
afterEach(() => rm(home, { recursive: true, force: true }));

const label = { title: 'One', workspace: '/repo', deletedAt: 7 };

it('counts every byte of a session', async () => {
  expect(await sessionBytes(home, 's1')).toBe('a line\n'.length + 3);
});

it('archives and brings back without a change to the log', async () => {
  await setArchived(home, 's1', true);
  expect(isArchived(home, 's1')).toBe(true);
  await setArchived(home, 's1', false);
  expect(isArchived(home, 's1')).toBe(false);
});

it('moves a deleted session into the trash, and all of it back', async () => {
  await trashSession(home, 's1', label);
  expect(existsSync(join(home, 'sessions', 's1'))).toBe(false);
  expect(await listTrash(home)).toEqual([{ sessionId: 's1', ...label }]);
  await restoreSession(home, 's1');
  expect(readFileSync(join(home, 'sessions', 's1', 'events.jsonl'), 'utf8')).toBe('a line\n');
  expect(readFileSync(join(home, 'sessions', 's1', 'blobs', 'b'), 'utf8')).toBe('123');
  expect(await listTrash(home)).toEqual([]);
});

it('deletes nothing that is open elsewhere, and nothing outside the data folder', async () => {
  const release = lockSession(join(home, 'sessions', 's1', 'lock'));
  await expect(trashSession(home, 's1', label)).rejects.toThrow(/open in another Forkscope/);
  release();
  await expect(trashSession(home, '../outside', label)).rejects.toThrow(/no stored session/);
  await expect(trashSession(home, '..', label)).rejects.toThrow(/no stored session/);
});
