import { expect, it } from 'vitest';
import { widestLine } from './widest-line.ts';

const ESC = String.fromCharCode(27);

it('counts what is seen, not the codes around it', () => {
  expect(widestLine(`${ESC}[1;32mok${ESC}[0m\r\nlonger\r\n`)).toBe(6);
  expect(widestLine(`${ESC}]0;a very long title${String.fromCharCode(7)}ab`)).toBe(2);
});

it('takes progress that overwrites itself line by line, and leaves out what was wrapped anyway', () => {
  expect(widestLine('12%\r100%\r\n')).toBe(4);
  expect(widestLine(`${'x'.repeat(500)}\nshort`)).toBe(5);
});
