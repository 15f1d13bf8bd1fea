import type { Measurement, Row } from './measure.ts';

/** The measurements as one Markdown table, which reads as well in a terminal. */
export function tableOf(measurements: readonly Measurement[]): string {
  const head = ['What', 'Measured', 'Target', '', 'Peers (measured elsewhere)'];
  const rows = measurements.flatMap(({ title, rows: lines }) => [
    [`**${title}**`, '', '', '', ''],
    ...lines.map((row) => [row.what, row.measured, row.target, verdictOf(row), row.peers ?? '']),
  ]);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function verdictOf({ met }: Row): string {
  return met === undefined ? '' : met ? 'met' : 'MISSED';
}
