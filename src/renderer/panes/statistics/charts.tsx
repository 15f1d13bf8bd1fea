import { useCallback, useMemo } from 'react';
import type { SessionStatistics } from '../../../core/statistics/session-statistics.ts';
import { formatCost, formatTokens } from '../../ui/format.ts';
import { formatDuration } from '../shared/format.ts';
import { Chart } from './chart.tsx';

/** Rows of a chart: more cannot be told apart; the table has all of them. */
const MOST_ROWS = 14;
const ROW_PX = 26;
const FRAME_PX = 42;
/** Room for the names at the left, as a share of the width and at most. */
const NAME_SHARE = 0.3;
const NAME_MOST_PX = 190;
const CHARACTER_PX = 6.4;

interface Props {
  readonly statistics: SessionStatistics;
}

/** Fills by name. They differ in lightness from one to the next, so that no kind of sight has to tell hues apart. */
export const TIME_FILLS = {
  Model: 'var(--chart-1)',
  Tools: 'var(--chart-2)',
  Waiting: 'var(--chart-3)',
  Held: 'var(--chart-4)',
  Rest: 'var(--chart-rest)',
} as const;
export const TOKEN_FILLS = {
  'From cache': 'var(--chart-cache)',
  'New input': 'var(--chart-1)',
  Output: 'var(--chart-3)',
} as const;

interface Piece {
  readonly row: string;
  readonly part: string;
  readonly value: number;
}

const heightOf = (rows: number): number => Math.min(rows, MOST_ROWS) * ROW_PX + FRAME_PX;

/** Names that are alike must stay two rows: the id tells them apart. */
function rowsOf<T>(all: readonly T[], name: (each: T) => string): { readonly each: T; readonly row: string }[] {
  const seen = new Map<string, number>();
  return all.slice(0, MOST_ROWS).map((each) => {
    const count = (seen.get(name(each)) ?? 0) + 1;
    seen.set(name(each), count);
    return { each, row: count === 1 ? name(each) : `${name(each)} (${count})` };
  });
}

function frame(width: number, rows: readonly string[]) {
  const marginLeft = Math.round(
    Math.min(width * NAME_SHARE, NAME_MOST_PX, Math.max(...rows.map((row) => row.length), 4) * CHARACTER_PX + 14),
  );
  const characters = Math.max(4, Math.floor((marginLeft - 12) / CHARACTER_PX));
  const short = (row: string) => (row.length > characters ? `${row.slice(0, characters - 1)}…` : row);
  const y = { domain: rows, label: null, tickSize: 0, tickFormat: short } as const;
  return { width, height: heightOf(rows.length), marginLeft, marginRight: 64, marginTop: 4, y };
}

export function TimeChart({ statistics }: Props) {
  const rows = useMemo(
    () =>
      rowsOf(
        statistics.branches.filter(({ time }) => time !== null),
        ({ title }) => title,
      ),
    [statistics],
  );
  const draw = useCallback(
    (plot: typeof import('@observablehq/plot'), width: number) => {
      const pieces = rows.flatMap(({ each: { time }, row }): Piece[] =>
        time === null
          ? []
          : [
              { row, part: 'Model', value: time.model },
              { row, part: 'Tools', value: time.tools },
              { row, part: 'Waiting', value: time.waiting ?? 0 },
              { row, part: 'Held', value: time.held ?? 0 },
              { row, part: 'Rest', value: time.other },
            ],
      );
      return stacked(
        plot,
        width,
        rows.map(({ row }) => row),
        pieces,
        TIME_FILLS,
        formatDuration,
      );
    },
    [rows],
  );
  return <Chart draw={draw} height={heightOf(rows.length)} />;
}

export function TokenChart({ statistics }: Props) {
  const rows = useMemo(() => rowsOf(statistics.branches, ({ title }) => title), [statistics]);
  const draw = useCallback(
    (plot: typeof import('@observablehq/plot'), width: number) => {
      const pieces = rows.flatMap(({ each: { usage }, row }): Piece[] =>
        usage === null
          ? []
          : [
              { row, part: 'From cache', value: usage.cacheRead },
              { row, part: 'New input', value: usage.input - usage.cacheRead },
              { row, part: 'Output', value: usage.output + usage.thoughts },
            ],
      );
      const costs = new Map(rows.map(({ each, row }) => [row, each.cost === null ? 'unknown' : formatCost(each.cost)]));
      return stacked(
        plot,
        width,
        rows.map(({ row }) => row),
        pieces,
        TOKEN_FILLS,
        formatTokens,
        (row) => costs.get(row) ?? '',
      );
    },
    [rows],
  );
  return <Chart draw={draw} height={heightOf(rows.length)} />;
}

