import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../bin/low-water.js', import.meta.url));
const run = (...args) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });

test('names the harbour and the day', () => {
  const { stdout, status } = run('gull-point', '--date', '2026-06-21');
  assert.equal(status, 0);
  assert.match(stdout, /^Gull Point, 2026-06-21/);
});

test('an unknown harbour gets the list of harbours', () => {
  const { stderr, status } = run('atlantis');
  assert.equal(status, 2);
  assert.match(stderr, /gull-point, old-quay, lantern-cove/);
});
