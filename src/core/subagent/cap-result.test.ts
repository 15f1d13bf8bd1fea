import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capResult, DEFAULT_RESULT_CHARACTERS } from './cap-result.ts';

const where = 'the transcript of subagent-1';

describe('capResult', () => {
  it('hands 40,000 characters on whole, where others cut at 1,200 or 8,000', () => {
    expect(DEFAULT_RESULT_CHARACTERS).toBe(40_000);
    const text = 'x'.repeat(40_000);
    expect(capResult(text, DEFAULT_RESULT_CHARACTERS, where)).toEqual({ text, omitted: 0 });
  });

  it('cuts at the end of a paragraph and says how much is left out and where it is', () => {
    const result = `${'a'.repeat(60)}\n\n${'b'.repeat(20)}\n\n${'c'.repeat(80)}`;
    const { text, omitted } = capResult(result, 100, where);
    expect(text).toBe(
      `${'a'.repeat(60)}\n\n${'b'.repeat(20)}\n\n[Cut here at the limit of 100 characters: 82 of 164 are left out. The whole result stands in ${where}.]`,
    );
    expect(omitted).toBe(82);
  });

  it.each([
    ['a line', `${'a'.repeat(70)}\n${'b b '.repeat(40)}`, 'a'.repeat(70)],
    ['a sentence', `${'a'.repeat(70)}. ${'b b '.repeat(40)}`, `${'a'.repeat(70)}.`],
    ['a word', `${'a'.repeat(70)} ${'b'.repeat(100)}`, 'a'.repeat(70)],
    ['nothing but one word', 'a'.repeat(200), 'a'.repeat(100)],
  ])('without a paragraph: at %s', (_, result, kept) => {
    expect(capResult(result, 100, where).text.split('\n\n[Cut')[0]).toBe(kept);
  });

  it('closes a code block that the cut leaves open', () => {
    const result = `look:\n\n\`\`\`ts\n${'let a = 1;\n'.repeat(40)}\`\`\``;
    expect(capResult(result, 200, where).text).toMatch(/;\n```\n\n\[Cut here/);
  });

  it('never keeps more than the limit, nor half a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 0, maxLength: 400 }),
        fc.integer({ min: 2, max: 200 }),
        (s, n) => {
          const { text, omitted } = capResult(s, n, where);
          if (s.length <= n) return text === s && omitted === 0;
          const kept = s.slice(0, s.length - omitted);
          return kept.length <= n && text.startsWith(kept) && !/[\ud800-\udbff]$/.test(kept);
        },
      ),
    );
  });
});
