import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readProc, readPs, startTicks } from './process-table.ts';

const MARKER = `FORKSCOPE_TEST_${process.pid}`;
let child: ChildProcess;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forkscope-table-'));
  // A name with brackets and blanks, which makes the kernel's line hard to read.
  const program = join(folder, 'odd ) (name');
  await copyFile('/bin/sleep', program);
  child = spawn(program, ['60'], { env: { [MARKER]: '1' }, stdio: 'ignore', detached: true });
  await new Promise((resolve) => child.once('spawn', resolve));
});
afterAll(async () => {
  child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

describe.skipIf(process.platform !== 'linux')('/proc', () => {
  test('shows parent, session, variable and command', () => {
    const entry = readProc({ marker: MARKER, since: null }).find(({ pid }) => pid === child.pid);
    expect(entry).toMatchObject({ parentPid: process.pid, sessionId: child.pid, zombie: false, marked: true });
    expect(entry?.command).toContain('odd ) (name');
    expect(entry?.startedAt).toBe(startTicks(child.pid ?? 0));
  });

  test('does not take a longer name, or a value, for the variable', () => {
    const entry = readProc({ marker: MARKER.slice(1), since: null }).find(({ pid }) => pid === child.pid);
    expect(entry?.marked).toBe(false);
  });

  test('leaves out what is older', () => {
    const since = startTicks(child.pid ?? 0);
    const seen = readProc({ marker: MARKER, since }).map(({ pid }) => pid);
    expect(seen).toContain(child.pid);
    expect(seen).not.toContain(1);
    expect(startTicks(1)).toBeLessThan(since ?? 0);
  });

  test('agrees with ps about the processes that both see', async () => {
    const other = new Map((await readPs({ marker: MARKER, since: null }, 'linux')).map((entry) => [entry.pid, entry]));
    const both = readProc({ marker: MARKER, since: null }).filter(({ pid }) => other.has(pid));
    expect(both.length).toBeGreaterThan(3);
    for (const { pid, parentPid, marked } of both) {
      if (pid === child.pid) expect(other.get(pid)).toMatchObject({ parentPid, marked: true });
      else expect([marked, other.get(pid)?.marked, other.get(pid)?.parentPid]).toEqual([false, false, parentPid]);
    }
  });

  test('a process that is gone has no start', () => {
    expect(startTicks(0x7fff_fff0)).toBeNull();
  });
});
