/** What happened to one file. */
export type FileChange = 'added' | 'deleted' | 'renamed' | 'changed';

export interface FilePatch {
  /** The path after the change; before it for a deleted file. */
  readonly path: string;
  /** The former path of a renamed file, else null. */
  readonly from: string | null;
  readonly change: FileChange;
  /** Former and new mode, when it changed, e.g. `100644` and `100755`. */
  readonly modes: { readonly before: string; readonly after: string } | null;
  readonly isBinary: boolean;
  readonly added: number;
  readonly removed: number;
  /** Lines of the hunks, their headers included: what a viewer shows in one column. */
  readonly rows: number;
  /** `--- … +++ … @@ …`: git's own text, as the viewer takes it; '' when there are no hunks. */
  readonly hunks: string;
  /** The file's whole part of the patch: it changes when anything about the file does. */
  readonly text: string;
}

/** Takes `git diff` output apart by file. Anything before the first file is left out. */
export function parsePatch(patch: string): FilePatch[] {
  return [...filesIn(patch)].map(parseFile);
}

/** The parts of a patch, one a file. */
export function* filesIn(patch: string): Generator<string> {
  let start = patch.startsWith(FILE) ? 0 : patch.indexOf(`\n${FILE}`) + 1;
  if (!patch.startsWith(FILE, start)) return;
  while (start < patch.length) {
    const next = patch.indexOf(`\n${FILE}`, start);
    const end = next < 0 ? patch.length : next + 1;
    yield patch.slice(start, end);
    start = end;
  }
}

const FILE = 'diff --git ';

export function parseFile(text: string): FilePatch {
  const hunkAt = text.startsWith('@@ ') ? 0 : text.indexOf('\n@@ ') + 1;
  const hasHunks = hunkAt > 0;
  const headerText = hasHunks ? text.slice(0, hunkAt) : text;
  const header = headerText.split('\n');
  const field = (name: string) => header.find((line) => line.startsWith(name))?.slice(name.length) ?? null;
  const oldName = pathOf(field('--- '));
  const newName = pathOf(field('+++ '));
  const from = unquote(field('rename from '));
  const named = unquote(field('rename to ')) ?? newName ?? oldName ?? pathOfFirstLine(header[0] ?? '');
  const before = field('old mode ');
  const after = field('new mode ');
  const fence = headerText.indexOf('\n--- ') + 1;
  return {
    path: named,
    from,
    change: changeOf(field),
    modes: before !== null && after !== null ? { before, after } : null,
    isBinary: header.some((line) => line.startsWith('Binary files ') || line.startsWith('GIT binary patch')),
    ...(hasHunks ? countLines(text, hunkAt) : { added: 0, removed: 0, rows: 0 }),
    hunks: hasHunks ? text.slice(fence > 0 ? fence : hunkAt) : '',
    text,
  };
}

function changeOf(field: (name: string) => string | null): FileChange {
  if (field('new file mode') !== null) return 'added';
  if (field('deleted file mode') !== null) return 'deleted';
  return field('rename from ') === null ? 'changed' : 'renamed';
}

const PLUS = 43;
const MINUS = 45;
const BACKSLASH = 92;

/** Counts by a line's first sign, without cutting the text into lines: patches can be megabytes. */
function countLines(text: string, hunkAt: number): Pick<FilePatch, 'added' | 'removed' | 'rows'> {
  let added = 0;
  let removed = 0;
  let rows = 0;
  for (let at = hunkAt; at < text.length; ) {
    const sign = text.charCodeAt(at);
    if (sign === PLUS) added++;
    else if (sign === MINUS) removed++;
    if (sign !== BACKSLASH) rows++;
    const end = text.indexOf('\n', at);
    if (end < 0) break;
    at = end + 1;
  }
  return { added, removed, rows };
}

/** `a/x` or `b/x` without its side; null for `/dev/null`. A name with spaces ends with a tab in git's output. */
function pathOf(field: string | null): string | null {
  const name = unquote(field?.replace(/\t$/, '') ?? null);
  return name === null || name === '/dev/null' ? null : name.replace(/^[ab]\//, '');
}

/** Where no other line names the file (a mode change, a binary file) both sides have the same name. */
function pathOfFirstLine(line: string): string {
  const rest = line.slice(FILE.length);
  if (rest.startsWith('"')) return pathOf(rest.slice(0, rest.indexOf('" ') + 1)) ?? rest;
  return rest.slice(2, (rest.length - 1) / 2);
}

/** git writes unusual names in quotes, with C escapes and octal bytes of UTF-8. */
function unquote(name: string | null): string | null {
  if (name === null || !name.startsWith('"') || !name.endsWith('"')) return name;
  const bytes: number[] = [];
  for (const [token] of name.slice(1, -1).matchAll(/\\[0-7]{3}|\\.|[^\\]/gsu)) {
    if (/^\\[0-7]{3}$/.test(token)) bytes.push(Number.parseInt(token.slice(1), 8));
    else bytes.push(...new TextEncoder().encode(token.startsWith('\\') ? (ESCAPES[token] ?? token.slice(1)) : token));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

const ESCAPES: { readonly [written: string]: string } = { '\\t': '\t', '\\n': '\n', '\\r': '\r' };
