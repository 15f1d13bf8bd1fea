import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Full path of a program on PATH, or undefined. */
export function which(name, env = process.env) {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    if (!folder) continue;
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}
