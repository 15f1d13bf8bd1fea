import { expect, it } from 'vitest';
import { readFolderNames } from './folder-names.ts';

it('reads names on lines or between commas, each once, and an empty text as none', () => {
  expect(readFolderNames('node_modules/\n  target, .venv\n\ntarget')).toEqual({
    names: ['node_modules', 'target', '.venv'],
    problem: null,
  });
  expect(readFolderNames(' \n')).toEqual({ names: [], problem: null });
});

it.each([
  ['web/node_modules', 'is a path'],
  ['C:\\cache', 'is a path'],
  ['..', 'is a path'],
  ['*.egg-info', 'is a pattern'],
  ['x'.repeat(201), 'longer than 200'],
  [Array.from({ length: 201 }, (_, index) => `n${index}`).join('\n'), 'These are 201 names'],
])('refuses %.20s, and says why', (text, reason) => {
  expect(readFolderNames(text)).toEqual({ names: null, problem: expect.stringContaining(reason) });
});
