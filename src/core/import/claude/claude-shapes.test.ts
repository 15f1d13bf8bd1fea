import { describe, expect, it } from 'vitest';
import { fold } from '../../session/reduce.ts';
import { contextOf } from '../../session/selectors.ts';
import { EMPTY_SESSION } from '../../session/state.ts';
import { summaryOf } from '../../session/summary.ts';
import type { Row } from '../foreign-value.ts';
import { MemoryParts, sessionEvents } from '../memory-parts.ts';
import { NO_FILE, type SourceFile } from '../source-info.ts';
import { ClaudeReader } from './claude-reader.ts';

interface File extends Partial<SourceFile> {
  readonly rows: readonly Row[];
}

function stateOf(...files: readonly File[]) {
  const parts = new MemoryParts();
  const reader = new ClaudeReader(parts, { prices: null, live: false, holdLast: false, related: files.length > 1 });
  for (const { rows, ...file } of files) {
    reader.begin({ ...NO_FILE, ...file });
    for (const [index, row] of rows.entries()) reader.row(row, index + 1);
  }
  return fold(EMPTY_SESSION, [...sessionEvents(reader.finish(), { sessionId: 's', path: '/x', fallbackAt: 0 }, parts)]);
}

const at = (second: number) => new Date(Date.UTC(2026, 10, 30, 10, 0, second)).toISOString();
const usage = { input_tokens: 3, cache_read_input_tokens: 9000, cache_creation_input_tokens: 400, output_tokens: 60 };

function prompt(uuid: string, parentUuid: string | null, content: unknown, second = 0): Row {
  return {
    type: 'user',
    uuid,
    parentUuid,
    sessionId: 's1',
    isSidechain: false,
    timestamp: at(second),
    cwd: '/demo',
    message: { role: 'user', content },
  };
}
function answer(uuid: string, parentUuid: string, id: string, content: unknown[], second = 1): Row {
  const message = { id, role: 'assistant', model: 'claude-opus-5-5', content, stop_reason: 'end_turn', usage };
  return {
    type: 'assistant',
    uuid,
    parentUuid,
    requestId: id,
    sessionId: 's1',
    isSidechain: false,
    timestamp: at(second),
    message,
  };
}
const text = (words: string) => ({ type: 'text', text: words });
const agentCall = (id: string, subagent_type: string) => ({
  type: 'tool_use',
  id,
  name: 'Agent',
  input: { subagent_type, description: 'lexer', prompt: 'list lexer states' },
});
const result = (id: string, content: string) => [{ type: 'tool_result', tool_use_id: id, content }];

describe('a fork that names its parent by reference', () => {
  const main = [
    prompt('u1', null, 'map the parser'),
    answer('a1', 'u1', 'm1', [text('I fork'), agentCall('t1', 'fork')]),
    prompt('u2', 'a1', result('t1', 'started'), 2),
  ];
  const side = [
    { type: 'fork-context-ref', agentId: 'f1', parentSessionId: 's1', parentLastUuid: 'a1', contextLength: 2 },
    {
      ...prompt('x1', 'a1', [...result('t1', 'placeholder'), text('list lexer states')], 3),
      agentId: 'f1',
      isSidechain: true,
    },
    { ...answer('x2', 'x1', 'm2', [text('three states')], 4), agentId: 'f1', isSidechain: true },
  ];
  const state = stateOf({ rows: main }, { rows: side, agentId: 'f1', name: 'agent-f1.jsonl' });

  it('is a fork whose history is the parent, and not a copy', () => {
    expect(state.branches.f1).toMatchObject({
      kind: 'fork',
      parent: 'root',
      callId: 't1',
      forkPoint: { branch: 'root', messageId: 'm1' },
      turns: 0,
    });
    expect(contextOf(state, 'f1').map(({ id }) => id)).toEqual(['u1', 'm1', 'x1', 'm2']);
    expect(contextOf(state, 'f1')[1]).toBe(contextOf(state, 'root')[1]);
    expect(state.branches.f1?.entries[0]?.author).toBe('fork-start');
  });
  it('counts its own request and not what it inherited', () => {
    expect(summaryOf(state, '').totals).toMatchObject({
      branches: 2,
      turns: 1,
      toolCalls: 1,
      usage: { input: 2 * 9403, output: 120 },
    });
  });
  it('counts a full copy of the inherited rows once, whatever their uuids', () => {
    const copied = [
      { ...prompt('c1', null, 'map the parser'), agentId: 'f1', isSidechain: true },
      { ...answer('c2', 'c1', 'm1', [text('I fork'), agentCall('t1', 'fork')]), agentId: 'f1', isSidechain: true },
    ];
    const doubled = stateOf(
      { rows: main },
      { rows: [...copied, ...side.slice(1)], agentId: 'f1', meta: { toolUseId: 't1', agentType: 'fork' } },
    );
    expect(summaryOf(doubled, '').totals).toMatchObject({ toolCalls: 1, usage: { input: 2 * 9403 } });
  });
});

