import { describe, expect, it } from 'vitest';
import type { EventBody, LeftOut } from './events.ts';
import { fold } from './reduce.ts';
import { EMPTY_SESSION } from './state.ts';
import { summaryOf } from './summary.ts';
import { branchCreated, SESSION_CREATED, stored } from './testing/event-maker.ts';
import { treeTable } from './tree-table.ts';

/** One turn, one request and one call in a branch. */
function work(branch: string, input: number | null): EventBody[] {
  const requestId = `${branch}-r`;
  const usage = input === null ? null : { input, cacheRead: 1, cacheWrite: 0, output: 2, thoughts: 0 };
  return [
    { type: 'turn-started', branch, turn: 1, origin: 'person' },
    {
      type: 'request-started',
      branch,
      requestId,
      step: 1,
      attempt: 1,
      model: 'demo-flash',
      base: null,
      added: [],
      totalBytes: 0,
      chain: '',
      prefix: null,
    },
    { type: 'request-ended', branch, requestId, finishReason: 'stop', usage, cost: null, uncachedCost: null },
    { type: 'tool-started', branch, callId: `${branch}-c`, name: 'bash', title: 'bash' },
  ];
}

function totalsWith(leftOut: LeftOut) {
  const child = branchCreated('child', { parent: 'root', kind: 'fork', leftOut });
  const bodies = [SESSION_CREATED, branchCreated('root'), ...work('root', 10), child, ...work('child', 500)];
  return summaryOf(fold(EMPTY_SESSION, stored(bodies)), 'x').totals;
}

describe("what a session's totals leave out", () => {
  it('counts an abandoned branch as a branch, and nothing of what it did', () => {
    expect(totalsWith('abandoned')).toMatchObject({ branches: 2, turns: 1, toolCalls: 1, usage: { input: 10 } });
  });
  it('counts nothing of what was inherited from another session', () => {
    expect(totalsWith('inherited')).toMatchObject({ branches: 1, turns: 1, toolCalls: 1, usage: { input: 10 } });
  });
  it('counts a continuation and its parent as one branch with the work of both', () => {
    expect(totalsWith('continuation')).toMatchObject({ branches: 1, turns: 2, toolCalls: 2, usage: { input: 510 } });
  });
});

describe('unknown numbers', () => {
  it('are null when the source states no tokens, and read as unknown', () => {
    const created: EventBody = { ...SESSION_CREATED, usageKnown: false, timesKnown: false };
    const summary = summaryOf(
      fold(EMPTY_SESSION, stored([created, branchCreated('root'), ...work('root', null)])),
      'x',
    );
    expect(summary).toMatchObject({ timesKnown: false, totals: { usage: null, costUsd: null, unknownUsage: 1 } });
    expect(summary.branches[0]).toMatchObject({ usage: null, costUsd: null });
    expect(treeTable(summary).split('\n').at(-1)).toMatch(/unknown +unknown +unknown +unknown/);
  });
  it('make a sum a lower bound', () => {
    const bodies = [
      SESSION_CREATED,
      branchCreated('root'),
      ...work('root', 1000),
      branchCreated('b'),
      ...work('b', null),
    ];
    const summary = summaryOf(fold(EMPTY_SESSION, stored(bodies)), 'x');
    expect(summary.totals).toMatchObject({ usage: { input: 1000 }, unknownUsage: 1, costUsd: null });
    expect(treeTable(summary).split('\n').at(-1)).toContain('≥ 1,000');
  });
  it('keep problems of the source in the fold', () => {
    const problem: EventBody = { type: 'source-problem', line: 7, reason: 'torn' };
    expect(fold(EMPTY_SESSION, stored([SESSION_CREATED, problem])).problems).toEqual([{ line: 7, reason: 'torn' }]);
  });
});
