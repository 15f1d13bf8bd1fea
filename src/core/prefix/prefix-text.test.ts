import { expect, it } from 'vitest';
import type { PrefixRow } from './prefix-table.ts';
import { prefixText } from './prefix-text.ts';

const ROW: PrefixRow = {
  branch: 'fork-2',
  title: 'Port the lexer',
  parentId: 'root',
  requestId: 'r9',
  requestBytes: 50_000,
  against: { requestId: 'r3', branch: 'root' },
  sharedBytes: 48_000,
  againstBytes: 48_000,
  firstDivergence: null,
  cachedTokens: { expected: 12_000, reported: 12_000, reason: 'as-promised', sentence: 'As promised.' },
  coldAt: Date.UTC(2026, 10, 30, 12, 3, 4),
  siblings: { against: 'fork-1', byte: 48_512, path: 'messages[4].parts[1].text', insideDirective: true },
};

it('says in words what is shared, where siblings part, and what the cache gave', () => {
  expect(prefixText([ROW])).toBe(`fork-2  Port the lexer
  shares    48,000 of 48,000 bytes of root’s request r3, 96 % of its own 50,000: the whole of it
  siblings  parts from fork-1 at byte 48,512, inside the directive
  cached    12,000 tokens reported, about 12,000 expected
  reason    As promised.
  cold      from 2026-11-30 12:03:04 UTC on, unless something reads it`);
});

it('prints the reason of a difference between expected and reported tokens', () => {
  const sentence = 'The prefix was cold: nothing had used it for 6:12, and this cache keeps it for 5:00.';
  const cachedTokens = { expected: 12_000, reported: 0, reason: 'cold', sentence } as const;
  const text = prefixText([{ ...ROW, cachedTokens }]);
  expect(text).toContain('cached    0 tokens reported, about 12,000 expected: 12,000 fewer\n');
  expect(text).toContain(`reason    ${sentence}\n`);
});

it('names the first difference by byte, path and cause', () => {
  const firstDivergence = {
    segment: 0,
    kind: 'tools',
    byte: 612,
    path: 'tools[0].name',
    cause: 'a tool was renamed',
    before: '',
    after: '',
  } as const;
  expect(prefixText([{ ...ROW, sharedBytes: 612, firstDivergence }])).toContain(
    '612 of 48,000 bytes of root’s request r3, 1 % of its own 50,000: parts at byte 612, tools[0].name: a tool was renamed',
  );
});

it('has words for a request that is compared with nothing, and for a session without requests', () => {
  const alone = { ...ROW, against: null, sharedBytes: null, againstBytes: null };
  expect(prefixText([alone])).toContain('nothing to compare with: a first request of 50,000 bytes');
  expect(prefixText([])).toContain('nothing to compare');
});
