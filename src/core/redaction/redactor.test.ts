import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPattern } from './own-patterns.ts';
import { Redactor } from './redactor.ts';
import { PLAIN_TEXTS, SECRETS } from './testing/secret-corpus.ts';

const redactor = (patterns: readonly RegExp[] = [], keep: readonly string[] = []) =>
  new Redactor({ patterns, homes: ['/data/people/jane'], keep: new Set(keep) });

describe('Redactor', () => {
  it.each(SECRETS)('takes out $what', ({ text, secret, kind }) => {
    const each = redactor();
    const result = each.text(text);
    expect(text).toContain(secret);
    expect(result).not.toContain(secret);
    expect(each.secrets.map((found) => found.kind)).toEqual([kind]);
  });

  it.each(SECRETS)('takes $what out of JSON in a text, which stays JSON', ({ text, secret }) => {
    const inner = JSON.stringify({ output: `first line\n${text}\nlast "line"` });
    const result = redactor().text(inner);
    expect(result).not.toContain(JSON.stringify(secret).slice(1, -1));
    expect(Object.keys(JSON.parse(result) as object)).toEqual(['output']);
  });

  it.each(PLAIN_TEXTS)('leaves %s alone', (_, text) => {
    expect(redactor().text(text)).toBe(text);
  });

  it('writes the same mark for the same secret, and counts', () => {
    const [first, second] = SECRETS.filter(({ kind }) => kind === 'github-token');
    const each = redactor();
    const result = each.text(`${first?.secret} then ${second?.secret} then ${first?.secret}`);
    expect(result).toBe(
      '[redacted: GitHub token #1] then [redacted: GitHub token #2] then [redacted: GitHub token #1]',
    );
    expect(each.secrets.map(({ count }) => count)).toEqual([2, 1]);
  });

  it('keeps what a person wants to keep', () => {
    const text = 'write to jane@tides.dev and joe@tides.dev';
    const each = redactor();
    each.text(text);
    const [jane] = each.secrets;
    expect(redactor([], [jane?.id ?? '']).text(text)).toBe('write to jane@tides.dev and [redacted: e-mail address #2]');
  });

  it('shows where a secret stands', () => {
    const each = redactor();
    each.text('Please write to jane@tides.dev before noon.');
    expect(each.secrets[0]).toMatchObject({
      before: 'Please write to ',
      secret: 'jane@tides.dev',
      after: ' before noon.',
    });
  });

  it('turns home folders into ~, whatever the system', () => {
    expect(redactor().text('/home/jane/a /Users/Jane.Doe/b C:\\Users\\Jane Doe\\c file:///home/jane/d')).toBe(
      '~/a ~/b ~\\c file://~/d',
    );
    expect(redactor().text('{"cwd":"C:\\\\Users\\\\jane\\\\c","b":"x\\n/home/jane/y"}')).toBe(
      '{"cwd":"~\\\\c","b":"x\\n~/y"}',
    );
    expect(redactor().text('/data/people/jane/x and /data/people/janet')).toBe('~/x and /data/people/janet');
    expect(redactor().text('gcc -I/home/jane/include')).toBe('gcc -I~/include');
  });

  it('looks into values, also at what only its name gives away', () => {
    const each = redactor();
    const value = { env: { DB_PASSWORD: 'tide-4711', note: 'plain' }, list: [1, 'a@b.dev', null] };
    expect(each.value(value)).toEqual({
      env: { DB_PASSWORD: '[redacted: password #1]', note: 'plain' },
      list: [1, '[redacted: e-mail address #1]', null],
    });
    const plain = { a: [1, { b: 'c' }] };
    expect(each.value(plain)).toBe(plain);
  });

  it('keeps JSON valid, whatever stands in it', () => {
    const secret = fc.constantFrom(...SECRETS.map(({ text }) => text));
    const text = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), secret)).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.jsonValue(), text, (value, extra) => {
        const json = JSON.stringify({ value, extra, deep: [{ extra }] });
        expect(() => JSON.parse(redactor().json(json))).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });

  it('finds nothing new in what it wrote', () => {
    for (const { text } of SECRETS) {
      const once = redactor().text(text);
      expect(redactor().text(once)).toBe(once);
    }
  });
});

describe('own patterns', () => {
  it('are taken out like any other', () => {
    const check = checkPattern('TIDE-\\d{4}');
    if (!check.ok) throw new Error(check.message);
    expect(redactor([check.pattern]).text('see TIDE-1234 and TIDE-12')).toBe(
      'see [redacted: own pattern #1] and TIDE-12',
    );
  });

  it.each([
    '(',
    '',
    ' ',
    'a*',
    '(a+)+',
    '(a|aa)*b',
    '((ab*)c)+',
    '(x{2,}y?){30,}',
    '.*a.*b.*c',
    'a?a?a?a?a?a?a?a?a?a?a?a?aaaa',
  ])('refuses %s', (source) => {
    expect(checkPattern(source)).toMatchObject({ ok: false });
  });

  it.each(['ACME-[0-9]+', '(?:foo|bar)-\\d+', 'host-[a-z]+\\.intern', '(ab)+c', 'a(b|c)d?'])('takes %s', (source) => {
    expect(checkPattern(source)).toMatchObject({ ok: true });
  });
});
