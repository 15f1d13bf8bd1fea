import { expect, it } from 'vitest';
import { cutLine } from './line-difference.ts';

it.each([
  ['with dry boots.', 'with dry socks.', ['with dry ', 'boots', '.']],
  ['const a = 10;', 'const a = 12;', ['const a = ', '10', ';']],
  ['same', 'same', ['same', '', '']],
  ['a b', 'a x b', ['a ', '', 'b']],
  ['new', undefined, ['new', '', '']],
])('cuts "%s" against "%s" in whole words', (line, other, [head, middle, tail]) => {
  expect(cutLine(line, other)).toEqual({ head, middle, tail });
});
