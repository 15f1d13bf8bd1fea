import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minimalEdit } from './editing.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', '', '  c'), { minLength: 1, maxLength: 12 })
  .map((lines) => lines.join('\n'));

describe('the smallest edit', () => {
  it('gives the wished text when its unique old text is replaced once', () => {
    fc.assert(
      fc.property(text, text, (current, desired) => {
        const edit = minimalEdit(current, desired);
        if (!edit) return current === desired || current === '';
        expect(current.indexOf(edit.oldText)).toBe(current.lastIndexOf(edit.oldText));
        expect(current.replace(edit.oldText, () => edit.newText)).toBe(desired);
        return true;
      }),
      { numRuns: 500 },
    );
  });

  it('takes only the line that differs, and as many more as make it unique', () => {
    expect(minimalEdit('one\ntwo\nthree', 'one\n2\nthree')).toEqual({ oldText: 'two', newText: '2' });
    expect(minimalEdit('x\na\nx\nb', 'x\na\ny\nb')).toEqual({ oldText: 'a\nx\nb', newText: 'a\ny\nb' });
  });
});
