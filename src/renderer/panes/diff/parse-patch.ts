/** What happened to one file. */
export type FileChange = 'added' | 'deleted' | 'renamed' | 'changed';

export interface FilePatch {
  /** The path after the change; before it for a deleted file. */
  readonly path: string;
  /** The former path of a renamed file, else null. */
  readonly from: string | null;
  readonly change: FileChange;
  readonly isBinary: boolean;
  readonly added: number;
  readonly removed: number;
  /** `--- … +++ … @@ …`: git's own text, as the viewer takes it; '' when there are no hunks. */
  readonly hunks: string;
}

/** Takes `git diff` output apart by file. Anything before the first file is left out. */
export function parsePatch(patch: string): FilePatch[] {
  const starts = [...patch.matchAll(/^diff --git .*$/gm)].map((match) => match.index);
  return starts.map((start, index) => parseFile(patch.slice(start, starts[index + 1])));
}

function parseFile(text: string): FilePatch {
  const hunkAt = /^@@ /m.exec(text)?.index ?? text.length;
  const header = text.slice(0, hunkAt).split('\n');
  const body = text.slice(hunkAt).split('\n');
  const field = (name: string) => header.find((line) => line.startsWith(name))?.slice(name.length) ?? null;
  const oldName = pathOf(field('--- '));
  const newName = pathOf(field('+++ '));
  const from = unquote(field('rename from '));
  const named = unquote(field('rename to ')) ?? newName ?? oldName ?? pathOfFirstLine(header[0] ?? '');
  const change: FileChange =
    field('new file mode') !== null
      ? 'added'
      : field('deleted file mode') !== null
        ? 'deleted'
        : from !== null
          ? 'renamed'
          : 'changed';
  const fence = /^--- /m.exec(text)?.index ?? hunkAt;
  return {
    path: named,
    from,
    change,
    isBinary: header.some((line) => line.startsWith('Binary files ') || line.startsWith('GIT binary patch')),
    added: body.filter((line) => line.startsWith('+')).length,
    removed: body.filter((line) => line.startsWith('-')).length,
    hunks: hunkAt === text.length ? '' : text.slice(fence),
  };
}

/** `a/x` or `b/x` without its side; null for `/dev/null`. A name with spaces ends with a tab in git's output. */
function pathOf(field: string | null): string | null {
  const name = unquote(field?.replace(/\t$/, '') ?? null);
  return name === null || name === '/dev/null' ? null : name.replace(/^[ab]\//, '');
}

/** Where no other line names the file (a mode change, a binary file) both sides have the same name. */
function pathOfFirstLine(line: string): string {
  const rest = line.slice('diff --git '.length);
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
