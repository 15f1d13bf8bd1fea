import { chmodSync, copyFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a runtime folder holds for developing and a packaged app does not need. */
const STRAY = ['resources/default_app.asar', 'version'];

/** A fuse is one character in the executable: '1' for on (Electron's documentation, "Electron Fuses"). */
const FUSE_ON = '1'.charCodeAt(0);

/**
 * electron-builder's hook: cleans the packed folder and puts the command line beside the app.
 * @throws if the packed Electron ignores ELECTRON_RUN_AS_NODE, because the command line would open a window then
 */
export async function afterPack({ appOutDir, electronPlatformName }) {
  if (electronPlatformName !== 'linux') return;
  for (const name of STRAY) rmSync(join(appOutDir, name), { force: true });
  await checkRunsAsNode(join(appOutDir, 'forkscope-desktop'));
  const wrapper = join(appOutDir, 'forkscope');
  copyFileSync(fileURLToPath(new URL('packaged-forkscope.sh', import.meta.url)), wrapper);
  chmodSync(wrapper, 0o755);
}

async function checkRunsAsNode(executable) {
  const { getCurrentFuseWire, FuseV1Options } = createRequire(import.meta.url)('@electron/fuses');
  const wire = await getCurrentFuseWire(executable);
  if (wire[FuseV1Options.RunAsNode] === FUSE_ON) return;
  throw new Error('This Electron has the fuse RunAsNode off, which the packaged command line needs: switch it on.');
}
