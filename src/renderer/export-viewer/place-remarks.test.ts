import { expect, test } from 'vitest';
import type { LinesPlace } from '../../core/review/entries.ts';
import type { Finding } from '../../core/review/state.ts';
import type { EditLine, FileEdit } from './edits.ts';
import { placeRemarks } from './place-remarks.ts';

const edit = (callId: string, ...lines: readonly string[]): FileEdit => ({
  ...{ callId, at: 0, isDone: true },
  lines: lines.map((line): EditLine => {
    const kind = line[0] === '+' ? 'added' : line[0] === '-' ? 'removed' : 'same';
    return { kind, text: line.slice(1) };
  }),
});
const finding = (id: string, excerpt: string, side: LinesPlace['side'] = 'new'): Finding => ({
  ...{ id, title: id, severity: 'low', state: 'open', moment: 0, at: 0 },
  place: { kind: 'lines', branch: 'root', path: 'a.ts', side, from: 7, to: 7, excerpt },
});

test('remarks stand under their lines, in the last edit that shows them', () => {
  const first = edit('c1', ' one', '-two', '+2', ' three');
  const second = edit('c2', ' 2', ' three', '+four', '+four');
  const findings = [
    finding('context', ' three\n'),
    finding('first edit only', '-two\n', 'old'),
    finding('old line that became context', ' one\n+2\n'),
    finding('twice', '+four\n'),
    finding('gone', '+five\n'),
    finding('two lines that are not neighbours', '+2\n+four\n'),
    finding('without words', ''),
  ];
  const { byEdit, elsewhere } = placeRemarks({ edits: [first, second] }, { threads: [], findings });
  const placed = [first, second].map((each) =>
    [...(byEdit.get(each) ?? [])].flatMap(([line, remarks]) => remarks.map(({ id }) => [id, line])),
  );
  expect(placed).toEqual([
    [
      ['first edit only', 1],
      ['old line that became context', 2],
    ],
    [
      ['context', 1],
      ['twice', 3],
    ],
  ]);
  expect(elsewhere.map(({ id }) => id)).toEqual(['gone', 'two lines that are not neighbours', 'without words']);
});
