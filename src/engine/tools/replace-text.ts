import { ToolFailure } from './tool-failure.ts';

/** Line numbers that are named when a text is found more than once. */
const MOST_PLACES = 10;

/** A file's bytes after one replacement, and where it was. */
export interface Replacement {
  readonly bytes: Buffer;
  /** Number of the first line that changed, from 1. */
  readonly line: number;
}

/**
 * Replaces the one place where a text occurs. Works on bytes, so that what is not UTF-8 elsewhere in the file stays.
 * Models write `\n`: where the file has `\r\n`, both texts are read that way, and the other way round.
 * @throws ToolFailure when the text occurs nowhere or more than once.
 */
export function replaceOnce(path: string, file: Buffer, oldText: string, newText: string): Replacement {
  for (const lineEnd of [null, '\r\n', '\n'] as const) {
    const wanted = withLineEnd(oldText, lineEnd);
    if (lineEnd !== null && wanted === oldText) continue;
    const places = placesOf(file, Buffer.from(wanted));
    if (places.length === 0) continue;
    if (places.length > 1) throw new ToolFailure(ambiguous(path, file, places));
    const [start = 0] = places;
    // A text without a line end says nothing about them: then the file decides.
    const newEnd = lineEnd ?? (oldText.includes('\n') ? null : mainLineEnd(file));
    const replaced = Buffer.from(withLineEnd(newText, newEnd));
    const bytes = Buffer.concat([file.subarray(0, start), replaced, file.subarray(start + Buffer.byteLength(wanted))]);
    return { bytes, line: lineOf(file, start) };
  }
  throw new ToolFailure(notFound(path, file, oldText));
}

function withLineEnd(text: string, lineEnd: '\r\n' | '\n' | null): string {
  return lineEnd === null ? text : text.replace(/\r?\n/g, lineEnd);
}

/** The line end that most lines have; `null` for a file without any. */
function mainLineEnd(file: Buffer): '\r\n' | '\n' | null {
  const all = placesOf(file, Buffer.from('\n')).length;
  const windows = placesOf(file, Buffer.from('\r\n')).length;
  if (all === 0) return null;
  return windows > all - windows ? '\r\n' : '\n';
}

/** All places, overlapping ones too: each of them would be a right reading of "this text". */
function placesOf(file: Buffer, wanted: Buffer): number[] {
  const places: number[] = [];
  for (let at = file.indexOf(wanted); at >= 0; at = file.indexOf(wanted, at + 1)) places.push(at);
  return places;
}

function lineOf(file: Buffer, at: number): number {
  return placesOf(file.subarray(0, at), Buffer.from('\n')).length + 1;
}

function ambiguous(path: string, file: Buffer, places: readonly number[]): string {
  const lines = places.slice(0, MOST_PLACES).map((place) => lineOf(file, place));
  const more = places.length > MOST_PLACES ? ', …' : '';
  return (
    `\`old_text\` occurs ${places.length} times in \`${path}\` (lines ${lines.join(', ')}${more}); ` +
    'add lines around it until it occurs once. Nothing was changed.'
  );
}

function notFound(path: string, file: Buffer, oldText: string): string {
  const near = lineWithOtherBlanks(file.toString('utf8'), oldText);
  const advice =
    near === null
      ? 'read the file again and copy the text exactly, without line numbers.'
      : `the text at line ${near} differs only in blanks or tabs. Read it again and copy it exactly.`;
  return `\`old_text\` does not occur in \`${path}\`: ${advice} Nothing was changed.`;
}

/** Number of the line where the text begins if indentation and blanks are left out of account; else `null`. */
function lineWithOtherBlanks(text: string, wanted: string): number | null {
  const squeeze = (line: string) => line.replace(/\s+/g, '');
  const lines = text.split('\n').map(squeeze);
  const wantedLines = wanted.trim().split('\n').map(squeeze);
  if (wantedLines.join('') === '') return null;
  const index = lines.findIndex((_, start) =>
    wantedLines.every((line, offset) => {
      const candidate = lines[start + offset] ?? '';
      const inside = offset > 0 && offset < wantedLines.length - 1;
      return inside ? candidate === line : candidate.includes(line);
    }),
  );
  return index < 0 ? null : index + 1;
}
