import { describe, expect, it } from 'vitest';
import { fold } from '../session/reduce.ts';
import { contextOf } from '../session/selectors.ts';
import { EMPTY_SESSION } from '../session/state.ts';
import { summaryOf } from '../session/summary.ts';
import type { Row } from './foreign-value.ts';
import { type Format, formatOfRows } from './formats.ts';
import { MemoryParts, sessionEvents } from './memory-parts.ts';
import { NO_FILE, type SourceFile } from './source-info.ts';
import { translatorOf } from './translators.ts';

interface File extends Partial<SourceFile> {
  readonly rows: readonly Row[];
}

function stateOf(format: Exclude<Format, 'forkscope'>, ...files: readonly File[]) {
  const parts = new MemoryParts();
  const reader = translatorOf(format, parts, { prices: null, live: false, holdLast: false, related: files.length > 1 });
  for (const { rows, ...file } of files) {
    reader.begin({ ...NO_FILE, ...file });
    for (const [index, row] of rows.entries()) reader.row(row, index + 1);
  }
  return fold(EMPTY_SESSION, [...sessionEvents(reader.finish(), { sessionId: 's', path: '/x', fallbackAt: 5 }, parts)]);
}
const at = (second: number) => new Date(Date.UTC(2026, 10, 30, 10, 0, second)).toISOString();

describe('Qwen Code', () => {
  let second = 0;
  const row = (uuid: string, parentUuid: string | null, type: string, more: Row): Row => ({
    uuid,
    parentUuid,
    sessionId: 's1',
    timestamp: at(second++),
    type,
    cwd: '/p',
    ...more,
  });
  const user = (uuid: string, parent: string | null, text: string, more: Row = {}) =>
    row(uuid, parent, 'user', { message: { role: 'user', parts: [{ text }] }, ...more });
  const model = (
    uuid: string,
    parent: string,
    parts: unknown[],
    tokens: Row = {
      promptTokenCount: 100,
      candidatesTokenCount: 10,
      cachedContentTokenCount: 80,
      thoughtsTokenCount: 4,
      totalTokenCount: 114,
    },
  ) => row(uuid, parent, 'assistant', { model: 'q', message: { role: 'model', parts }, usageMetadata: tokens });

  it('keeps what was rewound as a dead branch, and counts the active path', () => {
    const rows = [
      user('u1', null, 'one'),
      model('a1', 'u1', [{ text: 'A' }]),
      user('u2', 'a1', 'dead'),
      model('a2', 'u2', [{ text: 'B' }, { functionCall: { id: 'c1', name: 'read_file', args: { path: 'x' } } }]),
      user('u3', 'a1', 'alive'),
      model('a3', 'u3', [{ text: 'C' }]),
      // The same row twice is one message.
      model('a3', 'u3', [{ text: 'C' }]),
      row('x', 'a3', 'system', { subtype: 'session_artifact_snapshot' }),
    ];
    const state = stateOf('qwen-code', { rows });
    expect(contextOf(state, 'root').map(({ id }) => id)).toEqual(['u1', 'a1', 'u3', 'a3']);
    expect(contextOf(state, 'rewound-1').map(({ id }) => id)).toEqual(['u1', 'a1', 'u2', 'a2']);
    expect(summaryOf(state, '').totals).toMatchObject({
      branches: 2,
      turns: 2,
      toolCalls: 0,
      usage: { input: 200, cacheRead: 160, output: 20, thoughts: 8 },
    });
  });

  it('shows what stands before a missing row beside the rest, and counts it', () => {
    const rows = [
      user('u1', null, 'one'),
      model('a1', 'u1', [{ text: 'A' }]),
      user('u3', 'lost', 'two'),
      model('a3', 'u3', [{ text: 'C' }]),
    ];
    const state = stateOf('qwen-code', { rows });
    expect(state.order.map((id) => state.branches[id]?.entries.length)).toEqual([2, 2]);
    expect(summaryOf(state, '').totals).toMatchObject({ turns: 2, usage: { input: 200 } });
    expect(state.notices.map(({ level }) => level)).toEqual(['warning']);
  });

  it('draws a fork from its file, and does not count its telemetry again', () => {
    const call = {
      functionCall: { id: 'c9', name: 'agent', args: { description: 'look at X', subagent_type: 'fork' } },
    };
    const telemetry = row('t1', 'a1', 'system', {
      subtype: 'ui_telemetry',
      systemPayload: { uiEvent: { subagent_id: 'fork-c9', input_token_count: 100, output_token_count: 10 } },
    });
    const lost = row('t2', 't1', 'system', {
      subtype: 'ui_telemetry',
      systemPayload: {
        uiEvent: {
          subagent_id: 'gone',
          subagent_name: 'fork',
          input_token_count: 7,
          output_token_count: 1,
          cached_content_token_count: 5,
        },
      },
    });
    const main = [user('u1', null, 'compare'), model('a1', 'u1', [call]), telemetry, lost];
    const side = [
      {
        ...row('f1', null, 'system', {
          subtype: 'agent_bootstrap',
          systemPayload: { kind: 'fork', history: [{ role: 'user' }] },
        }),
        agentId: 'fork-c9',
        isSidechain: true,
      },
      { ...user('f2', 'f1', 'study X'), agentId: 'fork-c9' },
      { ...model('f3', 'f2', [{ text: 'X is fine' }]), agentId: 'fork-c9' },
    ];
    const state = stateOf(
      'qwen-code',
      { rows: main },
      { rows: side, agentId: 'fork-c9', meta: { toolUseId: 'c9', status: 'completed' } },
    );
    expect(state.branches['fork-c9']).toMatchObject({
      kind: 'fork',
      parent: 'root',
      forkPoint: { branch: 'root', messageId: 'a1' },
      status: 'completed',
      report: 'X is fine',
    });
    expect(contextOf(state, 'fork-c9').map(({ id }) => id)).toEqual(['u1', 'a1', 'f2', 'f3']);
    expect(summaryOf(state, '').totals).toMatchObject({
      branches: 3,
      turns: 1,
      usage: { input: 100 + 100 + 7, cacheRead: 80 + 80 + 5 },
    });
  });
});

