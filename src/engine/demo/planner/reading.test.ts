import { describe, expect, it } from 'vitest';
import { matchesIn } from './directives/search.ts';
import { evidenceOf } from './evidence.ts';
import { fileText, listedPaths, plainText } from './file-text.ts';
import { commandOptions, printStatement, withFlag, withUsageLine } from './parse-args.ts';
import { readTestReport } from './test-report.ts';

describe('what tools print', () => {
  it('takes line numbers off only when every line has its own, from any first number on', () => {
    expect(fileText('  9\tone\n 10\ttwo\n')).toBe('one\ntwo\n');
    expect(fileText('1: a\n2: b')).toBe('a\nb');
    expect(fileText('1: a\n3: b')).toBe('1: a\n3: b');
    expect(fileText('12 apples\nand a pear\n')).toBe('12 apples\nand a pear\n');
  });

  it('takes colours, titles and overwritten text off terminal output', () => {
    expect(plainText('\u001b]0;title\u0007\u001b[31mred\u001b[0m\r\n10%\r100% done\r\n')).toBe('red\n100% done\n');
  });

  it('reads lists in several forms', () => {
    expect(listedPaths('src/\n  - a.js 120 bytes\n./b.js\n3 entries', '.')).toEqual(['src/', 'a.js', 'b.js']);
    expect(listedPaths('a.js\nsrc/b.js', 'src')).toEqual(['src/a.js', 'src/b.js']);
  });

  it('reads matches of grep and ripgrep', () => {
    expect(matchesIn('./a.js:3:  let x = 1\nbinary file matches\nb/c.ts:10:y')).toEqual([
      { path: 'a.js', line: 3, text: 'let x = 1' },
      { path: 'b/c.ts', line: 10, text: 'y' },
    ]);
  });

  it('reads a vitest and a jest failure roughly', () => {
    const vitest =
      ' FAIL  src/a.test.ts > adds\nAssertionError: expected 3 to be 4 // Object.is equality\n ❯ src/a.test.ts:5:17\n Tests  1 failed | 2 passed (3)';
    expect(readTestReport(vitest)).toMatchObject({
      passed: 2,
      failed: 1,
      failures: [{ file: 'src/a.test.ts', line: 5, actual: '3', expected: '4' }],
    });
    const jest =
      '  ● adds\n    Expected: 4\n    Received: 3\n      at Object.<anonymous> (src/a.test.js:5:17)\nTests:       1 failed, 2 passed, 3 total';
    expect(readTestReport(jest)).toMatchObject({
      passed: 2,
      failed: 1,
      failures: [{ file: 'src/a.test.js', line: 5, actual: '3', expected: '4' }],
    });
  });
});

describe('evidence', () => {
  it('sees a number inside a text, and tells it from other differences', () => {
    expect(evidenceOf('08:45', '07:45')).toEqual({ kind: 'number', actual: 8, expected: 7 });
    expect(evidenceOf('2.5 m', '2.4 m')).toEqual({ kind: 'number', actual: 2.5, expected: 2.4 });
    expect(evidenceOf('true', 'false').kind).toBe('boolean');
    expect(evidenceOf('1 of 2', '2 of 3').kind).toBe('text');
    expect(evidenceOf(undefined, '1').kind).toBe('none');
  });
});

describe('a program that uses parseArgs', () => {
  const source = [
    'const USAGE = `Usage: x',
    '',
    '  -v, --loud  be loud`;',
    'const { values } = parseArgs({',
    '  options: {',
    '    // Be loud.',
    "    loud: { type: 'boolean', short: 'v' },",
    "    'in-file': { type: 'string' },",
    '  },',
    '});',
    'console.log(show(result, values));',
  ].join('\n');

  it('tells its options, and takes one more where they stand', () => {
    expect(commandOptions(source)).toEqual([
      { name: 'loud', type: 'boolean', short: 'v', comment: 'Be loud.' },
      { name: 'in-file', type: 'string', short: undefined, comment: '' },
    ]);
    const more = withFlag(source, 'json', 'As JSON.') ?? '';
    expect(commandOptions(more).at(-1)).toEqual({
      name: 'json',
      type: 'boolean',
      short: undefined,
      comment: 'As JSON.',
    });
    expect(withUsageLine(source, 'json', 'as JSON')).toContain('be loud\n  --json      as JSON`;');
    expect(printStatement(source)).toEqual({
      statement: 'console.log(show(result, values));',
      value: 'result',
      readable: 'show(result, values)',
    });
  });

  it('is left alone when it is written in another way', () => {
    expect(withFlag('const x = process.argv[2];', 'json', '')).toBeUndefined();
    expect(withUsageLine('const x = 1;', 'json', '')).toBeUndefined();
    expect(printStatement('process.stdout.write(x)')).toBeUndefined();
  });
});
