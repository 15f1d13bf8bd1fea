import { readFileSync } from 'node:fs';
import { ensureBuilt } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { archiveApp, packageApp } from './lib/package-app.mjs';
import { inRoot } from './lib/paths.mjs';
import { createReport } from './lib/report.mjs';
import { setUpRuntime } from './lib/set-up.mjs';
import { SetUpError } from './lib/set-up-error.mjs';

const INSTALLERS = '--installers';

/**
 * `npm run package`: the app as a folder in dist/, on Linux as a tar.gz too.
 * `npm run package -- --installers`: this platform's installers of electron-builder.yml, on a machine that can
 * download their tools.
 */
await command(async () => {
  const report = createReport();
  await report.step('Packages', ensureInstalled);
  await report.step('Build', ensureBuilt);
  const runtime = await setUpRuntime(report);
  if (process.argv.includes(INSTALLERS)) {
    if (runtime.kind === 'fallback') {
      throw new SetUpError(
        `Installers are built around the pinned Electron only, and this machine has ${runtime.version}: ` +
          'run this where github.com can be reached, or leave --installers out.',
      );
    }
    await report.step('Installers', () => packageApp(runtime, []));
    return;
  }
  await report.step('Package', async ({ tell }) => {
    tell('packing with electron-builder');
    await packageApp(runtime, ['--dir'], 'capture');
    return process.platform === 'linux' ? 'dist/linux-unpacked' : 'dist';
  });
  if (process.platform !== 'linux') return;
  await report.step('Archive', async ({ tell }) => {
    tell('writing a tar.gz');
    return archiveApp(JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).version);
  });
});
