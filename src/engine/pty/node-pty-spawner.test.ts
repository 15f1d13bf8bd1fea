import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNodePtySpawner, nodePtySpawner } from './node-pty-spawner.ts';
import type { PtyExit } from './pty-process.ts';
import { signalName } from './signal-name.ts';
import { spareTerminals } from './spare-terminals.ts';

const OPTIONS = { cwd: '/', env: { PATH: '/usr/bin:/bin' }, columns: 80, rows: 24 };

function exitOf(pty: { onExit(listener: (exit: PtyExit) => void): void }): Promise<PtyExit> {
  return new Promise((resolve) => pty.onExit(resolve));
}

test('gives the exit code, or the signal', async () => {
  const quick = await nodePtySpawner.spawn({ ...OPTIONS, file: '/bin/sh', args: ['-c', 'exit 7'] });
  expect(await exitOf(quick)).toEqual({ exitCode: 7, signal: null });
  const killed = await nodePtySpawner.spawn({ ...OPTIONS, file: '/bin/sh', args: ['-c', 'kill -TERM $$'] });
  expect(await exitOf(killed)).toEqual({ exitCode: null, signal: 'SIGTERM' });
});

test('closing ends a program that ignores hang-ups, at once', async () => {
  const times: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const pty = await nodePtySpawner.spawn({
      ...OPTIONS,
      file: '/bin/sh',
      args: ['-c', 'trap "" HUP; echo up; while :; do sleep 1; done'],
    });
    await new Promise<void>((resolve) => pty.onData(() => resolve()));
    const startedAt = performance.now();
    const exit = exitOf(pty);
    pty.close();
    pty.close();
    expect(await exit).toEqual({ exitCode: null, signal: 'SIGKILL' });
    times.push(performance.now() - startedAt);
  }
  // A terminal that is only killed is closed by a timer of node-pty after 200 ms. The best of three: others work too.
  expect(Math.min(...times)).toBeLessThan(150);
});

test('what comes after the end is ignored', async () => {
  const pty = await nodePtySpawner.spawn({ ...OPTIONS, file: '/bin/sh', args: ['-c', 'exit 0'] });
  await exitOf(pty);
  pty.write('x');
  pty.resize(10, 10);
  pty.pause();
  pty.resume();
  pty.close();
});

test('a size of nothing is raised to one', async () => {
  const pty = await nodePtySpawner.spawn({
    ...OPTIONS,
    columns: 0,
    rows: -3,
    file: '/bin/sh',
    args: ['-c', 'stty size'],
  });
  let text = '';
  pty.onData((data) => {
    text += data;
  });
  await exitOf(pty);
  expect(text.trim()).toBe('1 1');
});

test('free terminals are counted from what the kernel says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forkscope-pty-'));
  await writeFile(join(folder, 'max'), '4096\n');
  await writeFile(join(folder, 'nr'), '4080\n');
  expect(await spareTerminals(folder)).toBe(16);
  await writeFile(join(folder, 'nr'), 'what?\n');
  expect(await spareTerminals(folder)).toBeNull();
  await rm(folder, { recursive: true });
  expect(await spareTerminals(folder)).toBeNull();
});

test('the last twenty terminals of the machine are left to the person', async () => {
  const shell = { ...OPTIONS, file: '/bin/sh', args: ['-c', 'exit 0'] };
  await expect(createNodePtySpawner(async () => 19).spawn(shell)).rejects.toThrow(/^Only 19 terminals are free/);
  for (const spare of [20, null]) await exitOf(await createNodePtySpawner(async () => spare).spawn(shell));
});

test('signals have their usual names', () => {
  expect([1, 2, 6, 9, 15].map(signalName)).toEqual(['SIGHUP', 'SIGINT', 'SIGABRT', 'SIGKILL', 'SIGTERM']);
  expect(signalName(63)).toBe('SIG63');
});
