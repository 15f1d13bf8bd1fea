import { expect, test } from 'vitest';
import { withSyntaxTree } from './list-code-definitions-grammar.ts';

const forever = new AbortController().signal;

test('a parse that takes too long or is aborted gives nothing, and the parser is good for the next text', async () => {
  const long = 'function f() { return [1, 2, 3]; }\n'.repeat(20_000);
  const parse = (text: string, timeoutMs: number, signal: AbortSignal) =>
    withSyntaxTree('typescript', text, { timeoutMs, signal }, (root) => root.namedChildCount);
  expect(await parse(long, 0, forever)).toBeNull();
  expect(await parse(long, 60_000, AbortSignal.abort())).toBeNull();
  expect(await parse('let a = 1;\nlet b = 2;\n', 60_000, forever)).toBe(2);
});

test('a grammar that is not there is an error, each time', async () => {
  const missing = () => withSyntaxTree('nonsense', 'x', { timeoutMs: 1_000, signal: forever }, () => 1);
  await expect(missing()).rejects.toThrow('tree-sitter-nonsense.wasm');
  await expect(missing()).rejects.toThrow('tree-sitter-nonsense.wasm');
});
