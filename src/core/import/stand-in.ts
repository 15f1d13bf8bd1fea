import { isRow, type Row, rowAt } from './foreign-value.ts';

/** Begins a stand-in, as JSON writes it. A row in which this stands already is read as it is. */
export const STAND_IN_MARK = '\\u0000text ';
/** Finds the stand-ins of a JSON text; the first group is the text's number in its row. */
export const STAND_INS = /\\u0000text (\d+)\\u0000/g;

/** What stands in a row for a long text of it that is copied to the log as it is, without ever being a string. */
export function standIn(number: number): string {
  return `\0text ${number}\0`;
}

/**
 * True when each of a row's `count` stand-ins is the whole text of a tool's result, the one place where nobody looks at a
 * text before it is stored. The texts of all other rows have to be read.
 */
export function areResults(row: Row, count: number): boolean {
  if (row.type !== 'user') return false;
  const { content } = rowAt(row, 'message');
  if (!Array.isArray(content)) return false;
  let found = 0;
  for (const block of content) {
    if (isRow(block) && block.type === 'tool_result' && block.content === standIn(found)) found++;
  }
  return found === count;
}
