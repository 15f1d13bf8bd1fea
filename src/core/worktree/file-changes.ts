import { splitNul } from './nul-fields.ts';
import { type ChangeStatus, readRawRecords } from './raw-diff.ts';

export interface FileChange {
  readonly path: string;
  readonly status: ChangeStatus;
  /** Lines; 0 for a binary file. */
  readonly added: number;
  readonly removed: number;
  readonly binary: boolean;
  /** The earlier path of a renamed or copied file. */
  readonly from?: string;
}

export interface WorktreeChanges {
  readonly files: readonly FileChange[];
  readonly added: number;
  readonly removed: number;
}

interface LineCount {
  readonly added: number;
  readonly removed: number;
  readonly binary: boolean;
}

/**
 * Parses `git diff-tree -r --raw --numstat -z`: first every raw record, then every count. A renamed file's count has an
 * empty path, followed by both paths as fields of their own; a binary file counts "-" lines.
 */
export function parseFileChanges(text: string): WorktreeChanges {
  const fields = splitNul(text);
  const { changes, next } = readRawRecords(fields);
  const counts = readCounts(fields, next);
  const files = changes.map(({ path, status, from }): FileChange => {
    const count = counts.get(path) ?? { added: 0, removed: 0, binary: false };
    return from === undefined ? { path, status, ...count } : { path, status, ...count, from };
  });
  return {
    files,
    added: files.reduce((sum, file) => sum + file.added, 0),
    removed: files.reduce((sum, file) => sum + file.removed, 0),
  };
}

function readCounts(fields: readonly string[], start: number): Map<string, LineCount> {
  const counts = new Map<string, LineCount>();
  let index = start;
  while (index < fields.length) {
    const [added = '', removed = '', ...rest] = (fields[index] ?? '').split('\t');
    // A path may hold tabs of its own: only the first two separate.
    const inline = rest.join('\t');
    const path = inline === '' ? (fields[index + 2] ?? '') : inline;
    counts.set(path, { added: Number(added) || 0, removed: Number(removed) || 0, binary: added === '-' });
    index += inline === '' ? 3 : 1;
  }
  return counts;
}
