import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MarkSplitter, type OutputPiece } from './mark-splitter.ts';

const START = '\u001b_t0k:';
const END = '\u001b\\';

function split(chunks: readonly string[]): { text: string; marks: string[] } {
  const splitter = new MarkSplitter('t0k');
  const pieces: OutputPiece[] = chunks.flatMap((chunk) => splitter.push(chunk));
  return {
    text: pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('') + splitter.flush(),
    marks: pieces.flatMap((piece) => (piece.kind === 'mark' ? [piece.mark] : [])),
  };
}

test('text and marks come in their order', () => {
  const splitter = new MarkSplitter('t0k');
  expect(splitter.push(`a${START}status:0${END}b${START}end:0${END}`)).toEqual([
    { kind: 'text', text: 'a' },
    { kind: 'mark', mark: 'status:0' },
    { kind: 'text', text: 'b' },
    { kind: 'mark', mark: 'end:0' },
  ]);
});

test('only what could begin a mark is held back', () => {
  const splitter = new MarkSplitter('t0k');
  expect(splitter.push('abc\u001b_t0')).toEqual([{ kind: 'text', text: 'abc' }]);
  expect(splitter.push('x\u001b[31m')).toEqual([{ kind: 'text', text: '\u001b_t0x\u001b[31m' }]);
  expect(splitter.push('y\u001b')).toEqual([{ kind: 'text', text: 'y' }]);
  expect(splitter.flush()).toBe('\u001b');
});

test('a start without an end is text after a while', () => {
  const splitter = new MarkSplitter('t0k');
  const text = `${START}${'x'.repeat(100)}`;
  expect(splitter.push(text)).toEqual([{ kind: 'text', text }]);
});

test('any way to cut the stream gives the same, and nothing is lost', () => {
  const part = fc.oneof(
    fc.constantFrom('\u001b', '\u001b_', '\u001b_t0k', '\u001b\\', 'text', ':'),
    fc.string({ maxLength: 5 }),
  );
  const marks = fc.array(fc.constantFrom('status:0', 'status:65280', 'end:0'), { maxLength: 3 });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 10 }), marks, fc.array(fc.nat(100)), (parts, said, cuts) => {
      const noise = parts.join('');
      // Two marks are never nested: the keeper writes each with one call.
      fc.pre(
        !noise.includes(START) &&
          !['\u001b', '\u001b_', '\u001b_t', '\u001b_t0', '\u001b_t0k'].some((start) => noise.endsWith(start)),
      );
      const stream = said.map((mark) => `${noise}${START}${mark}${END}`).join('') + noise;
      const at = [0, ...cuts.map((cut) => cut % (stream.length + 1)).sort((a, b) => a - b), stream.length];
      const chunks = at.slice(1).map((end, index) => stream.slice(at[index], end));
      expect(split(chunks)).toEqual({ text: noise.repeat(said.length + 1), marks: said });
    }),
  );
});
