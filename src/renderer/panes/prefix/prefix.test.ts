import { expect, test } from 'vitest';
import type { Snapshot } from '../../../core/prefix/snapshot.ts';
import { LogWriter } from '../testing/log-writer.ts';
import { bytesOf, segmentsOf } from './expand.ts';
import { prefixFacts } from './facts.ts';
import { familyOf } from './family.ts';
import { layoutStrips, MIN_SEGMENT_WIDTH } from './layout.ts';
import { readable } from './segment-text.ts';

const snapshot: Snapshot = {
  version: 1,
  provider: 'demo',
  model: 'demo',
  systemText: 'Be kind.',
  tools: [],
  sampling: {},
};
const usage = (input: number, cacheRead: number) => ({ input, cacheRead, cacheWrite: 0, output: 1, thoughts: 0 });

/** A root with one answered request, and three forks of it; the third has another system text. */
function family() {
  const log = new LogWriter();
  log.branch('root');
  log.message('root', 'person', [{ kind: 'text', text: 'Do three things.' }]);
  const head = log.request('root', snapshot, 1);
  log.answer('root', head, usage(1_000, 0), 0.01);
  const asking = log.message('root', 'model', [{ kind: 'text', text: 'I fork.' }]);
  for (const id of ['a', 'b', 'c']) {
    log.branch(id, { parent: 'root', kind: 'fork', forkPoint: { branch: 'root', messageId: asking.id } });
    log.message(id, 'fork-start', [{ kind: 'text', text: `Directive: ${id}` }]);
    const own = id === 'c' ? { ...snapshot, systemText: 'Be quick.' } : snapshot;
    const request = log.request(id, own, 1, head);
    log.answer(id, request, usage(1_100, id === 'b' ? 0 : 1_000), 0.01);
  }
  return { log, head };
}

test('a request stored as "base plus added" opens into the segments that were sent', () => {
  const { log } = family();
  log.message('a', 'model', [{ kind: 'text', text: 'Done.' }]);
  const later = log.request('a', snapshot, 2);
  const sent = log.segments(later).map(({ kind, hash, bytes }) => ({ kind, hash, bytes }));
  expect(segmentsOf(log.state.requests, later)).toEqual(sent);
  expect(bytesOf(sent)).toBe(log.state.requests[later]?.totalBytes);
});

test('a base that is missing, or names itself, ends the walk', () => {
  const { log, head } = family();
  const request = log.state.requests[head];
  if (!request) throw new Error('no request');
  const loop = { ...request, base: { requestId: head, keep: 1 } };
  expect(segmentsOf({ [head]: loop }, head)).toEqual(loop.added);
  expect(segmentsOf({}, 'nowhere')).toEqual([]);
});

test('the family of a fork: parent first, then itself, then its siblings, each with what it shares', () => {
  const { log, head } = family();
  const { lanes, self } = familyOf(log.state, 'b', 'start');
  // Tools, system, the person's message; then the answer (shared by forks), then the directive.
  expect(
    lanes.map(({ branch, role, sharedWithHead, sharedWithSiblings }) => [
      branch,
      role,
      sharedWithHead,
      sharedWithSiblings,
    ]),
  ).toEqual([
    ['root', 'head', 3, 3],
    ['b', 'self', 3, 4],
    ['a', 'sibling', 3, 4],
    ['c', 'sibling', 1, 1],
  ]);
  expect(lanes[0]?.request.requestId).toBe(head);
  expect(self?.branch).toBe('b');
});

test('the root sees its forks; a branch without parent and forks stands alone', () => {
  const { log } = family();
  expect(familyOf(log.state, 'root', 'start').lanes.map(({ role }) => role)).toEqual([
    'self',
    'sibling',
    'sibling',
    'sibling',
  ]);
  const alone = new LogWriter();
  alone.branch('root');
  alone.message('root', 'person', [{ kind: 'text', text: 'Hi' }]);
  alone.request('root', snapshot, 1);
  expect(familyOf(alone.state, 'root', 'start')).toMatchObject({ head: null, lanes: [{ role: 'self' }] });
});

test('facts: bytes, tokens, and a word when the cache gave less', () => {
  const { log } = family();
  const facts = (id: string) => {
    const branch = log.state.branches[id];
    if (!branch) throw new Error(id);
    return prefixFacts(log.state, branch, familyOf(log.state, id, 'start'));
  };
  const whole = log.state.requests[log.state.branches.root?.requests[0] ?? '']?.totalBytes;
  expect(facts('a')).toMatchObject({
    shared: { bytes: whole, of: whole },
    expectedTokens: 1_000,
    reportedTokens: 1_000,
  });
  expect(facts('a').sentences.at(-1)).toContain('as much from its cache');
  expect(facts('b').sentences.at(-1)).toContain('gave no reason');
  // `[]` (2 bytes) of tools, then `{"text":"Be ` (12 bytes) is where the two system texts part.
  expect(facts('c')).toMatchObject({ shared: { bytes: 14, of: whole } });
  expect(facts('c').sentences[0]).toContain('at byte 14: the system text differs');
});

test('strips: equal segments have equal boxes, the longest strip fills the width, none is thinner than the least', () => {
  const segment = (hash: string, bytes: number) => ({ kind: 'message', hash, bytes }) as const;
  const head = [segment('a', 40_000), segment('b', 10)];
  const [one, two] = layoutStrips([head, [...head, segment('c', 900)]], 500);
  expect(two?.slice(0, 2)).toEqual(one);
  const last = two?.[2];
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(500, 6);
  expect(Math.min(...(two ?? []).map(({ width }) => width))).toBeGreaterThanOrEqual(MIN_SEGMENT_WIDTH);
  const crowded = layoutStrips([Array.from({ length: 300 }, (_, index) => segment(String(index), 50))], 280);
  expect(crowded[0]?.every(({ width }) => width === MIN_SEGMENT_WIDTH)).toBe(true);
});

test('readable text shows line breaks and quotes, and leaves escaped backslashes alone', () => {
  expect(readable('{"text":"a\\nb \\"c\\" \\\\n"}')).toBe('{\n  "text": "a\nb "c" \\\\n"\n}');
  expect(readable('not json')).toBe('not json');
});
