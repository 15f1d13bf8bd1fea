import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { atExit } from './clean-up.mjs';
import { isAlive, processStamp } from './process-stamp.mjs';

const PREFIX = 'unfinished-';

/**
 * Makes a folder for work in progress inside `parent`, and removes what killed processes left there.
 * It goes away when this process ends, or earlier through `remove`.
 *
 * It lies beside the final place on purpose: moving a finished folder there is then one atomic rename.
 */
export function makeTemporaryFolder(parent) {
  mkdirSync(parent, { recursive: true });
  removeAbandoned(parent);
  const path = mkdtempSync(join(parent, `${PREFIX}${processStamp(process.pid).replace(' ', '_')}_`));
  return { path, remove: atExit(() => rmSync(path, { recursive: true, force: true, maxRetries: 3 })) };
}

/** Removes what processes that are no longer there have left unfinished in `parent`. */
export function removeAbandoned(parent) {
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const [pid, started] = name.slice(PREFIX.length).split('_');
    if (!isAlive(`${pid} ${started}`)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}
