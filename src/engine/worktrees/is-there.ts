import { access } from 'node:fs/promises';

/** True when something is at this path (a link whose target is gone counts as nothing). */
export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
