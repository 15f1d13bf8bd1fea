import type { SessionStatistics } from '../../../core/statistics/session-statistics.ts';
import type { StatisticsTable } from '../../../core/statistics/statistics-csv.ts';
import { formatCost, formatShare } from '../../ui/format.ts';
import { formatCount, formatDuration } from '../shared/format.ts';

interface Props {
  readonly statistics: SessionStatistics;
  readonly table: StatisticsTable | 'time';
  readonly caption: string;
}

const UNKNOWN = 'unknown';
const ms = (value: number | null | undefined): string => (value == null ? UNKNOWN : formatDuration(value));
const count = (value: number | null | undefined): string => (value == null ? UNKNOWN : formatCount(value));
const cost = (value: number | null): string => (value === null ? UNKNOWN : formatCost(value));

/** The same numbers in words, for whoever does not see the chart, or wants them exactly. */
export function FiguresTable({ statistics, table, caption }: Props) {
  const { head, rows } = contentOf(statistics, table);
  return (
    <div className="figures-table">
      <table>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {head.map((name, column) => (
              <th key={name} scope="col" className={column === 0 ? undefined : 'is-number'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={head[column + 1]} className="is-number" data-unknown={cell === UNKNOWN}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Content {
  readonly head: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly string[] }[];
}

function contentOf({ branches, tools, cache, files }: SessionStatistics, table: Props['table']): Content {
  switch (table) {
    case 'time':
      return {
        head: ['Branch', 'Model', 'Tools', 'Waiting', 'Held', 'Rest'],
        rows: branches.map(({ id, title, time }) => ({
          key: id,
          cells: [title, ms(time?.model), ms(time?.tools), ms(time?.waiting), ms(time?.held), ms(time?.other)],
        })),
      };
    case 'branches':
      return {
        head: ['Branch', 'Turns', 'Calls', 'Input', 'From cache', 'Output', 'Cost'],
        rows: branches.map(({ id, title, turns, toolCalls, usage, cacheShare, cost: usd }) => ({
          key: id,
          cells: [
            title,
            count(turns),
            count(toolCalls),
            count(usage?.input),
            usage === null ? UNKNOWN : formatShare(cacheShare),
            count(usage && usage.output + usage.thoughts),
            cost(usd),
          ],
        })),
      };
    case 'tools':
      return {
        head: ['Tool', 'Calls', 'Failed', 'Denied', 'Time', 'Tokens', 'Cost'],
        rows: tools.map(({ name, calls, failed, denied, ms: time, tokens, cost: usd }) => ({
          key: name,
          cells: [name, count(calls), count(failed), count(denied), ms(time), count(tokens), cost(usd)],
        })),
      };
    case 'cache':
      return {
        head: ['Request', 'Branch', 'Input', 'From cache', 'Share'],
        rows: cache.map(({ requestId, number, branch, input, cacheRead, share }) => ({
          key: requestId,
          cells: [String(number), branch, count(input), count(cacheRead), formatShare(share)],
        })),
      };
    case 'files':
      return {
        head: ['File', 'Reads', 'Branches'],
        rows: files.map(({ path, reads, branches: by }) => ({ key: path, cells: [path, count(reads), count(by)] })),
      };
  }
}
