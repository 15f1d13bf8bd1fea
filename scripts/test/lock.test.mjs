import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { inRoot } from '../lib/paths.mjs';
import { makeTemporaryFolder } from '../lib/temporary-folder.mjs';

function temporary(context) {
  const folder = mkdtempSync(join(tmpdir(), 'forkscope-lock-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a process that imports the given module of scripts/lib as `lib` and runs the code. */
function start(module, code, env) {
  const url = JSON.stringify(`file://${inRoot('scripts', 'lib', module)}`);
  const source = `const lib = await import(${url}); const fs = await import('node:fs'); ${code}`;
  return spawn(process.execPath, ['--input-type=module', '-e', source], { env: { ...process.env, ...env } });
}

async function until(condition) {
  for (let tries = 0; tries < 500; tries += 1) {
    if (condition()) return;
    await wait(10);
  }
  assert.fail('it did not happen within 5 s');
}

test('six processes with one lock work one after the other', async (context) => {
  const folder = temporary(context);
  const log = join(folder, 'log');
  writeFileSync(log, '');
  const code = `await lib.withLock('one', async () => {
    fs.appendFileSync(process.env.LOG, 'in ');
    await new Promise((done) => setTimeout(done, 30));
    fs.appendFileSync(process.env.LOG, 'out ');
  });`;
  const all = Array.from({ length: 6 }, () => start('lock.mjs', code, { FORKSCOPE_CACHE: folder, LOG: log }));
  await Promise.all(all.map((child) => once(child, 'exit')));
  assert.equal(readFileSync(log, 'utf8'), 'in out '.repeat(6));
});

test('the lock of a killed process is taken over', async (context) => {
  const folder = temporary(context);
  const env = { FORKSCOPE_CACHE: folder };
  const file = join(folder, 'locks', 'one.lock');
  const holder = start(
    'lock.mjs',
    `await lib.withLock('one', () => new Promise(() => setInterval(() => {}, 1e3)));`,
    env,
  );
  await until(() => existsSync(file));
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  assert.ok(existsSync(file), 'a killed process leaves its lock');
  const next = start('lock.mjs', `await lib.withLock('one', () => console.log('mine'));`, env);
  const [code] = await once(next, 'exit');
  assert.equal(code, 0);
  assert.ok(!existsSync(file));
});

test('unfinished work goes away at a signal, and after a kill at the next start', async (context) => {
  const folder = temporary(context);
  const code = `const { path } = lib.makeTemporaryFolder(process.env.PARENT);
    fs.writeFileSync(path + '/half', 'half');
    const { holdSignals } = await import(${JSON.stringify(`file://${inRoot('scripts', 'lib', 'run.mjs')}`)});
    holdSignals();
    fs.writeFileSync(process.env.PARENT + '/ready', '');
    setInterval(() => {}, 1000);`;
  const unfinished = () => readdirSync(folder).filter((name) => name !== 'ready');
  for (const [signal, left] of [
    ['SIGINT', 0],
    ['SIGTERM', 0],
    ['SIGKILL', 1],
  ]) {
    rmSync(join(folder, 'ready'), { force: true });
    const child = start('temporary-folder.mjs', code, { PARENT: folder });
    await until(() => existsSync(join(folder, 'ready')));
    assert.equal(unfinished().length, 1);
    child.kill(signal);
    await once(child, 'exit');
    assert.equal(unfinished().length, left, signal);
  }
  mkdirSync(join(folder, 'finished'));
  makeTemporaryFolder(folder).remove();
  assert.deepEqual(unfinished(), ['finished']);
});
