import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { asFault } from './engine-fault.ts';
import { fileFault } from './file-fault.ts';
import { listStoredSessions } from './transcripts/list-sessions.ts';

const folder = mkdtempSync(join(tmpdir(), 'forkscope-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'file');
writeFileSync(file, 'x');
symlinkSync('loop', join(folder, 'loop'));

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

/** As Node writes it; root is not refused anything, so that a test cannot make it happen. */
function refused(code: string, syscall: string, path: string): Error {
  return Object.assign(new Error(`${code}: refused, ${syscall} '${path}'`), { code, syscall, path });
}

describe('errors of the file system, in plain words', () => {
  it.each<[string, string, () => unknown]>([
    ['ENOENT', 'is not there', () => readFileSync(join(folder, 'gone'))],
    ['ENOTDIR', 'is a file and no folder', () => mkdirSync(join(file, 'sessions', 's'), { recursive: true })],
    ['ENOTDIR', 'is a file and no folder', () => readdirSync(join(file, 'sessions'))],
    ['EEXIST', 'a file of this name is there', () => mkdirSync(file)],
    ['EISDIR', 'is a folder', () => openSync(folder, 'w')],
    ['ELOOP', 'leads back to itself', () => readFileSync(join(folder, 'loop'))],
    ['ENAMETOOLONG', 'is too long', () => readFileSync(join(folder, 'n'.repeat(300)))],
  ])('%s: %s', (code, words, work) => {
    const fault = asFault(thrownBy(work));
    expect(fault.code).toBe(code);
    expect(fault.message).toContain(words);
    expect(fault.message).toContain(folder);
    expect(fault.message).not.toContain(code);
  });

  it.each([
    ['EACCES', 'mkdir', 'may not be made'],
    ['EACCES', 'open', 'may not be read or written'],
    ['EROFS', 'mkdir', 'read-only'],
    ['ENOSPC', 'write', 'is full'],
  ])('%s of %s: %s', (code, syscall, words) => {
    const fault = asFault(refused(code, syscall, '/data/sessions'));
    expect(fault).toEqual({ code, message: expect.stringContaining(words) });
    expect(fault.message).toContain('/data/sessions');
    expect(fault.message).not.toContain(code);
  });

  it('leaves errors of programs and sockets to others', async () => {
    const socket = connect(join(folder, 'no-socket'));
    const error = await new Promise((resolve) => socket.once('error', resolve));
    expect(fileFault(error)).toBeNull();
    expect(fileFault(refused('ENOENT', 'spawn git', 'git'))).toBeNull();
    expect(fileFault(new Error('anything'))).toBeNull();
  });

  it('a data folder that is a file is no empty one', async () => {
    await expect(listStoredSessions(file)).rejects.toMatchObject({ code: 'ENOTDIR' });
    expect(await listStoredSessions(join(folder, 'not-yet'))).toEqual([]);
  });
});
