import type { Desk } from './desk.ts';
import { type Routine, takeOne } from './routine.ts';
import { editFile, type ToolCall, writeFile } from './tool-call.ts';

/**
 * The smallest edit, in whole lines, that turns one text into another and whose old text occurs only once. Undefined
 * when there is none (equal texts, or an empty file).
 */
export function minimalEdit(current: string, desired: string): { oldText: string; newText: string } | undefined {
  if (current === desired || current === '') return undefined;
  const before = current.split('\n');
  const after = desired.split('\n');
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end += 1;
  }
  for (;;) {
    const oldText = before.slice(start, before.length - end).join('\n');
    const written = after.slice(start, after.length - end);
    // Deleting whole lines takes a neighbour along, or an empty line would stay.
    if (oldText !== '' && written.length > 0 && current.indexOf(oldText) === current.lastIndexOf(oldText)) {
      return { oldText, newText: written.join('\n') };
    }
    if (start === 0 && end === 0) return undefined;
    if (start > 0) start -= 1;
    if (end > 0) end -= 1;
  }
}

/** The call that brings a known file to the wished content; what cannot be said as one edit is written whole. */
export function editCall(path: string, current: string | undefined, desired: string): ToolCall {
  // A file that was read with line numbers does not show its last line end; it has one, or needs none.
  const wished = current !== undefined && !current.endsWith('\n') ? desired.replace(/\n+$/, '') : desired;
  const edit = current === undefined ? undefined : minimalEdit(current, wished);
  if (edit) return editFile(path, edit.oldText, edit.newText);
  return writeFile(path, desired.endsWith('\n') ? desired : `${desired}\n`);
}

/** Makes the change. Gives the error text when the tool refused it, else undefined. */
export function* change(desk: Desk, path: string, desired: string, thought: string): Routine<string | undefined> {
  const call = editCall(path, desk.file(path), desired);
  if (call.name === 'write_file' && !desk.isWhole(path)) return 'I have seen only a part of the file.';
  const result = yield* takeOne(call, thought);
  return result.isError ? result.output : undefined;
}
