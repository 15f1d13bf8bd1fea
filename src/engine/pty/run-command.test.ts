import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandOptions } from './command.ts';
import { commandEnvironment } from './command-environment.ts';
import { FakePtySpawner } from './fake-pty-spawner.ts';
import { TerminalUnavailableError } from './pty-process.ts';
import { runCommand, startCommand } from './run-command.ts';

const env = commandEnvironment(process.env);
let cwd = '';

beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'forkscope-run-')));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

function run(command: string, options: Partial<CommandOptions> = {}) {
  return runCommand({ command, cwd, env, timeoutMs: 10_000, ...options });
}

describe.each(['perl', 'sh'] as const)('with the %s keeper', (keeper) => {
  // Expected values are the shell's own rules (POSIX 2.8.2 and bash's manual), not what the code did once.
  test.each([
    ['exit 3', 3, null],
    ['false', 1, null],
    ['exit 255', 255, null],
    ['exit 129', 129, null],
    ['exec sh -c "exit 4"', 4, null],
    ['set -e; false; exit 9', 1, null],
    ['trap "exit 7" EXIT; exit 5', 7, null],
    ['trap "" TERM; kill 0; exit 6', 6, null],
    ['exec 0<&-; exit 8', 8, null],
    ['exec 0<&- 1>&- 2>&-; exit 6', 6, null],
    ['stty raw -echo; exit 2', 2, null],
    ['no-such-program-here', 127, null],
    ['/', 126, null],
    ['sh -c "kill -9 \\$\\$"; exit 4', 4, null],
    ['kill -9 $$', null, 'SIGKILL'],
    ['kill -TERM $$', null, 'SIGTERM'],
    ['kill -ABRT $$', null, 'SIGABRT'],
    ['kill 0; sleep 5', null, 'SIGTERM'],
    ['kill -9 0', null, 'SIGKILL'],
    ['kill -9 $PPID; sleep 5', null, 'SIGKILL'],
  ])('%s', async (command, exitCode, signal) => {
    const result = await run(command, { keeper });
    expect({ exitCode: result.exitCode, signal: result.signal }).toEqual({ exitCode, signal });
    expect([result.timedOut, result.interrupted, result.leftAlive]).toEqual([false, false, []]);
  });

  test('prints what the command printed, and nothing of its own', async () => {
    const seen: string[] = [];
    const result = await run('echo out; echo err >&2; kill -SEGV $$', {
      keeper,
      onData: (text) => void seen.push(text),
    });
    expect(result.output).toBe('out\nerr\n');
    expect(seen.join('')).toBe('out\r\nerr\r\n');
  });

  test('waits for the end of what the output is piped through', async () => {
    const result = await run('seq 1 2000 > >(tee copy.txt >(tail -n 1 > /dev/null))', { keeper });
    expect(result.output.trimEnd().split('\n')).toEqual(Array.from({ length: 2000 }, (_, index) => `${index + 1}`));
  });
});

test('only perl tells an exit code of 137 from a KILL', async () => {
  expect(await run('exit 137', { keeper: 'perl' })).toMatchObject({ exitCode: 137, signal: null });
});

test('runs in its folder, in a terminal of the given size, in a session of its own', async () => {
  const result = await run('pwd; stty size; test -t 0 && test -t 1 && echo terminal; ps -o sid= -p $$ | tr -d " "', {
    columns: 97,
    rows: 31,
  });
  const [folder, size, terminal, session] = result.output.split('\n');
  expect([folder, size, terminal]).toEqual([cwd, '31 97', 'terminal']);
  expect(Number(session)).not.toBe(process.pid);
});

test('can be typed into and resized while it runs', async () => {
  let ready: () => void = () => undefined;
  const prompt = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const command = await startCommand({
    command: 'trap "stty size" WINCH; echo name?; read name; read again; echo "hello $name$again"',
    cwd,
    env,
    timeoutMs: 10_000,
    onData: (text) => {
      if (text.includes('name?')) ready();
    },
  });
  await prompt;
  command.resize(70, 20);
  command.write('Ada\nagain\n');
  const { output } = await command.result;
  expect(output).toContain('20 70\n');
  expect(output).toMatch(/hello Ada\w*\n$/);
});

