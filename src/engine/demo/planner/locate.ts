import type { Desk } from './desk.ts';
import { type Routine, take, takeOne } from './routine.ts';
import { listFiles, readFile } from './tool-call.ts';

/** Folders that are never looked into. */
const SKIPPED = /(^|\/)(node_modules|\.[^/]+|dist|out|build|coverage|target|vendor|__pycache__)\//;
const MAX_DEPTH = 4;
const MAX_FOLDERS = 24;

/** All files of the repository. Asks for folders inside folders when the list tool gives one level at a time. */
export function* listing(desk: Desk): Routine<readonly string[]> {
  if (desk.paths === undefined) {
    const result = yield* takeOne(listFiles('.'), 'First I look at what is there.');
    if (result.isError) return [];
  }
  const asked = new Set<string>();
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const open = unopenedFolders(desk, asked).slice(0, MAX_FOLDERS);
    if (open.length === 0) break;
    for (const folder of open) asked.add(folder);
    const calls = open.map((folder) => listFiles(folder.replace(/\/$/, '')));
    yield* take({ thought: 'Next, what the folders hold.', calls });
  }
  return (desk.paths ?? []).filter((path) => !path.endsWith('/') && !SKIPPED.test(path));
}

function unopenedFolders(desk: Desk, asked: ReadonlySet<string>): string[] {
  const paths = desk.paths ?? [];
  return paths.filter(
    (path) =>
      path.endsWith('/') &&
      !SKIPPED.test(path) &&
      !asked.has(path) &&
      !paths.some((other) => other !== path && other.startsWith(path)),
  );
}

/** The file that a person means: an exact path, the end of one, a file name, or a name without its ending. */
export function matchPath(paths: readonly string[], name: string): string | undefined {
  const wanted = name.replace(/^\.\//, '').toLowerCase();
  const lower = (path: string) => path.toLowerCase();
  const base = (path: string) => lower(path).split('/').at(-1) ?? '';
  const byDepth = [...paths].sort((a, b) => a.split('/').length - b.split('/').length);
  return (
    byDepth.find((path) => lower(path) === wanted) ??
    byDepth.find((path) => lower(path).endsWith(`/${wanted}`)) ??
    byDepth.find((path) => base(path).replace(/\.[^.]+$/, '') === wanted)
  );
}

/** Reads the file that a person named, looking for it when it is not where the name says. Undefined when there is none. */
export function* readNamed(desk: Desk, name: string, thought?: string): Routine<string | undefined> {
  const known = desk.paths && matchPath(desk.paths, name);
  const first = known ?? (/[./]/.test(name) ? name : undefined);
  if (first !== undefined) {
    if (desk.isFresh(first)) return first;
    const result = yield* takeOne(readFile(first), thought);
    if (!result.isError) return first;
  }
  const found = matchPath(yield* listing(desk), name);
  if (found === undefined || found === first) return undefined;
  const result = yield* takeOne(readFile(found), thought);
  return result.isError ? undefined : found;
}

/** Reads those of the files that were not seen in this turn, all at once. */
export function* readFresh(desk: Desk, paths: readonly string[], thought?: string): Routine<void> {
  const calls = [...new Set(paths)].filter((path) => !desk.isFresh(path)).map(readFile);
  if (calls.length > 0) yield* take({ calls, ...(thought === undefined ? {} : { thought }) });
}
