/** Names of folders as a person writes them, or what is wrong with them, as one plain sentence. */
export type FolderNames =
  | { readonly names: readonly string[]; readonly problem: null }
  | { readonly names: null; readonly problem: string };

/** As many as the settings file takes, each no longer than a file system allows. */
const MOST_NAMES = 200;
const LONGEST_NAME = 200;

/** Reads names that stand on lines of their own, or between commas; a slash at the end of one is forgiven. */
export function readFolderNames(text: string): FolderNames {
  const written = text.split(/[\n,]/).map((part) => part.trim().replace(/\/+$/, ''));
  const names = [...new Set(written.filter((name) => name !== ''))];
  const path = names.find((name) => /[/\\]/.test(name) || name === '.' || name === '..');
  if (path !== undefined) return wrong(`"${path}" is a path. Write the name of a folder, wherever it lies.`);
  const pattern = names.find((name) => /[*?[\]]/.test(name));
  if (pattern !== undefined) return wrong(`"${pattern}" is a pattern. Write each name in full.`);
  if (names.some((name) => name.length > LONGEST_NAME)) return wrong('A name is longer than 200 letters. Shorten it.');
  if (names.length > MOST_NAMES) return wrong(`These are ${names.length} names. Keep at most ${MOST_NAMES}.`);
  return { names, problem: null };
}

function wrong(problem: string): FolderNames {
  return { names: null, problem };
}