test('a Ctrl-C that a person types interrupts the command', async () => {
  const command = await startCommand({
    command: 'echo started; sleep 300',
    cwd,
    env,
    timeoutMs: 10_000,
    onData: (text) => {
      if (text.includes('started')) command.write('\u0003');
    },
  });
  expect(await command.result).toMatchObject({ signal: 'SIGINT', interrupted: false, timedOut: false });
});

test('takes a paste that is larger than the terminal can hold', async () => {
  const lines = Array.from({ length: 3000 }, (_, index) => `line ${index} ${'x'.repeat(60)}`);
  const command = await startCommand({
    command: 'stty -echo; echo ready; head -n 3000 | sha256sum',
    cwd,
    env,
    timeoutMs: 10_000,
    onData: (text) => {
      if (text.includes('ready')) command.write(`${lines.join('\n')}\n`);
    },
  });
  await writeFile(join(cwd, 'paste.txt'), `${lines.join('\n')}\n`);
  const expected = await run('sha256sum < paste.txt');
  expect((await command.result).output).toBe(`ready\n${expected.output}`);
});

test('runs a command that is longer than one argument may be', async () => {
  const text = 'y'.repeat(300_000);
  const result = await run(`cat > long.txt <<'END'\n${text}\nEND\nwc -c < long.txt; exit 3`);
  expect(result).toMatchObject({ output: '300001\n', exitCode: 3 });
});

test("keeps the keeper's settings from the command, and the person's Perl settings from the keeper", async () => {
  const result = await run('echo "[$PERL5OPT|$PERL_BADLANG|$LC_ALL]"; env | grep -c FORKSCOPE_SAVED', {
    env: { ...env, PERL5OPT: '-MNo::Such::Module', LC_ALL: 'xx_YY.UTF-8' },
    keeper: 'perl',
  });
  expect(result.output.split('\n').filter((line) => !line.includes('setlocale'))).toEqual([
    '[-MNo::Such::Module||xx_YY.UTF-8]',
    '0',
    '',
  ]);
});

test("does not let a command read another one's terminal", async () => {
  const other = startCommand({ command: 'sleep 300', cwd, env });
  await other;
  const result = await run('ls -l /proc/$$/fd | grep -c ptmx');
  expect(result.output).toBe('0\n');
  (await other).write('\u0003');
  await (await other).result;
});

test('a folder that is gone is a plain error', async () => {
  await expect(run('true', { cwd: join(cwd, 'gone') })).rejects.toThrow(/gone does not exist any more/);
  await expect(run('true', { cwd: join(cwd, 'paste.txt') })).rejects.toThrow(/is not a folder/);
});

test('an error of the spawner reaches the caller', async () => {
  const spawner = { spawn: () => Promise.reject(new TerminalUnavailableError('none left')) };
  await expect(run('true', { spawner })).rejects.toThrow('none left');
});

test('a signal that is aborted before the start starts nothing', async () => {
  const spawner = new FakePtySpawner();
  const result = await run('true', { spawner, signal: AbortSignal.abort() });
  expect(result).toMatchObject({ interrupted: true, exitCode: null, signal: null, output: '' });
  expect(spawner.processes).toEqual([]);
});

test('a keeper that dies without a word still gives a result', async () => {
  const spawner = new FakePtySpawner();
  const next = spawner.next();
  const result = run('true', { spawner, token: 'abc' });
  const pty = await next;
  await Promise.resolve();
  pty.print('half a li');
  pty.print('\u001b_abc:sta');
  pty.exit({ exitCode: null, signal: 'SIGKILL' });
  expect(await result).toMatchObject({ signal: 'SIGKILL', exitCode: null, output: 'half a li' });
});
