import { existsSync, readFileSync } from 'node:fs';
import { which } from './which.mjs';
import { startXvfb } from './xvfb.mjs';

/** Switches with which Electron runs without any display, provided that every window is offscreen and never shown. */
const HEADLESS = ['--ozone-platform=headless', '--disable-gpu'];

/** Machines without a display mostly lack a D-Bus and a GPU too; Chromium complains about both and needs neither. */
const CALM = ['--log-level=3'];

/** Whether there is a display to open windows on: always outside Linux, there only if a server answers for it. */
export function hasDisplay(env = process.env) {
  if (process.platform !== 'linux') return true;
  return hasX(env) || Boolean(env.WAYLAND_DISPLAY);
}

function hasX(env) {
  if (!env.DISPLAY) return false;
  const local = /^(?:unix)?:(\d+)/.exec(env.DISPLAY);
  if (!local) return true;
  const socket = `/tmp/.X11-unix/X${local[1]}`;
  return existsSync(socket) || isAbstractSocket(socket);
}

function isAbstractSocket(path) {
  try {
    return readFileSync('/proc/net/unix', 'utf8').includes(`@${path}\n`);
  } catch {
    return false;
  }
}

/**
 * Opens the best display there is: the person's own, else a virtual one (Xvfb), else none with offscreen windows.
 *
 * @returns {Promise<{ flags: string[], env: Record<string, string | undefined>, note: string }>} switches for Electron, changes to
 *   its environment (undefined removes a variable), and what to tell the person
 */
export async function openDisplay(env = process.env) {
  if (hasDisplay(env)) {
    const waylandOnly = process.platform === 'linux' && !hasX(env);
    const flags = waylandOnly ? ['--ozone-platform=wayland'] : [];
    return { flags, env: {}, note: waylandOnly ? 'Wayland' : (env.DISPLAY ?? 'the desktop') };
  }
  const why = env.DISPLAY ? `no X server answers at DISPLAY=${env.DISPLAY}` : 'this machine has no display';
  if (which('Xvfb')) {
    const server = await startXvfb();
    if (server)
      return { flags: CALM, env: server.env, note: `${why}: using a virtual one (Xvfb ${server.env.DISPLAY})` };
  }
  return {
    flags: [...HEADLESS, ...CALM],
    env: { FORKSCOPE_OFFSCREEN: '1', DISPLAY: undefined },
    note: `${why} and no Xvfb: running headless, with offscreen windows`,
  };
}
