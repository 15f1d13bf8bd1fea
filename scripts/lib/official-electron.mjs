import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, inRoot } from './paths.mjs';
import { makeTemporaryFolder } from './temporary-folder.mjs';
import { runWatched } from './watched-run.mjs';

/** Node's fetch gives up connecting after 10 s; this is for hosts that connect and then send nothing. */
const STALL_MS = 30_000;
const REMEMBER_FAILURE_MS = 24 * 60 * 60 * 1000;

const FOLDER = inRoot('node_modules', 'electron');

/** Version of the pinned `electron` package. */
export function pinnedVersion() {
  return JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')).version;
}

/** The pinned Electron if it has been downloaded completely (its installer writes path.txt last), else undefined. */
export function officialRuntime() {
  const version = pinnedVersion();
  const folder = join(FOLDER, 'dist');
  try {
    if (readFileSync(join(folder, 'version'), 'utf8').trim().replace(/^v/, '') !== version) return undefined;
    const executable = join(folder, readFileSync(join(FOLDER, 'path.txt'), 'utf8'));
    return existsSync(executable) ? { kind: 'official', version, folder, executable } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Lets the electron package fetch its binary, as it does by itself at first launch.
 * @returns {Promise<string | undefined>} why it failed, or undefined
 */
export async function downloadOfficial({ progress }) {
  const temporary = makeTemporaryFolder(cacheFolder());
  const { ELECTRON_OVERRIDE_DIST_PATH: _, ...env } = process.env;
  try {
    const result = await runWatched(process.execPath, [join(FOLDER, 'install.js')], {
      // The package downloads below the system's temporary folder; one of our own shows how far it is.
      env: { ...env, TMPDIR: temporary.path, TEMP: temporary.path, TMP: temporary.path, ELECTRON_GET_NO_PROGRESS: '1' },
      folders: [temporary.path, join(FOLDER, 'dist')],
      stallMs: STALL_MS,
      onBytes: (bytes) => progress(`${(bytes / 1e6).toFixed(0)} MB`),
    });
    if (result.code === 0 && officialRuntime()) return undefined;
    if (result.stalled) return `nothing arrived for ${STALL_MS / 1000} s`;
    return /^\w*Error: (.*)$/m.exec(result.output)?.[1] ?? `the installer ended with code ${result.code}`;
  } finally {
    temporary.remove();
  }
}

const failureFile = () => join(cacheFolder(), 'official-download-failed.json');

/** A failure of the last 24 hours for this version, so that not every start waits for an unreachable host. */
export function rememberedFailure(now) {
  try {
    const failure = JSON.parse(readFileSync(failureFile(), 'utf8'));
    const age = now - failure.at;
    const fresh = failure.version === pinnedVersion() && age >= 0 && age < REMEMBER_FAILURE_MS;
    return fresh ? { reason: failure.reason, file: failureFile() } : undefined;
  } catch {
    return undefined;
  }
}

/** Notes a failed download. */
export function rememberFailure(reason, now) {
  mkdirSync(cacheFolder(), { recursive: true });
  writeFileSync(failureFile(), JSON.stringify({ version: pinnedVersion(), reason, at: now }));
}
