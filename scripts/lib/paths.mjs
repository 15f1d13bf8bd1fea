import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout: the folder that holds package.json. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

/** Short, stable name of this checkout, for files in the cache that belong to one checkout only. */
export const checkoutKey = createHash('sha256').update(root).digest('hex').slice(0, 12);

/** Where large downloads are kept between starts: `$FORKSCOPE_CACHE`, else `~/.cache/forkscope`. */
export function cacheFolder(env = process.env) {
  return env.FORKSCOPE_CACHE || join(homedir(), '.cache', 'forkscope');
}

/** A path inside the checkout. */
export function inRoot(...parts) {
  return join(root, ...parts);
}
