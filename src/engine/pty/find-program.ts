import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Looked at first, so that a project's own `bin` folder on PATH does not replace the system's shell. */
const SYSTEM_FOLDERS = ['/bin', '/usr/bin', '/usr/local/bin'];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Absolute path of a program, from the system's folders or from PATH; `null` when there is none. */
export function findProgram(name: string, searchPath: string | undefined): string | null {
  const folders = [...SYSTEM_FOLDERS, ...(searchPath ?? '').split(delimiter)];
  for (const folder of folders) {
    if (!isAbsolute(folder)) continue;
    const path = join(folder, name);
    if (isProgram(path)) return path;
  }
  return null;
}
