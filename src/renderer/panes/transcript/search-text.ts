import type { ResultPart } from '../../../core/session/message.ts';
import type { TranscriptRow } from './rows.ts';

/** Everything a person could read in a row, folded parts included. */
export function searchTextOf(row: TranscriptRow, results: ReadonlyMap<string, ResultPart>): string {
  switch (row.kind) {
    case 'person':
    case 'note':
    case 'text':
    case 'thought':
    case 'stand-in':
      return row.text;
    case 'call':
      return [row.call.name, ...stringsIn(row.call.args), results.get(row.call.callId)?.text ?? ''].join('\n');
    case 'fork-start':
      return [row.start.carried, row.start.directive, ...row.start.notices].join('\n');
    case 'notification':
      return row.reports.map((report) => [report.title, report.reason ?? '', report.result].join('\n')).join('\n');
    case 'seam':
      return row.seam.compaction.change.added?.text ?? '';
    case 'failure':
      return row.request.failure?.message ?? '';
    default:
      return '';
  }
}

/** Keys of the rows that contain the query, in order; case does not count. */
export function findRows(
  rows: readonly TranscriptRow[],
  results: ReadonlyMap<string, ResultPart>,
  query: string,
): string[] {
  const wanted = query.toLowerCase();
  if (wanted === '') return [];
  return rows.filter((row) => searchTextOf(row, results).toLowerCase().includes(wanted)).map((row) => row.key);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [String(value)];
  return Object.values(value).flatMap(stringsIn);
}
