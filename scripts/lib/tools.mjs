import { inRoot, root } from './paths.mjs';
import { run } from './run.mjs';

/** The tools of node_modules, run by this Node, without a shell in between. */
const tool =
  (...path) =>
  (args, options = {}) =>
    run(process.execPath, [inRoot('node_modules', ...path), ...args], { cwd: root, ...options });

export const biome = tool('@biomejs', 'biome', 'bin', 'biome');
export const typeScript = tool('typescript', 'bin', 'tsc');
export const vitest = tool('vitest', 'vitest.mjs');
export const electronBuilder = tool('electron-builder', 'cli.js');

/** Playwright's runner. */
export const playwright = (args, options) => tool('@playwright', 'test', 'cli.js')(['test', ...args], options);

/** Node's own test runner, for the tests of these scripts. */
export const nodeTest = (args, options = {}) => run(process.execPath, ['--test', ...args], { cwd: root, ...options });
