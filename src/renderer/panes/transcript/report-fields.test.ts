import { expect, it } from 'vitest';
import { reportFieldsOf } from './report-fields.ts';

it('takes a report apart at its labels, however they are dressed', () => {
  const text = 'It is done.\n\nScope: the clock\n**Result:** fixed\n- one\n- two\nIssues:';
  expect(reportFieldsOf(text)).toEqual({
    lead: 'It is done.',
    fields: [
      { label: 'Scope', value: 'the clock' },
      { label: 'Result', value: 'fixed\n- one\n- two' },
      { label: 'Issues', value: '' },
    ],
  });
});

it('leaves other texts alone, also code that looks like a report', () => {
  expect(reportFieldsOf('Result: one label alone is a sentence.')).toBeNull();
  expect(reportFieldsOf('```\nScope: a\nResult: b\n```')).toBeNull();
  expect(reportFieldsOf('The Scope: is here, the Result: there')).toBeNull();
});
