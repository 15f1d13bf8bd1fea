import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CappedText } from './capped-text.ts';

function capped(cap: number, parts: readonly string[]) {
  const text = new CappedText(cap);
  for (const part of parts) text.add(part);
  return text.finish();
}

test('a text up to the cap is left as it is', () => {
  expect(capped(10, ['01234', '56789'])).toEqual({ text: '0123456789', omittedCharacters: 0, omittedBytes: 0 });
});

test('beyond it the middle goes, and the notice says how much', () => {
  expect(capped(10, ['0123456789', 'a'])).toEqual({
    text: '0123\n[… 1 characters omitted here …]\n56789a',
    omittedCharacters: 1,
    omittedBytes: 1,
  });
});

test('bytes are counted as UTF-8', () => {
  expect(capped(10, ['0123', '€€€', '56789a'])).toMatchObject({ omittedCharacters: 3, omittedBytes: 9 });
});

test('cuts are moved to line ends that are near', () => {
  const lines = Array.from({ length: 1000 }, (_, index) => `line ${index}`);
  const { text } = capped(300, [`${lines.join('\n')}\n`]);
  const kept = text.split('\n').filter((line) => line !== '' && !line.startsWith('[…'));
  expect(kept.every((line) => lines.includes(line))).toBe(true);
  expect(kept[0]).toBe('line 0');
  expect(kept.at(-1)).toBe('line 999');
});

test('kept and omitted add up, however the text arrives, and no character is cut in half', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\n'), maxLength: 30 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.array(word, { maxLength: 30 }), (cap, parts) => {
      const whole = parts.join('');
      const result = capped(cap, parts);
      if (whole.length <= cap) {
        expect(result.text).toBe(whole);
        return;
      }
      const [head = '', tail = ''] = result.text.split(/\n?\[… [\d,]+ characters omitted here …\]\n/);
      // A line end before the notice may be the text's own or the notice's.
      expect(whole.startsWith(head)).toBe(true);
      expect(whole.endsWith(tail)).toBe(true);
      const kept = head.length + tail.length;
      expect([kept, kept + 1]).toContain(whole.length - result.omittedCharacters);
      expect(/\p{Surrogate}/u.test(result.text)).toBe(false);
      expect(kept).toBeLessThanOrEqual(cap);
    }),
  );
});
