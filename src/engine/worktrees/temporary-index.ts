import { copyFile, mkdir, rm, stat, utimes } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { makeTemporaryFolder } from '../temporary-folders.ts';
import type { Git } from './git.ts';
import { indexFile, objectsFolder, type RepositoryLocation, type SharedRepository } from './locate-repository.ts';

/** Where new objects go: into the repository, to a folder that is thrown away after reading, or to a given one. */
export type ObjectPlace = 'repository' | 'temporary' | { readonly objects: string };

/** Environment of git commands that read and write the temporary index. */
export type IndexEnvironment = Readonly<Record<string, string>>;

/** A split index would put its other half beside the person's own. Every command that touches the index may write it. */
const WHOLE_INDEX: readonly Setting[] = [['core.splitIndex', 'false']];

/** Objects that are read and thrown away need neither be safe on disk nor small. */
const FAST_OBJECTS: readonly Setting[] = [
  ['core.fsync', 'none'],
  ['core.looseCompression', '0'],
];

type Setting = readonly [key: string, value: string];

/**
 * Lends a copy of a checkout's index. The checkout's own index is only read (git replaces it by renaming, so a copy is
 * never torn), and the copy's stat data spares git from reading files that did not change.
 */
export async function withTemporaryIndex<T>(
  git: Git,
  location: RepositoryLocation,
  place: ObjectPlace,
  use: (environment: IndexEnvironment) => Promise<T>,
): Promise<T> {
  const folder = await makeTemporaryFolder('index');
  try {
    const copy = join(folder, 'index');
    const environment: Record<string, string> = { GIT_INDEX_FILE: copy, ...settingsEnvironment(WHOLE_INDEX) };
    if (place !== 'repository') {
      const objects = place === 'temporary' ? join(folder, 'objects') : place.objects;
      if (place === 'temporary') await mkdir(objects);
      Object.assign(environment, scratchEnvironment(location, objects));
    }
    const isCopied = await copyIndex(indexFile(location), copy);
    // Without an index (a clone made with --no-checkout) the head's entries keep tracked files that are also ignored.
    if (!isCopied) await git.run(location.root, ['read-tree', 'HEAD'], { environment });
    return await use(environment);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lets git read the repository's objects and write new ones to a folder that is thrown away. */
export function scratchEnvironment(location: SharedRepository, objects: string): IndexEnvironment {
  return {
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: quoteAlternate(objectsFolder(location)),
    ...settingsEnvironment([...WHOLE_INDEX, ...FAST_OBJECTS]),
  };
}

/**
 * git trusts an entry's stat data only when the file is older than the index, so the copy must not look newer than the
 * original: a file that was edited within the index's own second would be taken for unchanged. Whole seconds, because
 * git may compare with or without fractions.
 */
export async function copyIndex(from: string, to: string): Promise<boolean> {
  const found = await stat(from).catch(() => null);
  if (found === null) return false;
  await copyFile(from, to);
  const seconds = Math.floor(found.mtimeMs / 1000);
  await utimes(to, seconds, seconds);
  return true;
}

/** The variable is a list of paths; one that holds the list's separator or begins with a quote is written C-quoted. */
function quoteAlternate(path: string): string {
  if (!path.includes(delimiter) && !path.startsWith('"')) return path;
  return `"${path.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

/** Settings as git reads them from its environment, beside those on its command line. */
function settingsEnvironment(settings: readonly Setting[]): Record<string, string> {
  const environment: Record<string, string> = { GIT_CONFIG_COUNT: String(settings.length) };
  for (const [index, [key, value]] of settings.entries()) {
    environment[`GIT_CONFIG_KEY_${index}`] = key;
    environment[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return environment;
}
