import { isAbsolute, relative, sep } from 'node:path';

/** True when `path` is `folder` itself or anything below it. Both absolute, with symlinks resolved. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