describe('Codex', () => {
  const event = (payload: Row, second = 0): Row => ({ timestamp: at(second), type: 'event_msg', payload });
  const item = (payload: Row, second = 0): Row => ({ timestamp: at(second), type: 'response_item', payload });
  const tokens = (
    input: number,
    output: number,
    total = { input_tokens: input, cached_input_tokens: 0, output_tokens: output, total_tokens: input + output },
  ) => event({ type: 'token_count', info: { total_token_usage: total } });

  it('counts growing totals once, and shows exit codes and an interrupted turn', () => {
    const rows = [
      { timestamp: at(0), type: 'session_meta', payload: { id: 'c1', cwd: '/demo' } },
      event({ type: 'user_message', message: 'go' }, 1),
      item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] }, 1),
      item({ type: 'function_call', name: 'shell', arguments: '{"command":["false"]}', call_id: 'k1' }, 2),
      tokens(100, 10),
      event({ type: 'exec_command_end', call_id: 'k1', exit_code: 1 }, 3),
      item({ type: 'function_call_output', call_id: 'k1', output: '{"output":"no","metadata":{"exit_code":1}}' }, 3),
      item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'it failed' }] }, 4),
      tokens(250, 30),
      tokens(250, 30),
      event({ type: 'turn_aborted' }, 5),
    ];
    const state = stateOf('codex', { rows });
    expect(summaryOf(state, '').totals).toMatchObject({
      turns: 1,
      toolCalls: 1,
      usage: { input: 250, output: 30 },
      unknownUsage: 0,
    });
    expect(state.branches.root?.calls.k1).toMatchObject({ status: 'error', exitCode: 1 });
    expect(state.branches.root?.status).toBe('interrupted');
    expect(Object.values(state.requests).map(({ usage }) => usage?.input)).toEqual([100, 150]);
  });
});

describe('Gemini CLI', () => {
  it('drops nothing when a rewind names an unknown message, and replaces all when it is told to', () => {
    const say = (id: string, type: string, content: string): Row => ({ id, type, content, timestamp: at(1) });
    const rows = [
      { sessionId: 'g', projectHash: 'p' },
      say('1', 'user', 'a'),
      say('2', 'gemini', 'b'),
      { $rewindTo: 'nobody' },
      say('3', 'user', 'c'),
      { $set: { messages: [say('4', 'user', 'd')] } },
    ];
    const state = stateOf('gemini-cli', { rows });
    expect(state.order.map((id) => [id, state.branches[id]?.entries.map(({ message }) => message.id)])).toEqual([
      ['root', ['4']],
      ['rewound-1', ['1', '2']],
      ['rewound-2', ['3']],
    ]);
    expect(summaryOf(state, '').totals.turns).toBe(1);
  });
});

