import { statSync } from 'node:fs';

/** Opening a pipe waits for somebody who writes, and stops the whole program until then. Throws one plain sentence. */
export function requireRegularFile(path: string): void {
  if (!statSync(path).isFile()) throw new Error(`${path} is no regular file. Choose a file that is.`);
}
