import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './run.mjs';
import { SetUpError } from './set-up-error.mjs';
import { canInstall, install, installCommand, missingSentence } from './system-packages.mjs';

/** Which need a shared library belongs to; every other one comes along with GTK. */
const NEED_OF = [
  [/^lib(nss3|nssutil3|smime3|nspr4|plc4|plds4|ssl3)\.so/, 'nss'],
  [/^libasound\.so/, 'sound'],
  [/^lib(gbm|drm)\.so/, 'gbm'],
];

/** Names of the shared libraries that Electron wants and this system lacks, as `ldd` tells them. */
export async function missingLibraries(executable) {
  if (process.platform !== 'linux') return [];
  const folder = dirname(executable);
  const files = readdirSync(folder).filter((name) => /\.so(\.\d+)*$/.test(name));
  const { output } = await run('ldd', [executable, ...files.map((name) => join(folder, name))], { output: 'capture' });
  const missing = [...output.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1]);
  return [...new Set(missing)].sort();
}

/** The needs behind missing libraries. */
export function needsOf(libraries) {
  const needs = libraries.map((library) => NEED_OF.find(([pattern]) => pattern.test(library))?.[1] ?? 'gtk');
  return [...new Set(needs)];
}

/**
 * Sees to it that Electron's libraries are there, and a virtual display if one is wanted.
 * As root on Debian it installs them; elsewhere it fails with the command to type. A missing virtual display alone is
 * no failure, because there is a headless way.
 *
 * @param {{ executable: string, wantsXvfb: boolean }} wishes
 */
export async function ensureLibraries({ executable, wantsXvfb }, { tell, progress }) {
  const missing = await missingLibraries(executable);
  const needs = [...needsOf(missing), ...(wantsXvfb ? ['xvfb'] : [])];
  if (needs.length === 0) return 'all there';
  const names = missing.length > 0 ? `missing: ${missing.join(', ')}` : 'all there, but no Xvfb';
  if (!canInstall()) {
    if (missing.length === 0) return `all there; for a virtual display: ${installCommand(['xvfb']) ?? 'install Xvfb'}`;
    throw new SetUpError(missingSentence(`Electron cannot start without ${missing.join(', ')}.`, needs));
  }
  tell(`${names}; installing with apt-get`);
  try {
    return `installed ${(await install(needs, progress)).join(' ')}`;
  } catch (error) {
    if (missing.length > 0) throw error;
    return 'all there; Xvfb could not be installed';
  }
}
