import type { SessionStatistics } from './session-statistics.ts';

export const STATISTICS_TABLES = ['branches', 'tools', 'cache', 'files'] as const;
export type StatisticsTable = (typeof STATISTICS_TABLES)[number];

type Cell = string | number | null;

/** One table of the statistics as CSV (RFC 4180): times in milliseconds, costs in USD, an empty cell for what is unknown. */
export function statisticsCsv(statistics: SessionStatistics, table: StatisticsTable): string {
  return rowsOf(statistics, table)
    .map((row) => `${row.map(cellText).join(',')}\r\n`)
    .join('');
}

function rowsOf({ branches, tools, cache, files }: SessionStatistics, table: StatisticsTable): Cell[][] {
  switch (table) {
    case 'branches':
      return [
        [
          ...['branch', 'title', 'kind', 'status', 'turns', 'steps', 'tool_calls'],
          ...['model_ms', 'tools_ms', 'waiting_ms', 'held_ms', 'other_ms'],
          ...[
            'input',
            'cache_read',
            'cache_write',
            'output',
            'thoughts',
            'cache_share',
            'cost_usd',
            'requests_without_tokens',
          ],
        ],
        ...branches.map(
          ({ id, title, kind, status, turns, steps, toolCalls, time, usage, unknownUsage, cost, cacheShare }) => [
            ...[id, title, kind, status, turns, steps, toolCalls],
            ...[time?.model, time?.tools, time?.waiting, time?.held, time?.other].map((ms) => ms ?? null),
            ...[usage?.input, usage?.cacheRead, usage?.cacheWrite, usage?.output, usage?.thoughts].map(
              (each) => each ?? null,
            ),
            ...[cacheShare, cost, unknownUsage],
          ],
        ),
      ];
    case 'tools':
      return [
        ['tool', 'calls', 'failed', 'denied', 'ms', 'tokens', 'cost_usd'],
        ...tools.map(({ name, calls, failed, denied, ms, tokens, cost }) => [
          name,
          calls,
          failed,
          denied,
          ms,
          tokens,
          cost,
        ]),
      ];
    case 'cache':
      return [
        ['number', 'branch', 'request', 'at', 'input', 'cache_read', 'cache_share'],
        ...cache.map(({ number, branch, requestId, at, input, cacheRead, share }) => [
          number,
          branch,
          requestId,
          at === null ? null : new Date(at).toISOString(),
          input,
          cacheRead,
          share,
        ]),
      ];
    case 'files':
      return [['path', 'reads', 'branches'], ...files.map(({ path, reads, branches: by }) => [path, reads, by])];
  }
}

/** A text that a spreadsheet would take for a formula gets a quote mark in front: titles and paths come from models. */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(Number(cell.toPrecision(12)));
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
