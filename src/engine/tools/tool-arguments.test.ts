import { expect, test } from 'vitest';
import { coreTools } from './registry.ts';

function parse(name: string, args: unknown): unknown {
  const tool = coreTools().find((candidate) => candidate.declaration.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool.parse(args);
}

test.each([
  ['read_file', {}, "`path` is missing: give the file's path, relative to your root."],
  [
    'read_file',
    { file_path: 'a' },
    "`path` is missing: give the file's path, relative to your root. `file_path` is not a parameter of this tool.",
  ],
  ['read_file', { path: '' }, "`path` is empty: give the file's path, relative to your root."],
  ['read_file', { path: 7 }, '`path` must be text, not the number 7.'],
  ['read_file', { path: ['a'] }, '`path` must be text, not a list.'],
  ['read_file', { path: 'a', offset: 0 }, '`offset` must be at least 1.'],
  ['read_file', { path: 'a', offset: 1.5 }, '`offset` must be a whole number, not the number 1.5.'],
  ['read_file', { path: 'a', limit: 'many' }, '`limit` must be a whole number, not text.'],
  ['read_file', 'a.txt', 'The arguments must be an object, not text.'],
  ['read_file', null, 'The arguments must be an object, not nothing.'],
  [
    'edit_file',
    { path: 'a', old_text: '', new_text: '' },
    '`old_text` is empty: give the text to replace, exactly as it is in the file, without line numbers.',
  ],
  ['bash', { command: 'x', timeout_ms: 600_001 }, '`timeout_ms` must be at most 600000.'],
  ['bash', { command: '  ' }, '`command`: give a command, without null characters.'],
])('%s %j', (name, args, message) => {
  expect(() => parse(name, args)).toThrow(message);
});

test('several faults are named at once', () => {
  expect(() => parse('edit_file', { path: 1 })).toThrow(
    /`path` must be text.*`old_text` is missing.*`new_text` is missing/,
  );
});

test('what models send beside the letter of the schema is taken', () => {
  expect(parse('read_file', { path: 'a', offset: '10', limit: 20.0, note: 'x' })).toEqual({
    path: 'a',
    offset: 10,
    limit: 20,
  });
  expect(parse('read_file', { path: 'a', offset: null })).toEqual({ path: 'a' });
  expect(parse('write_file', { path: 'a', content: '' })).toEqual({ path: 'a', content: '' });
});
