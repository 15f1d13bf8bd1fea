import { isUtf8 } from 'node:buffer';
import { type RowSpan, rowSpans } from '../../../core/import/claude/row-spans.ts';
import { isRow, type Row } from '../../../core/import/foreign-value.ts';
import { tryParse } from '../../../core/import/salvage-line.ts';
import { areResults, STAND_IN_MARK, standIn } from '../../../core/import/stand-in.ts';

/** Shorter rows are read as they are, in bytes. */
const MIN_ROW = 3_000;

/** A row without its large values. */
export interface SlimRow {
  readonly row: Row;
  /** The texts that its stand-ins stand for, as JSON without quotes. They are gone with the next line. */
  readonly texts: readonly Buffer[];
}

const NO_TEXTS: readonly Buffer[] = [];

/**
 * Reads a row of Claude Code without what only repeats other values, and, where `mayCut`, without the long texts of results.
 * Null when there is nothing to leave out, or the row is damaged: then it has to be read as it is.
 */
export function slimRow(line: Buffer, mayCut: boolean): SlimRow | null {
  if (line.length < MIN_ROW) return null;
  const spans = rowSpans(line);
  if (spans === null) return null;
  const repeated = spans.filter(({ kind }) => kind === 'repeated');
  if (mayCut && repeated.length < spans.length) {
    const cut = spans.filter(({ kind, start, end }) => kind === 'repeated' || isUtf8(line.subarray(start, end)));
    const texts = cut.flatMap(({ kind, start, end }) => (kind === 'text' ? [line.subarray(start, end)] : []));
    const text = textWithout(line, cut);
    const row = texts.length > 0 && countOf(text, STAND_IN_MARK) === texts.length ? tryParse(text) : undefined;
    if (isRow(row) && areResults(row, texts.length)) return { row, texts };
  }
  if (repeated.length === 0) return null;
  const row = tryParse(textWithout(line, repeated));
  return isRow(row) ? { row, texts: NO_TEXTS } : null;
}

function countOf(text: string, mark: string): number {
  return text.split(mark).length - 1;
}

function textWithout(line: Buffer, spans: readonly RowSpan[]): string {
  let text = '';
  let at = 0;
  let number = 0;
  for (const { kind, start, end, agentId } of spans) {
    text += line.toString('utf8', at, start);
    if (kind === 'text') text += JSON.stringify(standIn(number++)).slice(1, -1);
    // Of the result for the window, the subagent's name is needed.
    else text += agentId ? `{"agentId":${line.toString('utf8', agentId.start, agentId.end)}}` : '{}';
    at = end;
  }
  return text + line.toString('utf8', at);
}
