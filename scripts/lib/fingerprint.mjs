import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Every file below `path` (itself, if it is a file; nothing, if it does not exist), sorted. */
function* filesBelow(path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') yield path;
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory()) yield* filesBelow(join(path, entry.name));
    else if (entry.isFile()) yield join(path, entry.name);
  }
}

/** SHA-256 over names and contents of the files below the given paths of a folder; `skip` gets relative names. */
export function fingerprint(folder, paths, skip = () => false) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesBelow(join(folder, path))) {
      const name = relative(folder, file).split(sep).join('/');
      if (skip(name)) continue;
      const content = readFileSync(file);
      hash.update(`${name}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}
