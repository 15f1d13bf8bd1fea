import { expect, it } from 'vitest';
import type { Segment } from '../../core/prefix/segments.ts';
import { joinedBytes } from './shared-bytes.ts';

function segment(text: string): Segment {
  return { kind: 'message', text, hash: text.slice(0, 9), bytes: Buffer.byteLength(text) };
}

const long = (name: string) => segment(JSON.stringify(`${name} ü😀 `.repeat(2_500)));

it('gives the texts with commas between them, whatever the cuts are', () => {
  for (const count of [0, 1, 2, 3, 7, 12]) {
    const segments = Array.from({ length: count }, (_, index) => (index % 3 === 1 ? segment('{}') : long(`m${index}`)));
    const joined = Buffer.concat(joinedBytes(segments)).toString('utf8');
    expect(joined).toBe(segments.map(({ text }) => text).join(','));
  }
});

it('shares the pieces of a common head, and only those', () => {
  const head = Array.from({ length: 8 }, (_, index) => long(`h${index}`));
  const a = joinedBytes([...head, segment('"a"')]);
  const b = joinedBytes([...head, segment('"b"')]);
  expect(a.length).toBeGreaterThan(2);
  expect(a.slice(0, -1).every((piece, at) => piece === b[at])).toBe(true);
  expect(a.at(-1)).not.toBe(b.at(-1));
});

it('never takes a piece of another conversation for its own', () => {
  const last = long('last');
  const [one, other] = [long('one'), long('other')];
  joinedBytes([one, last]);
  expect(Buffer.concat(joinedBytes([other, last])).toString('utf8')).toBe(`${other.text},${last.text}`);
  // The same piece at the head of a request has no comma in front of it.
  const big = segment(JSON.stringify('x'.repeat(70_000)));
  for (const list of [[big], [big, big], [last, one, big]]) {
    expect(Buffer.concat(joinedBytes(list)).toString('utf8')).toBe(list.map(({ text }) => text).join(','));
  }
});
