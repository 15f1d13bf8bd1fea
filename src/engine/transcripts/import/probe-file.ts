import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { ElementSplitter } from '../../../core/import/element-splitter.ts';
import { isRow, type Row, rowAt, textAt, timeOf } from '../../../core/import/foreign-value.ts';
import { type Format, formatOfRows } from '../../../core/import/formats.ts';
import { salvageLine, tryParse } from '../../../core/import/salvage-line.ts';
import { requireRegularFile } from '../regular-file.ts';
import { readLines } from './read-lines.ts';

/** What the first rows of a file tell about it. */
export interface FileProbe {
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  readonly format: Format | null;
  /** It holds something, but no row could be read of its head. */
  readonly isDamaged: boolean;
  /** One JSON document, and not a row a line. */
  readonly isDocument: boolean;
  readonly sessionId: string | null;
  /** Ids of the session that this one was copied or forked from. */
  readonly forkedFrom: string | null;
  readonly parentThread: string | null;
  /** Set when the file holds one subagent. */
  readonly agentId: string | null;
  readonly title: string | null;
  /** The folder that the tool worked in; null when the head does not name it. */
  readonly workspace: string | null;
  /** Tells rows apart: two files that share these have the same beginning. */
  readonly rowKeys: readonly string[];
}

/** Enough for the first rows of every format; a longer first row is read on, up to the second limit. */
const HEAD_BYTES = 64 << 10;
const LONG_HEAD_BYTES = 8 << 20;
const MAX_ROWS = 40;
/** Rows whose ids are kept to find copies: a copy begins like its original. */
const MAX_KEYS = 12;

/** Looks at the head of a file. Throws what the file system throws, and for a pipe or a device, which may never answer. */
export function probeFile(path: string): FileProbe {
  requireRegularFile(path);
  const file = openSync(path, 'r');
  try {
    const { size, mtimeMs } = fstatSync(file);
    const read = (bytes: number) => {
      const head = Buffer.allocUnsafe(Math.min(bytes, size));
      return head.subarray(0, readSync(file, head, 0, head.length, 0)).toString('utf8');
    };
    let found = rowsOfHead(read(HEAD_BYTES), size <= HEAD_BYTES);
    if (formatOfRows(found.rows) === null && size > HEAD_BYTES)
      found = rowsOfHead(read(LONG_HEAD_BYTES), size <= LONG_HEAD_BYTES);
    if (formatOfRows(found.rows) === null && size > LONG_HEAD_BYTES)
      found = { rows: rowsByLine(path), isDocument: false };
    const { rows, isDocument } = found;
    const isDamaged = size > 0 && rows.length === 0;
    return { path, bytes: size, modified: mtimeMs, isDamaged, isDocument, ...factsOf(rows) };
  } finally {
    closeSync(file);
  }
}

/** For files whose first rows are larger than any head: line by line, until a row tells the format. */
function rowsByLine(path: string): Row[] {
  for (const { text, line } of readLines(path)) {
    const { rows } = salvageLine(text ?? '');
    if (formatOfRows(rows) !== null) return [...rows];
    if (line > MAX_ROWS) break;
  }
  return [];
}

function rowsOfHead(head: string, isWhole: boolean): { rows: Row[]; isDocument: boolean } {
  const start = /[^\s\0\uFEFF]/.exec(head)?.[0];
  const lines = head.split('\n');
  // The last line of a head may be cut.
  if (!isWhole) lines.pop();
  const rows: Row[] = [];
  // A list of rows may begin with this bracket, but so may a damaged line: then the lines below it are whole rows.
  if (start !== '[' || lines.filter((line) => isRow(tryParse(line))).length > 1) {
    for (const line of lines) {
      rows.push(...salvageLine(line).rows);
      if (rows.length >= MAX_ROWS) break;
    }
  }
  if (rows.length > 0 && !isPrettyPrinted(head)) return { rows, isDocument: false };
  if (start !== '[' && start !== '{') return { rows: [], isDocument: false };
  const elements: Row[] = [];
  const splitter = new ElementSplitter(
    (row) => elements.push(row),
    () => {},
  );
  splitter.push(head);
  splitter.end();
  return elements.length > 0 ? { rows: elements.slice(0, MAX_ROWS), isDocument: true } : { rows, isDocument: false };
}

/** A brace or bracket alone on the first line: a document that was written for people. */
function isPrettyPrinted(head: string): boolean {
  return /^[\s\0\uFEFF]*[[{]\s*\r?\n\s+["{]/.test(head);
}

function factsOf(rows: readonly Row[]): Omit<FileProbe, 'path' | 'bytes' | 'modified' | 'isDamaged' | 'isDocument'> {
  const format = formatOfRows(rows);
  const meta = rows.find(({ type }) => type === 'session_meta');
  const first = rows.find((row) => textAt(row, 'sessionId') !== null);
  // Rollouts of 2025 and before begin with the name card itself.
  const bare = rows[0] && format === 'codex' && 'instructions' in rows[0] ? rows[0] : {};
  const payload = meta ? rowAt(meta, 'payload') : bare;
  const copied = rows.find((row) => 'forkedFrom' in row);
  const side = rows.filter((row) => 'parentUuid' in row);
  const agentId =
    side.length > 0 && side.every((row) => textAt(row, 'agentId') !== null && row.isSidechain === true)
      ? textAt(side[0] ?? {}, 'agentId')
      : null;
  return {
    format,
    sessionId: first ? textAt(first, 'sessionId') : textAt(payload, 'id'),
    forkedFrom: copied ? textAt(rowAt(copied, 'forkedFrom'), 'sessionId') : textAt(payload, 'forked_from_id'),
    parentThread: textAt(payload, 'parent_thread_id'),
    agentId:
      agentId ?? (rows.find(({ type }) => type === 'fork-context-ref') ? textAt(rows[0] ?? {}, 'agentId') : null),
    title: titleOf(rows),
    workspace: workspaceOf(rows),
    rowKeys: rows
      .flatMap((row) => {
        const uuid = textAt(row, 'uuid');
        return uuid === null || timeOf(row.timestamp) === null ? [] : [`${uuid} ${String(row.timestamp)}`];
      })
      .slice(0, MAX_KEYS),
  };
}

/** The first words of a person; null when the head holds none. */
function titleOf(rows: readonly Row[]): string | null {
  for (const row of rows) {
    const message = rowAt(row, 'message');
    const { content } = message;
    const text =
      row.type === 'user' && typeof content === 'string'
        ? content
        : (textAt(rowAt(row, 'systemPayload'), 'displayText') ??
          (row.type === 'user' || row.type === 'say' ? (textAt(row, 'content') ?? textAt(row, 'text')) : null) ??
          (row.type === 'user' && Array.isArray(message.parts) ? textAt(message.parts[0] as Row, 'text') : null) ??
          (rowAt(row, 'payload').type === 'user_message' ? textAt(rowAt(row, 'payload'), 'message') : null));
    if (text !== null && text.trim() !== '' && !/^(<|Caveat:|\[Request)/.test(text))
      return text.trim().split('\n')[0]?.slice(0, 80) ?? null;
  }
  return null;
}

function workspaceOf(rows: readonly Row[]): string | null {
  for (const row of rows) {
    const cwd = textAt(row, 'cwd') ?? textAt(rowAt(row, 'payload'), 'cwd') ?? textAt(row, 'workspace_root');
    if (cwd !== null && cwd !== '') return cwd;
  }
  return null;
}
