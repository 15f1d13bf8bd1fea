import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

export interface FingerprintOptions {
  /** True for paths, relative to the root, that are not looked at (nor anything below them). */
  readonly leaveOut?: (path: string) => boolean;
  /** Also the time of the last change of files. */
  readonly times?: boolean;
}

/** Every file and link below a folder, with its kind, mode and content, read straight from the disk. */
export async function fingerprint(root: string, options: FingerprintOptions = {}): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const walk = async (folder: string): Promise<void> => {
    for (const name of (await readdir(join(root, folder))).sort()) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (options.leaveOut?.(path)) continue;
      const entry = await lstat(join(root, path));
      if (entry.isDirectory()) await walk(path);
      else if (entry.isSymbolicLink()) found[path] = `link ${await readlink(join(root, path))}`;
      else {
        const hash = createHash('sha256').update(await readFile(join(root, path)));
        // git itself touches a shared index whenever it reads it.
        const isTimed = options.times && !path.startsWith('.git/sharedindex.');
        const time = isTimed ? ` ${entry.mtimeMs}` : '';
        found[path] = `${(entry.mode & 0o777).toString(8)} ${hash.digest('hex').slice(0, 16)}${time}`;
      }
    }
  };
  await walk('');
  return found;
}

/** All that belongs to the person: files, index, refs, reflogs, stash, settings. Not: objects, and our own refs. */
export function personsState(root: string): Promise<Record<string, string>> {
  return fingerprint(root, {
    leaveOut: (path) => path === '.git/objects' || path === '.git/refs/forkscope',
    times: true,
  });
}

/** The files of a checkout, without git's own. Modes as git sees them: executable or not. */
export async function files(root: string): Promise<Record<string, string>> {
  const all = await fingerprint(root, { leaveOut: (path) => path === '.git' });
  return Object.fromEntries(
    Object.entries(all).map(([path, value]) => [
      path,
      value.replace(/^[0-7]+ /, (mode) => (isExecutable(mode) ? 'x ' : '- ')),
    ]),
  );
}

function isExecutable(mode: string): boolean {
  return (Number.parseInt(mode, 8) & 0o100) !== 0;
}
