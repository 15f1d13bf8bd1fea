import { rmSync } from 'node:fs';
import { inRoot, root } from './paths.mjs';
import { endIfSignalled, run } from './run.mjs';
import { SetUpError } from './set-up-error.mjs';
import { electronBuilder } from './tools.mjs';

/** Where electron-builder puts the unpacked Linux app. */
export const UNPACKED = inRoot('dist', 'linux-unpacked');

/**
 * Packs the built app around the given runtime with electron-builder.
 *
 * @param {string[]} targets electron-builder's arguments for platform and targets; a plain folder unless said
 */
export async function packageApp(runtime, targets = ['--dir'], output = 'inherit') {
  if (targets.includes('--dir')) rmSync(UNPACKED, { recursive: true, force: true });
  const args = [...targets, '--publish=never', '--config=electron-builder.yml', `-c.electronDist=${runtime.folder}`];
  // Without this the older runtime would carry the version of the pinned electron package.
  if (runtime.kind === 'fallback') args.push(`-c.electronVersion=${runtime.version}`);
  const result = await electronBuilder(args, { output });
  endIfSignalled();
  if (result.code === 0) return;
  throw new SetUpError('electron-builder failed: see its message above, then run npm run package again.', {
    exitCode: result.code,
    details: result.output,
  });
}

/** A tar.gz of the unpacked app with plain tar: electron-builder's own needs a download. */
export async function archiveApp(version) {
  const name = `forkscope-${version}-linux-${process.arch}`;
  const args = [
    '-czf',
    `dist/${name}.tar.gz`,
    `--transform=s,^linux-unpacked,${name},`,
    '-C',
    'dist',
    'linux-unpacked',
  ];
  const { code } = await run('tar', args, { cwd: root });
  if (code !== 0) throw new SetUpError('tar could not write the archive: see its message above, then try again.');
  return `dist/${name}.tar.gz`;
}
