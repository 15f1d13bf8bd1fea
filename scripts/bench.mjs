import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { checkNode } from './lib/node-version.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { createReport } from './lib/report.mjs';
import { SetUpError } from './lib/set-up-error.mjs';

/**
 * `npm run bench`: measures the fork engine and prints one table. Bundled from source each time, so that what is
 * measured is what stands in the checkout; `--only prefix,launch` measures a part, `--json` prints the raw numbers.
 */
async function prepare() {
  checkNode();
  const report = createReport({ out: process.stderr, quiet: true });
  await report.step('Packages', ensureInstalled);
  const vite = createRequire(inRoot('package.json')).resolve('vite');
  const { build } = await import(pathToFileURL(vite).href);
  const outDir = inRoot('out', 'bench');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: { main: inRoot('bench', 'main.ts'), worker: inRoot('bench', 'worker.ts') } },
    },
  });
  return inRoot('out', 'bench', 'main.js');
}

try {
  const main = await prepare();
  const child = spawn(process.execPath, [main, ...process.argv.slice(2)], { stdio: 'inherit', cwd: root });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(error.exitCode);
}
