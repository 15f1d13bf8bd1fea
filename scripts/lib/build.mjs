import { statSync } from 'node:fs';
import { fingerprint } from './fingerprint.mjs';
import { withLock } from './lock.mjs';
import { checkoutKey, inRoot, root } from './paths.mjs';
import { runOrFail } from './run.mjs';
import { isStamped, stamp, unstamp } from './stamp.mjs';

const STAMP = inRoot('out', '.forkscope-build');
const INPUTS = [
  'src',
  'resources',
  'electron.vite.config.ts',
  'viewer.vite.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
];

/** A hash over everything that goes into the build; tests do not. */
export function buildInputs() {
  return fingerprint(root, INPUTS, (name) => /\.test\.tsx?$/.test(name));
}

/** Builds main, preload, renderer and command line with electron-vite, unless out/ is of these very sources. */
export async function ensureBuilt({ tell }) {
  if (isBuilt()) return 'up to date';
  return withLock(
    `build-${checkoutKey}`,
    async () => {
      if (isBuilt()) return 'up to date';
      tell('building with electron-vite');
      await build({ output: 'capture' });
      return 'built';
    },
    { onWait: () => tell('waiting for another build of this checkout') },
  );
}

/** Builds in any case. */
export async function build({ output }) {
  const inputs = buildInputs();
  unstamp(STAMP);
  await runOrFail(process.execPath, [inRoot('node_modules', 'electron-vite', 'bin', 'electron-vite.js'), 'build'], {
    cwd: root,
    output,
    sentence: 'The build failed: see the message above, mend it, then start again.',
  });
  stamp(STAMP, `${inputs} ${builtAt()}`);
}

function isBuilt() {
  const time = builtAt();
  return time !== undefined && isStamped(STAMP, `${buildInputs()} ${time}`);
}

/** Part of the stamp, so that a build by another way (`npm run build`) is not taken for the stamped one. */
function builtAt() {
  return statSync(inRoot('out', 'main', 'index.js'), { throwIfNoEntry: false })?.mtimeMs;
}