describe('the SDK of Cline', () => {
  it('counts input with cached tokens in it, and hangs a subagent on its parent', () => {
    const metrics = { inputTokens: 1000, outputTokens: 20, cacheReadTokens: 900, cacheWriteTokens: 50, cost: 0.01 };
    const lead = [
      { id: 'm1', role: 'user', ts: 1790000000000, content: '<user_input mode="act">go on</user_input>' },
      {
        id: 'm2',
        role: 'assistant',
        ts: 1790000001000,
        modelInfo: { id: 'x' },
        metrics,
        content: [{ type: 'tool_use', id: 't1', name: 'read_files', input: { path: 'a' } }],
      },
      {
        id: 'm3',
        role: 'user',
        ts: 1790000002000,
        content: [{ type: 'tool_result', tool_use_id: 't1', name: 'read_files', content: 'text' }],
      },
      { id: 'm4', role: 'assistant', ts: 1790000003000, metrics, content: [{ type: 'text', text: 'done' }] },
    ];
    const child = [
      { id: 'n1', role: 'user', ts: 1790000001500, content: 'look' },
      { id: 'n2', role: 'assistant', ts: 1790000001900, metrics, content: [{ type: 'text', text: 'seen' }] },
    ];
    const state = stateOf(
      'cline-sdk',
      { fileName: 's.messages.json', rows: [...lead, { version: 1, sessionId: 's', agent: 'lead', messages: [] }] },
      {
        fileName: 'a1.messages.json',
        agentId: 'a1',
        rows: [...child, { sessionId: 's__a1', agent: 'subagent', messages: [] }],
      },
      {
        fileName: 's.json',
        rows: [{ session_id: 's', workspace_root: '/w', model: 'x', metadata: { title: 'A task' } }],
      },
    );
    expect(summaryOf(state, '')).toMatchObject({
      title: 'A task',
      totals: {
        branches: 2,
        turns: 1,
        toolCalls: 1,
        usage: { input: 3000, cacheRead: 2700, cacheWrite: 150, output: 60 },
      },
    });
    expect(summaryOf(state, '').totals.costUsd).toBeCloseTo(0.03);
    expect(state.branches.a1).toMatchObject({ kind: 'subagent', parent: 'root', status: 'completed', report: 'seen' });
    expect(contextOf(state, 'root')[0]?.parts).toEqual([{ kind: 'text', text: 'go on' }]);
  });
});

describe('Cline', () => {
  it('counts what deleted and subagent requests cost, and knows a request that broke off', () => {
    const say = (what: string, text: string | Row, ts: number): Row => ({
      type: 'say',
      say: what,
      ts,
      text: typeof text === 'string' ? text : JSON.stringify(text),
    });
    const rows = [
      say('task', 'Rename foo', 1790000000000),
      say(
        'api_req_started',
        { tokensIn: 900, tokensOut: 100, cacheReads: 4000, cacheWrites: 300, cost: 0.015 },
        1790000001000,
      ),
      say('subagent_usage', { tokensIn: 0, tokensOut: 20, cacheReads: 0, cacheWrites: 0, cost: 0.005 }, 1790000009000),
      say('user_feedback', 'go on', 1790000010000),
      say('api_req_started', { cancelReason: 'user_cancelled' }, 1790000011000),
    ];
    const state = stateOf('cline', { rows });
    expect(summaryOf(state, '').totals).toMatchObject({
      turns: 2,
      usage: { input: 5200, output: 120 },
      unknownUsage: 1,
    });
    expect(state.branches.root).toMatchObject({ status: 'failed', reason: 'The request ended early: user cancelled.' });
  });
});

describe('telling formats apart', () => {
  it.each<[Format | null, Row]>([
    ['claude-code', { type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: 'x' } }],
    ['claude-code', { type: 'summary', summary: 's', leafUuid: 'u' }],
    ['qwen-code', { type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', parts: [] } }],
    ['gemini-cli', { sessionId: 'a', projectHash: 'b', startTime: 'c' }],
    ['gemini-cli', { id: '1', type: 'warning', content: 'x' }],
    ['codex', { timestamp: 't', type: 'session_meta', payload: {} }],
    ['codex', { type: 'function_call', name: 'x', call_id: 'c' }],
    ['codex', { record_type: 'state' }],
    ['cline', { ts: 1, type: 'say', say: 'text' }],
    ['cline', { role: 'user', content: 'x' }],
    ['cline-sdk', { session_id: 's', workspace_root: '/' }],
    ['forkscope', { seq: 1, at: 2, type: 'session-created' }],
    [null, { level: 'info', msg: 'started' }],
  ])('%s', (format, row) => {
    expect(formatOfRows([row])).toBe(format);
  });
});
