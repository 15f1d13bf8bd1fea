import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandOptions } from './command.ts';
import { commandEnvironment } from './command-environment.ts';
import { runCommand } from './run-command.ts';

const env = commandEnvironment(process.env);
let cwd = '';
const busy: ChildProcess[] = [];

beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'forkscope-output-')));
});
afterAll(async () => {
  for (const loop of busy) loop.kill('SIGKILL');
  await rm(cwd, { recursive: true, force: true });
});

function run(command: string, options: Partial<CommandOptions> = {}) {
  return runCommand({ command, cwd, env, timeoutMs: 20_000, ...options });
}

test('200 quick commands of 64 kB on a busy machine lose nothing, neither for the reader nor for the model', async () => {
  for (let index = 0; index < 2; index += 1) busy.push(spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }));
  // 1024 lines of 64 bytes, the line end included; the terminal makes CR LF of it.
  const lines = Array.from({ length: 1024 }, (_, index) => `${String(index).padStart(8, '0')}${'x'.repeat(55)}`);
  const command = `i=0; while [ $i -lt 1024 ]; do printf '%08d%s\\n' $i ${'x'.repeat(55)}; i=$((i+1)); done`;
  const quick = 'head -c 65536 lines.txt; exit 3';
  await run(`{ ${command}; } > lines.txt`);
  let lost = 0;
  const one = async () => {
    const seen: string[] = [];
    const result = await run(quick, { onData: (text) => void seen.push(text), outputCap: 100_000 });
    const whole = seen.join('') === lines.map((line) => `${line}\r\n`).join('');
    if (!whole || result.output !== `${lines.join('\n')}\n` || result.exitCode !== 3) lost += 1;
  };
  for (let round = 0; round < 50; round += 1) await Promise.all([one(), one(), one(), one()]);
  for (const loop of busy.splice(0)) loop.kill('SIGKILL');
  expect(lost).toBe(0);
}, 60_000);

test('characters and escape sequences that are split over writes come out whole', async () => {
  const seen: string[] = [];
  const script =
    'import os,time\n' +
    "for part in (b'a \\xe2', b'\\x80\\x94 b \\xf0\\x9f', b'\\x98\\x80\\n\\x1b', b'[3', b'1mred\\x1b[', b'0m\\n\\x1b]0;ti', b'tle\\x07end\\n'):\n" +
    '    os.write(1, part); time.sleep(0.02)';
  const result = await run(`python3 -c "${script}"`, { onData: (text) => void seen.push(text) });
  expect(result.output).toBe('a — b 😀\nred\nend\n');
  expect(seen.join('')).toBe('a — b 😀\r\n\u001b[31mred\u001b[0m\r\n\u001b]0;title\u0007end\r\n');
  expect(seen.some((text) => /\p{Surrogate}/u.test(text))).toBe(false);
});

test('half a character at the very end is one replacement sign', async () => {
  expect((await run("printf 'x\\342\\200'")).output).toMatch(/^x\uFFFD{1,2}$/);
});

test('a progress bar of 2000 frames is one line for the model, and all frames for the reader', async () => {
  let bytes = 0;
  const bar =
    'i=0; while [ $i -lt 2000 ]; do i=$((i+1)); printf "\\rbuilding [%-20s] %4d/2000" "####" $i; done; echo; echo done';
  const result = await run(bar, {
    onData: (text) => {
      bytes += text.length;
    },
  });
  expect(result.output).toBe('building [####                ] 2000/2000\ndone\n');
  expect(bytes).toBeGreaterThan(2000 * 30);
});

test('a flood of 50 MB is cut in the middle, counted, and does not fill the memory', async () => {
  const before = process.memoryUsage().rss;
  let most = 0;
  let chunks = 0;
  let seen = 0;
  const result = await run('yes "0123456789 0123456789 0123456789" | head -c 50000000', {
    onData: (text) => {
      seen += text.length;
      chunks += 1;
      if (chunks % 500 === 0) most = Math.max(most, process.memoryUsage().rss);
    },
  });
  // 33 bytes a line with its end; the terminal adds one CR for each.
  const lines = Math.floor(50_000_000 / 33);
  expect(seen).toBe(50_000_000 + lines);
  expect(result.output.length).toBeLessThan(30_100);
  expect(result.output.startsWith('0123456789 0123456789 0123456789\n')).toBe(true);
  const omitted = Number(/\[… ([\d,]+) characters omitted here …\]/.exec(result.output)?.[1]?.replaceAll(',', ''));
  const kept = result.output.replace(/\[… .*\n/, '').length;
  expect(omitted + kept).toBe(50_000_000);
  expect(result.truncatedBytes).toBe(omitted);
  expect(most - before).toBeLessThan(150e6);
}, 60_000);

test('one line of 20 MB without an end is cut too', async () => {
  const result = await run('head -c 20000000 /dev/zero | tr "\\0" z');
  expect(result.output.length).toBeLessThan(30_100);
  expect(result.output).toMatch(/^z+\n\[… 19,97\d,\d+ characters omitted here …\]\nz+$/);
}, 60_000);

test('a program waits while its reader is behind, and no data is lost when it catches up', async () => {
  let seen = 0;
  let behind = true;
  const waiting: (() => void)[] = [];
  const command = run('head -c 20000000 /dev/zero | tr "\\0" z; echo end', {
    onData: (text) => {
      seen += text.length;
      return behind ? new Promise((resolve) => waiting.push(resolve)) : undefined;
    },
  });
  await wait(700);
  // 256 Ki until the pause, then what the kernel and the stream still hold; far from 20 MB.
  expect(seen).toBeGreaterThan(200_000);
  expect(seen).toBeLessThan(1_000_000);
  behind = false;
  for (const resolve of waiting) resolve();
  await command;
  expect(seen).toBe(20_000_000 + 'end\r\n'.length);
}, 60_000);

test('git and man do not page', async () => {
  const commits =
    'for i in $(seq 60); do git -c user.name=a -c user.email=a@b commit -q --allow-empty -m "commit $i"; done';
  await run(`git init -q . && ${commits}`);
  const log = await run('git log');
  expect(log).toMatchObject({ exitCode: 0, timedOut: false });
  expect(log.output).toContain('commit 60\n');
  expect(log.output).toContain('    commit 1\n');
  expect(log.durationMs).toBeLessThan(5_000);
  const manual = await run('command -v man > /dev/null && man ls || true');
  expect(manual.timedOut).toBe(false);
}, 60_000);
