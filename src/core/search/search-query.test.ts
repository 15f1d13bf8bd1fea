import { expect, it } from 'vitest';
import { hasFilters, parseSearch, SEARCH_FILTERS } from './search-query.ts';

const parsed = (text: string) => {
  const result = parseSearch(text);
  return result.ok
    ? Object.fromEntries(Object.entries(result.query).filter(([, value]) => value !== null))
    : result.message;
};

it.each([
  ['the Harbour clock', { words: 'the harbour clock' }],
  ['tool:bash failed', { words: 'failed', tool: 'bash' }],
  ['File:src/A.ts', { words: '', file: 'src/a.ts' }],
  ['file:"my notes/a b.md" tide', { words: 'tide', file: 'my notes/a b.md' }],
  ['cost>0.10', { words: '', cost: { over: true, usd: 0.1 } }],
  ['cost<$2 branch:Tests', { words: '', branch: 'tests', cost: { over: false, usd: 2 } }],
  ['is:failed state:completed', { words: '', is: 'failed', state: 'completed' }],
  ['"is:failed" and more', { words: 'is:failed and more' }],
  ['https://example.org error: none', { words: 'https://example.org error: none' }],
  ['a=b x>y', { words: 'a=b x>y' }],
])('%j', (text, query) => expect(parsed(text)).toEqual(query));

it.each([
  ['tool:', 'Say which tool after tool:, as in tool:bash.'],
  ['is:bad', 'is: does not know "bad". Choose one of failed, denied, interrupted, fork, subagent.'],
  ['state:dead', /^There is no state "dead"\. Choose one of starting, .*interrupted\.$/],
  ['cost>much', 'Compare the cost with dollars, as in cost>0.10 or cost<1.'],
  ['cost:1', 'Compare the cost with dollars, as in cost>0.10 or cost<1.'],
  ['status:failed', 'There is no filter status:. Write state:failed.'],
])('%j is answered in one sentence', (text, message) => {
  expect(parsed(text)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
});

it('understands every example of its own help', () => {
  for (const { example } of SEARCH_FILTERS) expect(parseSearch(example).ok).toBe(true);
  const filters = SEARCH_FILTERS.map(({ example }) => parseSearch(example)).filter(
    (each) => each.ok && hasFilters(each.query),
  );
  expect(filters).toHaveLength(5);
});
