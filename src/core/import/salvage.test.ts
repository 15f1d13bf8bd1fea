import { describe, expect, it } from 'vitest';
import type { Problem } from '../session/state.ts';
import { boundedValue } from './bounded-value.ts';
import { ElementSplitter } from './element-splitter.ts';
import type { Row } from './foreign-value.ts';
import { RowReader } from './row-reader.ts';

function read(lines: readonly string[]) {
  const rows: Row[] = [];
  const problems: Problem[] = [];
  const reader = new RowReader(
    (row) => rows.push(row),
    (problem) => problems.push(problem),
  );
  for (const [index, line] of lines.entries()) reader.push(line, index + 1);
  reader.end();
  return { rows, problems: problems.map(({ line }) => line) };
}
const row = (id: number, text = '{ } "quoted" \\') => ({ sessionId: 's', id, text });
const line = (id: number) => JSON.stringify(row(id));

describe('damaged lines', () => {
  it.each([
    ['two rows on one line', [line(1), line(2) + line(3), line(4)], [1, 2, 3, 4], [2]],
    ['two rows with a blank between', [`${line(1)} \t${line(2)}`], [1, 2], [1]],
    ['a torn row before a whole one', [line(1), line(2).slice(0, 20) + line(3), line(4)], [1, 3, 4], [2]],
    ['a whole row before a torn one', [line(1) + line(2).slice(0, 20), line(3)], [1, 3], [1]],
    ['a torn last line', [line(1), line(2).slice(0, -3)], [1], [2]],
    ['two damaged lines beside each other', [line(1), '{"x', 'y', line(2)], [1, 2], [2]],
    ['NUL bytes alone', [line(1), '\0'.repeat(300), line(2)], [1, 2], [2]],
    ['NUL bytes around a row', [`\0\0${line(1)}\0`], [1], []],
    ['a mark, blanks and a carriage return', [`\uFEFF${line(1)}  \r`, '', '  ', `${line(2)}\r`], [1, 2], []],
    ['what is JSON but no row', ['3', line(1)], [1], [1]],
  ])('%s', (_, lines, ids, problems) => {
    expect(read(lines)).toEqual({ rows: ids.map((id) => row(id)), problems });
  });

  it('raw line breaks inside a string are put together again', () => {
    const { rows, problems } = read([line(1), '{"sessionId":"s","text":"one', 'two', 'three"}', line(2)]);
    expect(rows[1]).toEqual({ sessionId: 's', text: 'one\ntwo\nthree' });
    expect([rows.length, problems]).toEqual([3, [2]]);
  });

  it('a damaged line of many megabytes ends soon', () => {
    const start = performance.now();
    expect(read([`{"a":[${'{"b":1},'.repeat(400_000)}`, line(1)]).rows).toEqual([row(1)]);
    expect(performance.now() - start).toBeLessThan(4_000);
  });
});

describe('documents', () => {
  function split(text: string, size: number) {
    const rows: Row[] = [];
    const problems: Problem[] = [];
    const splitter = new ElementSplitter(
      (each) => rows.push(each),
      (problem) => problems.push(problem),
    );
    for (let at = 0; at < text.length; at += size) splitter.push(text.slice(at, at + size));
    splitter.end();
    return { rows, problems };
  }
  const list = JSON.stringify([row(1), row(2), row(3)], null, 1);

  it.each([1, 7, 10_000])('are taken apart the same in pieces of %i characters', (size) => {
    expect(split(list, size)).toEqual({ rows: [row(1), row(2), row(3)], problems: [] });
    const object = JSON.stringify({ sessionId: 's', messages: [row(1), row(2)], end: 1 });
    expect(split(object, size)).toEqual({
      rows: [row(1), row(2), { sessionId: 's', messages: [null, null], end: 1 }],
      problems: [],
    });
  });
  it('that were cut off give all whole rows and one problem', () => {
    const cut = split(list.slice(0, -12), 50);
    expect(cut.rows).toEqual([row(1), row(2)]);
    expect(cut.problems).toHaveLength(1);
    expect(split(list.slice(0, -1), 50).problems).toHaveLength(1);
  });
});

describe('a value that is nested too deeply', () => {
  it('is cut, so that it can be written', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
    expect(JSON.stringify(boundedValue({ a: 1, deep })).length).toBeLessThan(600);
    const flat = { a: [1, { b: 2 }] };
    expect(boundedValue(flat)).toBe(flat);
  });
});