describe('subagents in files of their own', () => {
  it('hang on the call that their sidecar names, nested ones on their parent', () => {
    const state = stateOf(
      { rows: [prompt('u1', null, 'go'), answer('a1', 'u1', 'm1', [agentCall('t1', 'Explore')])] },
      {
        agentId: 'outer',
        meta: { toolUseId: 't1', description: 'look', agentType: 'Explore' },
        rows: [
          { ...prompt('o1', null, 'look'), agentId: 'outer', isSidechain: true },
          { ...answer('o2', 'o1', 'm2', [agentCall('t2', 'Explore')], 2), agentId: 'outer', isSidechain: true },
        ],
      },
      {
        agentId: 'inner',
        meta: { toolUseId: 't2', parentAgentId: 'outer' },
        rows: [{ ...prompt('i1', null, 'deeper', 3), agentId: 'inner', isSidechain: true }],
      },
    );
    expect(
      ['outer', 'inner'].map((id) => [
        state.branches[id]?.parent,
        state.branches[id]?.kind,
        state.branches[id]?.callId,
      ]),
    ).toEqual([
      ['root', 'subagent', 't1'],
      ['outer', 'subagent', 't2'],
    ]);
  });
});

describe('the tree of the main conversation', () => {
  it('draws a rewind as a fork from the message it went back to', () => {
    const state = stateOf({
      rows: [
        prompt('u1', null, 'one'),
        answer('a1', 'u1', 'm1', [text('A')], 1),
        prompt('u2', 'a1', 'two', 2),
        answer('a2', 'u2', 'm2', [text('B')], 3),
        prompt('u3', 'a1', 'other', 4),
        answer('a3', 'u3', 'm3', [text('C')], 5),
      ],
    });
    expect(contextOf(state, 'root').map(({ id }) => id)).toEqual(['u1', 'm1', 'u2', 'm2']);
    expect(contextOf(state, 'fork-1').map(({ id }) => id)).toEqual(['u1', 'm1', 'u3', 'm3']);
    expect(summaryOf(state, '').totals).toMatchObject({ branches: 2, turns: 3 });
  });
  it('shows both islands when the row between them is missing', () => {
    const state = stateOf({
      rows: [
        prompt('u1', null, 'one'),
        answer('a1', 'u1', 'm1', [text('A')], 1),
        answer('a2', 'lost', 'm2', [text('B')], 3),
      ],
    });
    expect(state.order.map((id) => state.branches[id]?.entries.map(({ message }) => message.id))).toEqual([
      ['u1', 'm1'],
      ['m2'],
    ]);
    expect(state.notices.map(({ branch, level }) => [branch, level])).toEqual([['root-2', 'warning']]);
  });
  it('cuts a circle of parents where the file begins it', () => {
    const state = stateOf({
      rows: [prompt('u1', 'a1', 'one'), answer('a1', 'u1', 'm1', [text('A')], 1), prompt('u2', 'u2', 'self', 2)],
    });
    expect(state.order.map((id) => state.branches[id]?.entries.map(({ message }) => message.id))).toEqual([
      ['u1', 'm1'],
      ['u2'],
    ]);
  });
  it('goes on across a compaction, with a notice at the seam', () => {
    const boundary = {
      type: 'system',
      subtype: 'compact_boundary',
      uuid: 'b1',
      parentUuid: null,
      logicalParentUuid: 'a1',
      timestamp: at(2),
      compactMetadata: { trigger: 'auto', preTokens: 155000 },
    };
    const summary = { ...prompt('u2', 'b1', 'This session goes on from an earlier one.', 3), isCompactSummary: true };
    const state = stateOf({
      rows: [
        prompt('u1', null, 'one'),
        answer('a1', 'u1', 'm1', [text('A')], 1),
        boundary,
        summary,
        answer('a2', 'u2', 'm2', [text('B')], 4),
      ],
    });
    expect(contextOf(state, 'root').map(({ id }) => id)).toEqual(['u1', 'm1', 'u2', 'm2']);
    expect(state.branches.root?.turns).toBe(1);
    expect(state.notices[0]?.text).toContain('155000 tokens before');
  });
  it('takes the most complete usage of one answer, over files and rows', () => {
    const rough = {
      ...answer('a1', 'u1', 'm1', [text('A')]),
      message: { ...(answer('a1', 'u1', 'm1', [text('A')]).message as Row), usage: { ...usage, output_tokens: 1 } },
    };
    const state = stateOf({ rows: [prompt('u1', null, 'one'), rough, answer('a2', 'a1', 'm1', [text('B')], 2)] });
    expect(state.branches.root?.usage).toMatchObject({ output: 60, input: 9403 });
    expect(contextOf(state, 'root').at(-1)?.parts).toHaveLength(2);
  });
  it('shows a failed request as such, with its tries', () => {
    const retry = {
      type: 'system',
      subtype: 'api_error',
      uuid: 'e1',
      parentUuid: 'u1',
      timestamp: at(1),
      error: { status: 529 },
      retryInMs: 500,
      retryAttempt: 1,
    };
    const end = { ...answer('a1', 'e1', 'x', [text('API Error: 529')], 2), isApiErrorMessage: true };
    const state = stateOf({ rows: [prompt('u1', null, 'one'), retry, end] });
    expect(state.branches.root).toMatchObject({ status: 'failed', reason: 'API Error: 529' });
    expect(Object.values(state.requests).map(({ failure }) => failure?.message)).toEqual([
      'The provider refused the request with status 529; it was tried again.',
    ]);
  });
});
