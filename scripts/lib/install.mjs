import { existsSync, readFileSync } from 'node:fs';
import { dieWithUs } from './die-with-us.mjs';
import { fingerprint } from './fingerprint.mjs';
import { withLock } from './lock.mjs';
import { npmCommand, npmEnvironment } from './npm.mjs';
import { checkoutKey, inRoot, root } from './paths.mjs';
import { runOrFail } from './run.mjs';
import { SetUpError } from './set-up-error.mjs';
import { isStamped, stamp } from './stamp.mjs';
import { canInstall, install, missingSentence } from './system-packages.mjs';
import { which } from './which.mjs';

const STAMP = inRoot('node_modules', '.forkscope-install');

/** Installs the packages of the lock with `npm ci`, unless exactly these are installed already. */
export async function ensureInstalled({ tell, progress }) {
  if (isInstalled()) return 'up to date';
  return withLock(
    `install-${checkoutKey}`,
    async () => {
      if (isInstalled()) return 'up to date';
      await ensureBuildTools({ tell, progress });
      tell(`installing ${Object.keys(lockedPackages()).length} from package-lock.json with npm ci, about a minute`);
      const timer = setInterval(() => progress('npm ci is at work'), 1000);
      const [npm, first] = npmCommand();
      // Two npm ci at once would spoil each other, so one whose start was stopped must not go on, and npm finishes
      // its work in spite of SIGINT and SIGTERM. Killing it does no harm: its record is missing then, see below.
      await runOrFail(...dieWithUs(npm, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], 'KILL'), {
        killAfterMs: 1000,
        cwd: root,
        env: npmEnvironment(),
        output: 'capture',
        sentence: 'npm ci failed: see its message above, check the network and the registry, then start again.',
      }).finally(() => clearInterval(timer));
      stamp(STAMP, lockHash());
      return 'installed';
    },
    { onWait: () => tell('waiting for another install of this checkout') },
  );
}

/**
 * Compares the lock with the stamp of the last install. Without a matching stamp npm's own record decides: whoever
 * ran `npm install` by hand need not install again.
 */
export function isInstalled() {
  if (!existsSync(inRoot('package-lock.json'))) {
    throw new SetUpError('package-lock.json is missing: take a complete checkout of Forkscope.');
  }
  const hash = lockHash();
  if (isStamped(STAMP, hash)) return true;
  if (!matchesNpmRecord()) return false;
  stamp(STAMP, hash);
  return true;
}

function lockHash() {
  return fingerprint(root, ['package-lock.json']);
}

/** npm writes node_modules/.package-lock.json last, when everything is in place and every install script has run. */
function matchesNpmRecord() {
  let record;
  try {
    record = JSON.parse(readFileSync(inRoot('node_modules', '.package-lock.json'), 'utf8')).packages;
  } catch {
    return false;
  }
  const locked = lockedPackages();
  const same = (a, b) => a.version === b.version && a.integrity === b.integrity;
  const lacks = Object.entries(locked).some(([name, entry]) =>
    record[name] ? !same(record[name], entry) : !entry.optional,
  );
  return !lacks && Object.keys(record).every((name) => name in locked);
}

function lockedPackages() {
  const { '': _root, ...packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
  return packages;
}

/** node-pty has no Linux binary of its own and is compiled during the install. */
async function ensureBuildTools({ tell, progress }) {
  if (process.platform !== 'linux') return;
  const needs = [];
  if (!which('python3')) needs.push('python');
  if (!which('make')) needs.push('make');
  if (!which('c++') && !which('g++') && !which('clang++')) needs.push('compiler');
  if (needs.length === 0) return;
  if (!canInstall()) {
    throw new SetUpError(missingSentence(`The terminal module needs a C++ compiler, make and Python to build.`, needs));
  }
  tell(`installing ${needs.join(', ')} with apt-get, to compile the terminal module`);
  await install(needs, progress);
}
