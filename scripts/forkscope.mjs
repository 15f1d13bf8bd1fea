import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { watchLauncher } from './lib/launcher-watch.mjs';
import { checkNode } from './lib/node-version.mjs';
import { inRoot } from './lib/paths.mjs';
import { createReport } from './lib/report.mjs';
import { holdSignals, releaseSignals } from './lib/run.mjs';
import { SetUpError } from './lib/set-up-error.mjs';

/**
 * `npm run -s forkscope -- ARGS`: the command line of a checkout. It runs in this very process, so that a signal for
 * the process that npm started reaches it, and its exit code is the exit code.
 */
async function prepare() {
  const report = createReport({ out: process.stderr, quiet: true });
  holdSignals();
  checkNode();
  await report.step('Packages', ensureInstalled);
  await report.step('Build', ensureBuilt);
  releaseSignals();
}

try {
  await prepare();
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  if (error.details) process.stderr.write(`${error.details.trimEnd()}\n`);
  process.stderr.write(`${error.message}\n`);
  process.exit(error.exitCode);
}

// npm moves to the folder of package.json; paths on the command line mean the folder where it was typed.
if (process.env.npm_lifecycle_event === 'forkscope' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
watchLauncher();
const commandLine = inRoot('out', 'main', 'cli.js');
process.argv.splice(1, 1, commandLine);
await import(pathToFileURL(commandLine).href);
