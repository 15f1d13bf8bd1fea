import { expect, it } from 'vitest';
import type { EventBody, SessionEvent } from '../session/events.ts';
import { fold } from '../session/reduce.ts';
import { EMPTY_SESSION } from '../session/state.ts';
import { branchCreated, call, model, SESSION_CREATED } from '../session/testing/event-maker.ts';
import { sessionStatistics } from './session-statistics.ts';
import { statisticsCsv } from './statistics-csv.ts';

/** Seconds and what happens then, on one branch unless it says otherwise. */
type Line = readonly [second: number, body: EventBody];

const request = (requestId: string, branch = 'root', step = 1): EventBody => ({
  type: 'request-started',
  branch,
  requestId,
  step,
  attempt: 1,
  model: 'm',
  base: null,
  added: [],
  totalBytes: 0,
  chain: '',
  prefix: null,
});
const answered = (
  requestId: string,
  input: number,
  cacheRead: number,
  cost: number | null,
  branch = 'root',
): EventBody => ({
  type: 'request-ended',
  branch,
  requestId,
  finishReason: 'STOP',
  usage: { input, cacheRead, cacheWrite: 0, output: 10, thoughts: 0 },
  cost,
  uncachedCost: cost,
});
const started = (callId: string, name: string, branch = 'root'): EventBody => ({
  type: 'tool-started',
  branch,
  callId,
  name,
  title: name,
});
const ended = (callId: string, status: 'ok' | 'error' | 'denied' = 'ok', branch = 'root'): EventBody => ({
  type: 'tool-ended',
  branch,
  callId,
  status,
  exitCode: null,
  signal: null,
});
const said = (id: string, ...calls: readonly ReturnType<typeof call>[]): EventBody => ({
  type: 'message-added',
  branch: 'root',
  author: 'model',
  message: model(id, ...calls),
});

function stateOf(lines: readonly Line[]) {
  return fold(
    EMPTY_SESSION,
    lines.map(([second, body], index): SessionEvent => ({ seq: index + 1, at: second * 1_000, ...body })),
  );
}

/** Counted by hand: the model 0-2 and 9-10, tools 2-4 and 7-9 (side by side), a permission 4-7, other 10-11. */
const ROOT: readonly Line[] = [
  [0, SESSION_CREATED],
  [0, branchCreated('root')],
  [0, { type: 'branch-status', branch: 'root', status: 'running' }],
  [0, request('r1')],
  [2, answered('r1', 1_000, 0, 0.03)],
  [
    2,
    said(
      'm1',
      call('c1', 'read_file', { path: 'a.ts' }),
      call('c2', 'read_file', { path: '/repo/a.ts' }),
      call('c3', 'bash'),
    ),
  ],
  [2, started('c1', 'read_file')],
  [2, started('c2', 'read_file')],
  [3, ended('c1')],
  [4, ended('c2', 'error')],
  [4, { type: 'branch-status', branch: 'root', status: 'waiting', waitingFor: 'permission' }],
  [7, { type: 'branch-status', branch: 'root', status: 'running' }],
  [7, started('c3', 'bash')],
  [9, ended('c3')],
  [9, request('r2', 'root', 2)],
  [10, answered('r2', 2_000, 1_500, 0.01)],
  [11, { type: 'branch-ended', branch: 'root', status: 'completed', reason: null, report: null }],
];

it('counts each moment of a branch once', () => {
  const { branches, totals } = sessionStatistics(stateOf(ROOT), 60_000);
  const time = { model: 3_000, tools: 4_000, waiting: 3_000, held: 0, other: 1_000 };
  expect(branches[0]).toMatchObject({ id: 'root', turns: 0, toolCalls: 3, time, cost: 0.04, cacheShare: 0.5 });
  expect(totals).toMatchObject({
    branches: 1,
    toolCalls: 3,
    time,
    usage: { input: 3_000, cacheRead: 1_500, output: 20 },
  });
});

it('counts what goes on up to now, and what a replay has seen so far', () => {
  const held = stateOf([
    [0, SESSION_CREATED],
    [0, branchCreated('root')],
    [1, { type: 'branch-status', branch: 'root', status: 'held', reason: 'held' }],
  ]);
  expect(sessionStatistics(held, 5_000).totals.time).toEqual({
    model: 0,
    tools: 0,
    waiting: 0,
    held: 4_000,
    other: 1_000,
  });
  const early = stateOf(ROOT.slice(0, 12));
  expect(sessionStatistics(early, 7_000).totals.time).toMatchObject({ model: 2_000, tools: 2_000, waiting: 3_000 });
});

it('shares the tokens and the cost of a step out among the calls it asked for', () => {
  const { tools } = sessionStatistics(stateOf(ROOT), 60_000);
  expect(
    tools.map(({ name, calls, failed, ms, tokens }) => [name, calls, failed, ms, Math.round(tokens ?? -1)]),
  ).toEqual([
    ['read_file', 2, 1, 3_000, 673],
    ['bash', 1, 0, 2_000, 337],
  ]);
  expect(tools[0]?.cost).toBeCloseTo(0.02, 10);
  expect(tools[1]?.cost).toBeCloseTo(0.01, 10);
});

it('takes a file for the same one by any of its paths', () => {
  expect(sessionStatistics(stateOf(ROOT), 0).files).toEqual([{ path: 'a.ts', reads: 2, branches: 1 }]);
});

it('shows what an import does not state as unknown, never as 0', () => {
  const imported = { tool: 'codex', path: '/x', id: null };
  const lines = ROOT.map(([second, body]): Line => {
    if (body.type === 'session-created')
      return [second, { ...body, importedFrom: imported, timesKnown: false, usageKnown: false }];
    return [second, body.type === 'request-ended' ? { ...body, usage: null, cost: null } : body];
  });
  const statistics = sessionStatistics(stateOf(lines), 60_000);
  expect(statistics.totals).toMatchObject({ time: null, usage: null, cost: null, cacheShare: null, toolCalls: 3 });
  expect(statistics.tools[0]).toMatchObject({ ms: null, tokens: null, cost: null, calls: 2 });
  expect(statistics.cache).toEqual([]);
  expect(statisticsCsv(statistics, 'branches').split('\r\n')[1]).toBe('root,root,root,completed,0,2,3,,,,,,,,,,,,,2');
});

it('says nothing about the waits of an import that states times', () => {
  const lines = ROOT.map(
    ([second, body]): Line => [
      second,
      body.type === 'session-created' ? { ...body, importedFrom: { tool: 'codex', path: '/x', id: null } } : body,
    ],
  );
  expect(sessionStatistics(stateOf(lines), 60_000).totals.time).toMatchObject({
    waiting: null,
    held: null,
    model: 3_000,
  });
});

it('writes CSV that a spreadsheet reads, and that runs nothing in it', () => {
  const lines: Line[] = [...ROOT, [12, branchCreated('f1', { kind: 'fork', parent: 'root', title: '=SUM(A1), "x"' })]];
  const statistics = sessionStatistics(stateOf(lines), 12_000);
  const [head = '', , fork = ''] = statisticsCsv(statistics, 'branches').split('\r\n');
  expect(head.split(',')).toHaveLength(20);
  expect(fork.startsWith(`f1,"'=SUM(A1), ""x""",fork,starting,0,0,0,`)).toBe(true);
  expect(statisticsCsv(statistics, 'cache')).toBe(
    'number,branch,request,at,input,cache_read,cache_share\r\n' +
      '1,root,r1,1970-01-01T00:00:00.000Z,1000,0,0\r\n' +
      '2,root,r2,1970-01-01T00:00:09.000Z,2000,1500,0.75\r\n',
  );
});
