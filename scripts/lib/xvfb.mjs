import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd, atExit } from './clean-up.mjs';
import { dieWithUs } from './die-with-us.mjs';

const SCREEN = '1600x1000x24';
const START_WITHIN_MS = 15_000;

/**
 * Starts a virtual X server on a free display; it ends with this process, even when that is killed.
 * @returns {Promise<{ env: { DISPLAY: string, XAUTHORITY: string } } | undefined>} undefined if it does not start
 */
export async function startXvfb() {
  const folder = mkdtempSync(join(tmpdir(), 'forkscope-display-'));
  const authority = join(folder, 'authority');
  writeFileSync(authority, authorityRecord(randomBytes(16)), { mode: 0o600 });
  const screen = ['-screen', '0', SCREEN, '-nolisten', 'tcp', '-auth', authority];
  const [program, args] = dieWithUs('Xvfb', ['-displayfd', '3', ...screen]);
  // Its own group: Ctrl+C in the terminal must not take the display away before the app has closed.
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], detached: true });
  const stop = atExit(() => {
    child.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });
  const number = await displayNumber(child);
  if (number === undefined) {
    stop();
    return undefined;
  }
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    const gone = once(child, 'exit');
    stop();
    await gone;
  });
  child.unref();
  child.stdio[3].unref();
  return { env: { DISPLAY: `:${number}`, XAUTHORITY: authority, WAYLAND_DISPLAY: undefined } };
}

/** The server writes the number of its display to descriptor 3 when it is ready. */
function displayNumber(child) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), START_WITHIN_MS);
    const end = (value) => {
      clearTimeout(timer);
      resolve(value);
    };
    let text = '';
    child.stdio[3].setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      const number = /^(\d+)\n/.exec(text)?.[1];
      if (number !== undefined) end(number);
    });
    child.on('error', () => end(undefined));
    child.on('exit', () => end(undefined));
  });
}

/**
 * One Xauthority record (Xau(3)), so that other users of the machine cannot look at the virtual display: family
 * "wild" (0xFFFF, any address), empty address, empty number, name, data; lengths are 16 bits, big-endian.
 */
function authorityRecord(cookie) {
  const counted = (bytes) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const empty = Buffer.alloc(0);
  const fields = [empty, empty, Buffer.from('MIT-MAGIC-COOKIE-1'), cookie].map(counted);
  return Buffer.concat([Buffer.from([0xff, 0xff]), ...fields]);
}
