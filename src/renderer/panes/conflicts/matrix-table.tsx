import { type KeyboardEvent, useRef, useState } from 'react';
import type { GridCell, GridRow } from '../../../core/worktree/collision-grid.ts';
import { plural } from '../../ui/format.ts';
import { LEVEL_WORDS, LevelMark } from './level-mark.tsx';

interface MatrixTableProps {
  readonly rows: readonly GridRow[];
  readonly nameOf: (id: string) => string;
  /** The pair that is shown below; either way round. */
  readonly chosen: readonly [string, string] | null;
  onChoose(row: string, column: string): void;
}

/** Everyone against everyone. Arrows walk from cell to cell, Enter shows a pair; Tab has one stop here. */
export function MatrixTable({ rows, nameOf, chosen, onChoose }: MatrixTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState({ row: 0, column: 1 });
  const stop = rows[at.row]?.cells[at.column] ? at : firstCell(rows);
  const walk = (event: KeyboardEvent, row: number, column: number): void => {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // Keys that walk the tree must not do so while the matrix is walked.
    event.stopPropagation();
    let [y, x] = [row + step[0], column + step[1]];
    while (rows[y]?.cells[x] === null) [y, x] = [y + step[0], x + step[1]];
    if (!rows[y]?.cells[x]) return;
    setAt({ row: y, column: x });
    table.current?.querySelector<HTMLElement>(`[data-cell="${y} ${x}"]`)?.focus();
  };
  return (
    <table ref={table} className="matrix">
      <caption className="unseen">Which worktrees collide</caption>
      <thead>
        <tr>
          <td />
          {rows.map(({ side }, index) => (
            <th key={side.id} scope="col" title={nameOf(side.id)} className="figures">
              {index + 1}
              <span className="unseen">: {nameOf(side.id)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ side, cells }, row) => (
          <tr key={side.id}>
            <th scope="row" title={side.problem ?? nameOf(side.id)}>
              <span className="matrix__name">
                <span className="matrix__number figures" aria-hidden>
                  {row + 1}
                </span>
                <span className="cut">{nameOf(side.id)}</span>
              </span>
              {side.problem !== null && <span className="matrix__problem">not compared</span>}
            </th>
            {cells.map((cell, column) => (
              <td key={rows[column]?.side.id}>
                {cell === null ? (
                  <span className="matrix__none" aria-hidden />
                ) : (
                  <button
                    type="button"
                    className="matrix__cell"
                    data-cell={`${row} ${column}`}
                    data-level={cell.level}
                    aria-pressed={isChosen(cell, chosen)}
                    title={cellWords(cell)}
                    tabIndex={row === stop.row && column === stop.column ? 0 : -1}
                    onFocus={() => setAt({ row, column })}
                    onKeyDown={(event) => walk(event, row, column)}
                    onClick={() => onChoose(cell.row, cell.column)}
                  >
                    <span className="unseen">
                      {nameOf(cell.row)} and {nameOf(cell.column)}:{' '}
                    </span>
                    <LevelMark level={cell.level} />
                    <span className="matrix__word">{cell.level}</span>
                    {cell.pair.files.length > 0 && (
                      <span className="matrix__count figures">
                        {cell.level === 'hot' ? cell.hotFiles : cell.softFiles}
                      </span>
                    )}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const STEPS: { readonly [key: string]: readonly [number, number] } = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function firstCell(rows: readonly GridRow[]): { row: number; column: number } {
  const row = rows.findIndex(({ cells }) => cells.some((cell) => cell !== null));
  return { row, column: rows[row]?.cells.findIndex((cell) => cell !== null) ?? -1 };
}

function isChosen(cell: GridCell, chosen: readonly [string, string] | null): boolean {
  return [cell.row, cell.column].every((side) => chosen?.includes(side));
}

function cellWords({ level, hotFiles, softFiles }: GridCell): string {
  if (level === 'clean') return `clean, ${LEVEL_WORDS.clean}`;
  if (level === 'soft') return `soft, ${plural(softFiles, 'file')} changed by both, in other lines`;
  const also = softFiles > 0 ? `, ${plural(softFiles, 'file')} more in both` : '';
  return `hot, ${plural(hotFiles, 'file')} that git cannot merge${also}`;
}
