import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../lib/paths.mjs';

/**
 * A small checkout in a temporary folder: these scripts and this package.json, packages that are "installed", and a
 * build tool that counts its runs and writes `commandLine` as the built command line.
 */
export function makeCheckout(context, commandLine) {
  const folder = mkdtempSync(join(tmpdir(), 'forkscope-checkout-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(inRoot('scripts'), join(folder, 'scripts'), { recursive: true });
  cpSync(inRoot('package.json'), join(folder, 'package.json'));
  const write = (path, text) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const packages = { 'node_modules/one': { version: '1.0.0', integrity: 'sha512-one' } };
  write('package-lock.json', JSON.stringify({ packages: { '': {}, ...packages } }));
  write('node_modules/.package-lock.json', JSON.stringify({ packages }));
  write('src/cli/index.ts', '');
  write('stub.js', commandLine);
  write(
    'node_modules/electron-vite/bin/electron-vite.js',
    `const { appendFileSync, cpSync, mkdirSync, writeFileSync } = require('node:fs');
     mkdirSync('out/main', { recursive: true });
     writeFileSync('out/main/index.js', '');
     cpSync('stub.js', 'out/main/cli.js');
     appendFileSync('builds.log', 'built ');`,
  );
  write('node_modules/electron-vite/package.json', '{}');
  const env = { ...process.env, FORKSCOPE_CACHE: join(folder, 'cache') };
  // The npm that runs these tests must not speak for the one that they start.
  for (const name of Object.keys(env)) if (/^(npm_|INIT_CWD)/.test(name)) delete env[name];
  return { folder, env, write };
}
