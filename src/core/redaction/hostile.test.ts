import { expect, it } from 'vitest';
import { checkPattern } from './own-patterns.ts';
import { Redactor } from './redactor.ts';

/** Texts made to catch patterns that try the same characters again and again. */
const HOSTILE: readonly string[] = [
  'a',
  '-',
  'eyJ',
  'eyJaaaaaaaaaaaa.',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN RSA PRIVATE KEY-----\nAAAA\n',
  'token=',
  'token=password=',
  'password:"\\"',
  'api_key_',
  'cookie: a',
  'Authorization: ',
  'bearer ',
  '://a:',
  '://aaaaaaaa',
  '@',
  'a@',
  'a@b.',
  'a.b-c.d@a.b-c.d.',
  '/home/',
  'C:\\Users\\a ',
  'C:\\\\Users\\\\a b c d ',
  'sk-',
  '1',
  'bot12345678:AA',
  'sk-a-b-',
  'AAAAAAAQ~',
  'JQQJ9',
  '\u001b[1;1;1;1m',
  '\u001b[m',
  '\u001b[',
  '\u001b]8;;',
  '\u001b]8;;a\u0007',
  '\u009d',
  '\u009b1;',
  'sk-\u001b[m',
  'a\u001b[Ksk-a1',
  '\\u001b[1m',
  '\\e]8;;',
  '?key=',
  '\\n',
  '"\\\\\\',
];

/** Milliseconds for one megabyte. Linear patterns take well below a second; one that is not would take hours. */
const MOST_MS = 4_000;

it.each(HOSTILE)('reads a megabyte of %j in time', (piece) => {
  const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
  const redactor = new Redactor({ patterns: [], homes: [], keep: new Set() });
  const began = performance.now();
  redactor.text(text);
  expect(performance.now() - began).toBeLessThan(MOST_MS);
});

it('has an end with any pattern that it takes', () => {
  const check = checkPattern('.*x.*y');
  if (!check.ok) throw new Error(check.message);
  const redactor = new Redactor({ patterns: [check.pattern], homes: [], keep: new Set() });
  const began = performance.now();
  redactor.text('x'.repeat(2_000));
  expect(performance.now() - began).toBeLessThan(30_000);
});
