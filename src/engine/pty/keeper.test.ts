import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { keeperCommand, parseStatusMark } from './keeper.ts';
import { readProc } from './process-table.ts';
import { runCommand } from './run-command.ts';

const PATH = process.env.PATH ?? '';

describe.skipIf(process.platform !== 'linux')('when the app is killed', () => {
  test.each([
    ['a command', 'sleep S & sleep S', 2],
    ['one that ignores the hang-up', 'trap "" HUP; sleep S & while :; do sleep S; done', 2],
  ])('%s and its keeper end', async (_, template, count) => {
    const seconds = `${4000 + count}.${process.pid}`;
    const keeper = keeperCommand('t', ['/bin/bash', '-c', template.replaceAll('S', seconds)], { PATH });
    const script = `
      const { file, args, env } = JSON.parse(process.argv[1]);
      require(${JSON.stringify(createRequire(import.meta.url).resolve('node-pty'))}).spawn(file, args, { env });
    `;
    const app = spawn(process.execPath, ['-e', script, JSON.stringify(keeper)], { stdio: 'ignore' });
    const alive = () =>
      readProc({ marker: 'none', since: null }).filter(
        ({ pid, command }) => pid !== app.pid && command.includes(seconds),
      );
    for (
      let tries = 0;
      tries < 200 && alive().filter(({ command }) => command.startsWith('sleep')).length < count;
      tries += 1
    ) {
      await wait(20);
    }
    expect(alive().length).toBeGreaterThan(count);
    app.kill('SIGKILL');
    for (let tries = 0; tries < 80 && alive().length > 0; tries += 1) await wait(50);
    expect(alive()).toEqual([]);
  });

  test('a command that sends a hang-up itself does not end its keeper', async () => {
    // The keeper waits a second before it kills, so the command outlasts that.
    const result = await runCommand({
      command: 'trap "" HUP; kill -HUP 0; sleep 1.5; exit 4',
      cwd: '/',
      env: { PATH },
    });
    expect(result).toMatchObject({ exitCode: 4, signal: null });
  });
});

// Wait statuses as wait(2) encodes them: the code in the second byte, or the signal in the low seven bits.
test.each([
  ['status:0', 0, null],
  ['status:256', 1, null],
  ['status:65280', 255, null],
  ['status:33024', 129, null],
  ['status:9', null, 'SIGKILL'],
  ['status:139', null, 'SIGSEGV'],
  ['code:0', 0, null],
  ['code:127', 127, null],
  ['code:129', 129, null],
  ['code:137', null, 'SIGKILL'],
  ['code:255', 255, null],
])('%s', (mark, exitCode, signal) => {
  expect(parseStatusMark(mark)).toEqual({ exitCode, signal });
});

test('the mark of the end is no status', () => {
  expect(parseStatusMark('end:0')).toBeNull();
});

test('where there is no perl, a shell does it', () => {
  expect(keeperCommand('t', ['/bin/true'], { PATH }, 'sh').file).toBe('/bin/sh');
});
