import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { makeCheckout } from './checkout.mjs';

/** Says who it is, then waits for SIGINT; cleaning up takes it a moment, as it takes the real one. */
const WAITS = `
  import { writeFileSync } from 'node:fs';
  let ends;
  process.on('SIGINT', () => {
    ends ??= setTimeout(() => { writeFileSync('interrupted', String(process.pid)); process.exit(130); }, 300);
  });
  setInterval(() => {}, 1000);
  console.log('ready ' + process.pid);
`;
const ECHOES = `console.log(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd() })); process.exitCode = 7;`;

async function interrupt(context, send) {
  const { folder, env } = makeCheckout(context, WAITS);
  const npm = spawn('npm', ['run', '-s', 'forkscope', '--', 'run'], { cwd: folder, env, detached: true });
  let output = '';
  npm.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  for (let tries = 0; !/ready \d+\n/.test(output); tries += 1) {
    assert.ok(tries < 500, 'the command line did not start within 10 s');
    await wait(20);
  }
  const pid = Number(/ready (\d+)/.exec(output)[1]);
  context.after(() => {
    for (const left of [pid, npm.pid]) {
      try {
        process.kill(left, 'SIGKILL');
      } catch {
        // As it should be.
      }
    }
  });
  const began = performance.now();
  const closed = once(npm, 'close');
  send(npm.pid);
  const [code, signal] = await closed;
  return { folder, pid, milliseconds: performance.now() - began, code: code ?? 128 + constants.signals[signal] };
}

const ways = [
  ['to npm alone', (pid) => process.kill(pid, 'SIGINT')],
  ['to the process group', (pid) => process.kill(-pid, 'SIGINT')],
];

for (const [name, send] of ways) {
  test(`SIGINT ${name} reaches the command line, and npm ends with its code`, { timeout: 20_000 }, async (context) => {
    const { folder, pid, milliseconds, code } = await interrupt(context, send);
    // `close` comes when the last holder of the output is gone: the command line itself.
    assert.equal(readFileSync(join(folder, 'interrupted'), 'utf8'), String(pid));
    assert.equal(code, 130);
    assert.ok(milliseconds < 5000, `${milliseconds} ms`);
  });
}

test('arguments, the folder it was typed in and the exit code are passed on', (context) => {
  const { folder, env } = makeCheckout(context, ECHOES);
  mkdirSync(join(folder, 'below'));
  const args = ['run', '-s', 'forkscope', '--', 'run', '--prompt', 'two words', '--json'];
  const result = spawnSync('npm', args, { cwd: join(folder, 'below'), env, encoding: 'utf8' });
  assert.deepEqual(JSON.parse(result.stdout), {
    args: ['run', '--prompt', 'two words', '--json'],
    cwd: realpathSync(join(folder, 'below')),
  });
  assert.equal(result.status, 7);
});

test('it builds when the sources have changed and says so on stderr only', (context) => {
  const { folder, env, write } = makeCheckout(context, ECHOES);
  const start = () => spawnSync('npm', ['run', '-s', 'forkscope'], { cwd: folder, env, encoding: 'utf8' });
  const builds = () => readFileSync(join(folder, 'builds.log'), 'utf8').trim().split(' ').length;

  assert.match(start().stderr, /Build: built/);
  assert.equal(builds(), 1);
  const second = start();
  assert.equal(second.stderr, '');
  assert.equal(second.stdout.trim().split('\n').length, 1);
  assert.equal(builds(), 1);

  write('src/cli/index.test.ts', 'a test');
  start();
  assert.equal(builds(), 1, 'tests are no part of the build');
  write('src/cli/index.ts', 'changed');
  start();
  assert.equal(builds(), 2);
});
