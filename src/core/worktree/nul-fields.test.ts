import { expect, it } from 'vitest';
import { joinNul, splitNul } from './nul-fields.ts';

it('takes NUL as the end of a field, so no empty field follows the last one', () => {
  expect(splitNul('')).toEqual([]);
  expect(splitNul('a\0')).toEqual(['a']);
  expect(splitNul('a\0line\nbreak\0')).toEqual(['a', 'line\nbreak']);
});

it('keeps an empty field in the middle, which git uses in counts of renamed files', () => {
  expect(splitNul('1\t1\t\0old\0new\0')).toEqual(['1\t1\t', 'old', 'new']);
});

it('writes what git reads with --stdin -z', () => {
  expect(joinNul(['a', 'b c'])).toBe('a\0b c\0');
  expect(joinNul([])).toBe('');
});
