import type { LinesPlace } from '../../core/review/entries.ts';
import type { Thread } from '../../core/review/selectors.ts';
import type { Finding } from '../../core/review/state.ts';
import type { FileRemarks } from '../panes/diff/place-comments.ts';
import type { EditedFile, EditLine, FileEdit } from './edits.ts';

export interface PlacedRemark {
  readonly id: string;
  readonly place: LinesPlace;
  readonly thread: Thread | null;
  readonly finding: Finding | null;
}

/** The remarks on a file's lines by the edit and the line that they stand under; the rest is on lines that no edit shows. */
export interface PlacedRemarks {
  readonly byEdit: ReadonlyMap<FileEdit, ReadonlyMap<number, readonly PlacedRemark[]>>;
  readonly elsewhere: readonly PlacedRemark[];
}

/**
 * Finds the commented lines again in the edits of their file, the latest first: the page has the edits as they were asked for,
 * and not the diff that the lines were counted in.
 */
export function placeRemarks(file: Pick<EditedFile, 'edits'>, remarks: FileRemarks): PlacedRemarks {
  const byEdit = new Map<FileEdit, Map<number, PlacedRemark[]>>();
  const elsewhere: PlacedRemark[] = [];
  for (const remark of remarksOf(remarks)) {
    const found = file.edits.flatMap((edit) => {
      const line = lastLineOf(edit, remark.place);
      return line === null ? [] : [{ edit, line }];
    });
    const at = found.at(-1);
    if (!at) {
      elsewhere.push(remark);
      continue;
    }
    const lines = byEdit.get(at.edit) ?? new Map<number, PlacedRemark[]>();
    byEdit.set(at.edit, lines.set(at.line, [...(lines.get(at.line) ?? []), remark]));
  }
  return { byEdit, elsewhere };
}

function remarksOf({ threads, findings }: FileRemarks): PlacedRemark[] {
  return [
    ...findings.flatMap((finding) =>
      finding.place?.kind === 'lines' ? [{ id: finding.id, place: finding.place, thread: null, finding }] : [],
    ),
    ...threads.flatMap((thread) =>
      thread.first.place.kind === 'lines'
        ? [{ id: thread.first.id, place: thread.first.place, thread, finding: null }]
        : [],
    ),
  ];
}

/** Index of the last commented line in an edit; null when the lines do not stand there one after the other. */
function lastLineOf({ lines }: FileEdit, { side, excerpt }: LinesPlace): number | null {
  if (excerpt.trim() === '') return null;
  const other: EditLine['kind'] = side === 'new' ? 'removed' : 'added';
  const wanted = excerpt
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.slice(1));
  const shown = lines.flatMap(({ kind, text }, index) => (kind === other ? [] : [{ text, index }]));
  for (let start = shown.length - wanted.length; start >= 0; start--) {
    if (wanted.every((text, offset) => shown[start + offset]?.text === text))
      return shown[start + wanted.length - 1]?.index ?? null;
  }
  return null;
}
