import { expect, test } from 'vitest';
import { matchingLines, plainText } from './output-lines.ts';

test('terminal codes and overwritten lines are taken out', () => {
  const raw = '\u001b[32m✓\u001b[0m ok\r\n 10 %\r 100 %\n\u001b]8;;http://x\u0007link\u001b]8;;\u0007\n\n';
  expect(plainText(raw)).toBe('✓ ok\n 100 %\nlink');
});

test('a filter keeps the line numbers', () => {
  expect(matchingLines(['a', 'Error: b', 'c', 'no error'], 'ERROR')).toEqual([
    { number: 2, line: 'Error: b' },
    { number: 4, line: 'no error' },
  ]);
});
