import type { BranchState } from '../../core/session/state.ts';

/** One edit of a file as a tool was asked to make it. */
export interface FileEdit {
  readonly callId: string;
  readonly at: number;
  /** `failed`: it was refused, or did not fit; the file stayed as it was. */
  readonly isDone: boolean;
  readonly lines: readonly EditLine[];
}
export interface EditLine {
  readonly kind: 'added' | 'removed' | 'same';
  readonly text: string;
}
export interface EditedFile {
  readonly path: string;
  readonly edits: readonly FileEdit[];
  readonly added: number;
  readonly removed: number;
}

/** Lines that stay on either side of a change are shown up to this many. */
const CONTEXT = 3;

/** What a branch edited, file by file, from the calls of its tools: ours, and those of other tools' transcripts. */
export function editedFilesOf(branch: BranchState): EditedFile[] {
  const files = new Map<string, FileEdit[]>();
  for (const { message, at } of branch.entries) {
    for (const part of message.parts) {
      if (part.kind !== 'call') continue;
      const edit = editOf(part.args);
      if (!edit) continue;
      const status = branch.calls[part.callId]?.status;
      const isDone = status === undefined || status === 'ok' || status === 'running';
      const list = files.get(edit.path) ?? [];
      list.push({ callId: part.callId, at, isDone, lines: linesOf(edit.before, edit.after) });
      files.set(edit.path, list);
    }
  }
  return [...files].map(([path, edits]) => {
    const count = (kind: EditLine['kind']): number =>
      edits.reduce(
        (sum, { lines, isDone }) => sum + (isDone ? lines.filter((line) => line.kind === kind).length : 0),
        0,
      );
    return { path, edits, added: count('added'), removed: count('removed') };
  });
}

function editOf(args: unknown): { path: string; before: string; after: string } | null {
  if (typeof args !== 'object' || args === null) return null;
  const given = args as Record<string, unknown>;
  const first = (...names: readonly string[]): string | null =>
    names.map((name) => given[name]).find((value): value is string => typeof value === 'string') ?? null;
  const path = first('path', 'file_path', 'absolute_path');
  const after = first('new_text', 'new_string', 'new_str', 'content', 'file_text');
  if (path === null || after === null) return null;
  return { path, before: first('old_text', 'old_string', 'old_str') ?? '', after };
}

/** The old lines and the new, with the head and the tail that they share. */
function linesOf(before: string, after: string): EditLine[] {
  const old = before === '' ? [] : before.replace(/\n$/, '').split('\n');
  const now = after === '' ? [] : after.replace(/\n$/, '').split('\n');
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const same = (text: string): EditLine => ({ kind: 'same', text });
  return [
    ...old.slice(Math.max(0, head - CONTEXT), head).map(same),
    ...old.slice(head, old.length - tail).map((text): EditLine => ({ kind: 'removed', text })),
    ...now.slice(head, now.length - tail).map((text): EditLine => ({ kind: 'added', text })),
    ...now.slice(now.length - tail, now.length - tail + Math.min(tail, CONTEXT)).map(same),
  ];
}