function stacked(
  plot: typeof import('@observablehq/plot'),
  width: number,
  rows: readonly string[],
  pieces: readonly Piece[],
  fills: Readonly<Record<string, string>>,
  format: (value: number) => string,
  endText?: (row: string) => string,
): Element {
  const sums = new Map<string, number>();
  for (const { row, value } of pieces) sums.set(row, (sums.get(row) ?? 0) + value);
  const ends = rows.map((row) => ({ row, sum: sums.get(row) ?? 0 }));
  return plot.plot({
    ...frame(width, rows),
    x: { label: null, ticks: Math.max(2, Math.floor(width / 130)), tickFormat: format, grid: true },
    color: { domain: Object.keys(fills), range: Object.values(fills) },
    marks: [
      plot.barX(pieces, { y: 'row', x: 'value', fill: 'part', inset: 0.5, insetTop: 4, insetBottom: 4 }),
      plot.text(ends, {
        y: 'row',
        x: 'sum',
        text: ({ row, sum }: { row: string; sum: number }) => endText?.(row) ?? format(sum),
        textAnchor: 'start',
        dx: 6,
      }),
    ],
  });
}

export function ToolChart({ statistics }: Props) {
  const rows = useMemo(() => rowsOf(statistics.tools, ({ name }) => name), [statistics]);
  const isPriced = statistics.tools.some(({ cost }) => cost !== null && cost > 0);
  const draw = useCallback(
    (plot: typeof import('@observablehq/plot'), width: number) =>
      bars(
        plot,
        width,
        rows.map(({ each: { calls, cost }, row }) => ({
          row,
          value: isPriced ? (cost ?? 0) : calls,
          end: isPriced ? `${cost === null ? 'unknown' : formatCost(cost)}, ${calls}×` : `${calls}×`,
        })),
        isPriced ? (value) => (value === 0 ? '$0' : formatCost(value)) : String,
      ),
    [rows, isPriced],
  );
  return <Chart draw={draw} height={heightOf(rows.length)} />;
}

export function FileChart({ statistics }: Props) {
  const rows = useMemo(() => rowsOf(statistics.files, ({ path }) => path.split('/').slice(-2).join('/')), [statistics]);
  const draw = useCallback(
    (plot: typeof import('@observablehq/plot'), width: number) =>
      bars(
        plot,
        width,
        rows.map(({ each: { reads }, row }) => ({ row, value: reads, end: `${reads}×` })),
        (value) => (Number.isInteger(value) ? String(value) : ''),
      ),
    [rows],
  );
  return <Chart draw={draw} height={heightOf(rows.length)} />;
}

function bars(
  plot: typeof import('@observablehq/plot'),
  width: number,
  rows: readonly { readonly row: string; readonly value: number; readonly end: string }[],
  format: (value: number) => string,
): Element {
  return plot.plot({
    ...frame(
      width,
      rows.map(({ row }) => row),
    ),
    marginRight: 96,
    x: { label: null, ticks: Math.max(2, Math.floor(width / 150)), tickFormat: format, grid: true },
    marks: [
      plot.barX(rows, { y: 'row', x: 'value', fill: 'var(--chart-1)', insetTop: 5, insetBottom: 5 }),
      plot.text(rows, { y: 'row', x: 'value', text: 'end', textAnchor: 'start', dx: 6 }),
    ],
  });
}

const CACHE_HEIGHT = 180;

export function CacheChart({ statistics: { cache } }: Props) {
  const draw = useCallback(
    (plot: typeof import('@observablehq/plot'), width: number) =>
      plot.plot({
        width,
        height: CACHE_HEIGHT,
        marginLeft: 44,
        marginTop: 12,
        x: {
          label: 'request',
          tickFormat: (value: number) => (Number.isInteger(value) ? String(value) : ''),
          domain: [0.5, Math.max(cache.length, 2) + 0.5],
        },
        y: {
          label: null,
          domain: [0, 1],
          ticks: 4,
          tickFormat: (share: number) => `${Math.round(share * 100)} %`,
          grid: true,
        },
        marks: [
          plot.ruleX(cache, {
            x: 'number',
            y: 'share',
            stroke: 'var(--chart-cache)',
            strokeWidth: cache.length > 200 ? 1 : 2,
            strokeOpacity: 0.35,
          }),
          plot.dot(cache, { x: 'number', y: 'share', fill: 'var(--chart-cache)', r: cache.length > 200 ? 1.5 : 3.5 }),
        ],
      }),
    [cache],
  );
  return <Chart draw={draw} height={CACHE_HEIGHT} />;
}
