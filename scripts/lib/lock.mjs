import { accessSync, constants, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { atExit } from './clean-up.mjs';
import { cacheFolder } from './paths.mjs';
import { isAlive, processStamp } from './process-stamp.mjs';
import { SetUpError } from './set-up-error.mjs';

const LOOK_EVERY_MS = 250;

/**
 * Runs `work` while no other process on this machine runs work under the same name.
 * A lock whose holder has died is taken over.
 *
 * @param {{ onWait?: () => void }} options `onWait` is called once if somebody else is at it
 */
export async function withLock(name, work, { onWait } = {}) {
  const folder = join(cacheFolder(), 'locks');
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new SetUpError(
      `The cache folder ${cacheFolder()} cannot be written (${error.code}): set FORKSCOPE_CACHE to a folder of yours.`,
    );
  }
  const file = join(folder, `${name}.lock`);
  let waiting = false;
  while (!take(file)) {
    if (dropIfAbandoned(file)) continue;
    if (!waiting) onWait?.();
    waiting = true;
    await wait(LOOK_EVERY_MS);
  }
  const release = atExit(() => rmSync(file, { force: true }));
  try {
    return await work();
  } finally {
    release();
  }
}

/** Creates the lock with its content in one step, so that nobody ever reads a lock without a holder. */
function take(file) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, processStamp(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

function dropIfAbandoned(file) {
  const holder = read(file);
  if (holder === undefined) return true;
  if (isAlive(holder)) return false;
  const aside = `${file}.${process.pid}.abandoned`;
  try {
    renameSync(file, aside);
  } catch {
    return true;
  }
  // Somebody else may have taken the lock over between the look and the move: then it is theirs, put it back.
  if (read(aside) !== holder) {
    try {
      linkSync(aside, file);
    } catch {
      // A third one holds it now.
    }
  }
  rmSync(aside, { force: true });
  return true;
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
