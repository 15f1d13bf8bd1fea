import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasDisplay } from '../lib/display.mjs';
import { checkNode } from '../lib/node-version.mjs';
import { inRoot } from '../lib/paths.mjs';
import { isAlive, processStamp } from '../lib/process-stamp.mjs';
import { needsOf } from '../lib/system-libraries.mjs';
import { fromPlaywright, fromTap, fromVitest, inWords } from '../lib/test-counts.mjs';
import { runWatched } from '../lib/watched-run.mjs';
import { makeCheckout } from './checkout.mjs';

const linux = { skip: process.platform !== 'linux' && 'Linux only' };

test('an older Node is refused in words, the least one of package.json is taken', () => {
  const least = /[\d.]+/.exec(JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).engines.node)[0];
  checkNode(`${least}.0`);
  checkNode('22.0.0');
  assert.throws(() => checkNode('20.18.3'), new RegExp(`needs Node ${least} or newer and this is 20.18.3`));
  assert.throws(() => checkNode('18.20.0'), /update Node/);
});

test('packages count as installed exactly when the lock, as npm recorded it, is what is there', (context) => {
  const { folder, env, write } = makeCheckout(context, '');
  const code = `import(${JSON.stringify(`file://${folder}/scripts/lib/install.mjs`)}).then((lib) => console.log(lib.isInstalled()))`;
  const installed = () => spawnSync(process.execPath, ['-e', code], { env, encoding: 'utf8' }).stdout.trim();
  const lock = (packages) => write('package-lock.json', JSON.stringify({ packages: { '': {}, ...packages } }));
  const one = { 'node_modules/one': { version: '1.0.0', integrity: 'sha512-one' } };

  assert.equal(installed(), 'true');
  lock({ 'node_modules/one': { version: '1.0.1', integrity: 'sha512-other' } });
  assert.equal(installed(), 'false');
  lock({ ...one, 'node_modules/two': { version: '2.0.0' } });
  assert.equal(installed(), 'false');
  lock({ ...one, 'node_modules/two': { version: '2.0.0', optional: true } });
  assert.equal(installed(), 'true', 'an optional package may be for another platform');
  lock({});
  assert.equal(installed(), 'false', 'a package that the lock no longer has is left over');
  rmSync(join(folder, 'node_modules'), { recursive: true });
  lock(one);
  assert.equal(installed(), 'false');
});

test('a process is told apart from a dead one and from a later one with its id', linux, () => {
  assert.ok(isAlive(processStamp(process.pid)));
  assert.ok(!isAlive(`${process.pid} 1`));
  const { pid } = spawnSync('true');
  assert.ok(!isAlive(`${pid} 1`));
});

test('missing libraries lead to packages', () => {
  assert.deepEqual(needsOf(['libnss3.so', 'libnssutil3.so', 'libgtk-3.so.0', 'libasound.so.2']), [
    'nss',
    'gtk',
    'sound',
  ]);
  assert.deepEqual(needsOf(['libgbm.so.1', 'libatk-bridge-2.0.so.0']), ['gbm', 'gtk']);
  assert.deepEqual(needsOf([]), []);
});

test('a DISPLAY that nobody serves is no display', linux, () => {
  assert.equal(hasDisplay({}), false);
  assert.equal(hasDisplay({ DISPLAY: ':7654' }), false);
  assert.equal(hasDisplay({ DISPLAY: 'elsewhere:0' }), true);
  assert.equal(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }), true);
});

test('a download that stalls is stopped, one that goes on is not', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'forkscope-stall-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const options = { folders: [folder], stallMs: 1500, onBytes: () => undefined };
  const began = performance.now();
  const silent = await runWatched('sleep', ['60'], options);
  assert.equal(silent.stalled, true);
  assert.ok(performance.now() - began < 6000);
  const slow = await runWatched(
    'sh',
    ['-c', `for i in 1 2 3 4 5 6; do echo x >> ${folder}/file; sleep 0.6; done`],
    options,
  );
  assert.deepEqual([slow.stalled, slow.code], [false, 0]);
});

test('the summary counts what the runners reported', () => {
  const vitest = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ],
  };
  assert.deepEqual(fromVitest(JSON.stringify(vitest)), { passed: 5, failed: 2, skipped: 3 });
  const playwright = { stats: { expected: 9, unexpected: 2, flaky: 0, skipped: 1 }, errors: [] };
  assert.deepEqual(fromPlaywright(JSON.stringify(playwright)), { passed: 9, failed: 2, skipped: 1 });
  const tap = '# tests 4\n# pass 2\n# fail 1\n# cancelled 0\n# skipped 1\n# todo 0\n';
  assert.deepEqual(fromTap(tap), { passed: 2, failed: 1, skipped: 1 });
  assert.equal(inWords({ passed: 3, failed: 0, skipped: 0 }), '3 passed, 0 failed');
  assert.equal(inWords({ passed: 3, failed: 1, skipped: 2 }), '3 passed, 1 failed, 2 skipped');
});
