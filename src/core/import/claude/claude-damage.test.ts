import { describe, expect, it } from 'vitest';
import { fold } from '../../session/reduce.ts';
import { contextOf } from '../../session/selectors.ts';
import { EMPTY_SESSION } from '../../session/state.ts';
import type { Row } from '../foreign-value.ts';
import { MemoryParts, sessionEvents } from '../memory-parts.ts';
import { NO_FILE } from '../source-info.ts';
import { ClaudeReader } from './claude-reader.ts';

function read(rows: readonly Row[]) {
  const parts = new MemoryParts();
  const reader = new ClaudeReader(parts, { prices: null, live: false, holdLast: false, related: false });
  reader.begin(NO_FILE);
  for (const [index, row] of rows.entries()) reader.row(row, index + 1);
  const draft = reader.finish();
  const state = fold(EMPTY_SESSION, [...sessionEvents(draft, { sessionId: 's', path: '/x', fallbackAt: 0 }, parts)]);
  const messages = state.order.flatMap((id) => contextOf(state, id).map((message) => message.id));
  return { lines: draft.problems.map(({ line }) => line), messages, draft };
}

function prompt(uuid: string, parentUuid: string | null, more: Row = {}): Row {
  const message = { role: 'user', content: `words of ${uuid}` };
  return { type: 'user', uuid, parentUuid, timestamp: '2026-11-30T10:00:00.000Z', message, ...more };
}

describe('damage inside rows of Claude Code', () => {
  it.each<[string, Row, readonly string[]]>([
    ['no message', prompt('b', 'a', { message: null }), ['a', 'c']],
    ['no type', prompt('b', 'a', { type: null }), ['a', 'c']],
    ['a time that is no date', prompt('b', 'a', { timestamp: 'yesterday' }), ['a', 'b', 'c']],
    ['itself as its parent', prompt('b', 'b'), ['a', 'b', 'c']],
  ])('is one problem with its line, and the rest opens: %s', (_, row, messages) => {
    const found = read([prompt('a', null), row, prompt('c', 'b')]);
    expect(found.lines).toEqual([2]);
    expect(found.messages.toSorted()).toEqual(messages);
  });

  it('is one problem for a circle of parents, at its first row', () => {
    const found = read([prompt('a', null), prompt('b', 'd'), prompt('c', 'b'), prompt('d', 'c'), prompt('e', 'd')]);
    expect(found.lines).toEqual([2]);
    expect(found.messages.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('is no row of a kind that is not known', () => {
    const { lines, draft } = read([prompt('a', null), { type: 'brand-new', uuid: 'n', parentUuid: 'a' }]);
    expect(lines).toEqual([]);
    expect(draft.notices).toHaveLength(1);
  });
});
