import { describe, expect, it } from 'vitest';
import type { EventBody } from '../session/events.ts';
import { branchCreated, model, requestStarted, SESSION_CREATED, stored } from '../session/testing/event-maker.ts';
import { ReplayLog } from './replay-log.ts';

const USAGE = { input: 100, cacheRead: 80, cacheWrite: 0, output: 7, thoughts: 3 };

/** Line n stands at n seconds, so that every length can be read off. */
function lanesOf(bodies: readonly EventBody[]) {
  const log = new ReplayLog();
  log.append(stored(bodies));
  return log.lanes;
}
const lane = (bodies: readonly EventBody[], branch: string) => {
  const found = lanesOf(bodies).lane(branch);
  if (!found) throw new Error(`no lane ${branch}`);
  return found;
};

describe('lanes', () => {
  it('stand under their parents, siblings by birth', () => {
    const lanes = lanesOf([
      SESSION_CREATED,
      branchCreated('root'),
      branchCreated('a', { parent: 'root', kind: 'fork' }),
      branchCreated('b', { parent: 'root', kind: 'fork' }),
      branchCreated('a1', { parent: 'a', kind: 'subagent' }),
    ]);
    const order = lanes.inTreeOrder();
    expect(order.map(({ branch }) => branch)).toEqual(['root', 'a', 'a1', 'b']);
    expect(order.map((each) => lanes.depthOf(each))).toEqual([0, 1, 2, 1]);
    expect(lanes.links).toMatchObject([
      { kind: 'fork', from: 'root', to: 'a', toAt: 3_000 },
      { kind: 'fork', from: 'root', to: 'b', toAt: 4_000 },
      { kind: 'fork', from: 'a', to: 'a1', toAt: 5_000 },
    ]);
  });

  it('hold requests with their first byte, tokens, cost and the message they became', () => {
    const { work } = lane(
      [
        SESSION_CREATED,
        branchCreated('root'),
        requestStarted('root', 'r1'),
        { type: 'request-first-byte', branch: 'root', requestId: 'r1' },
        {
          type: 'request-ended',
          branch: 'root',
          requestId: 'r1',
          finishReason: 'STOP',
          usage: USAGE,
          cost: 0.5,
          uncachedCost: 1,
        },
        { type: 'message-added', branch: 'root', author: 'model', message: model('m1', 'yes') },
      ],
      'root',
    );
    expect(work.blocks).toEqual([
      {
        kind: 'request',
        branch: 'root',
        id: 'r1',
        label: 'demo-flash',
        from: 3_000,
        firstByte: 4_000,
        to: 5_000,
        fromIndex: 2,
        end: 'ok',
        usage: { input: 100, cached: 80, output: 10 },
        cost: 0.5,
        place: 'm1',
        placeIndex: 5,
      },
    ]);
  });

  it('tell edits from other calls, and close what an end leaves open', () => {
    const { work, markers, endedAt } = lane(
      [
        SESSION_CREATED,
        branchCreated('root'),
        { type: 'tool-started', branch: 'root', callId: 'c1', name: 'edit_file', title: 'edit_file a.ts' },
        { type: 'tool-ended', branch: 'root', callId: 'c1', status: 'error', exitCode: null, signal: null },
        { type: 'tool-started', branch: 'root', callId: 'c2', name: 'bash', title: 'bash sleep 9' },
        { type: 'branch-ended', branch: 'root', status: 'interrupted', reason: null, report: null },
      ],
      'root',
    );
    expect(work.blocks.map(({ kind, end, from, to }) => [kind, end, from, to])).toEqual([
      ['edit', 'failed', 3_000, 4_000],
      ['tool', 'interrupted', 5_000, 6_000],
    ]);
    expect(markers.map(({ kind, at }) => [kind, at])).toEqual([
      ['failure', 4_000],
      ['end', 6_000],
    ]);
    expect(endedAt).toBe(6_000);
  });

  it('hold waits apart: holds, permissions, forks, retries, pauses', () => {
    const status = (waitingFor: 'permission' | 'children' | 'retry'): EventBody => ({
      type: 'branch-status',
      branch: 'root',
      status: 'waiting',
      waitingFor,
    });
    const { waits } = lane(
      [
        SESSION_CREATED,
        branchCreated('root'),
        { type: 'branch-status', branch: 'root', status: 'held', reason: 'fork 1 warms the cache' },
        { type: 'branch-status', branch: 'root', status: 'running' },
        status('permission'),
        {
          type: 'permission-asked',
          branch: 'root',
          promptId: 'p1',
          callId: 'c1',
          tool: 'bash',
          title: 'rm x',
          detail: '',
        },
        { type: 'permission-answered', branch: 'root', promptId: 'p1', answer: 'deny', scope: 'once', word: null },
        status('children'),
        status('retry'),
        { type: 'branch-status', branch: 'root', status: 'paused' },
      ],
      'root',
    );
    expect(waits.blocks.map(({ kind, from, to, end }) => [kind, from, to, end])).toEqual([
      ['hold', 3_000, 4_000, 'ok'],
      ['permission', 6_000, 7_000, 'denied'],
      ['children', 8_000, 9_000, 'ok'],
      ['retry', 9_000, 10_000, 'ok'],
      ['paused', 10_000, Number.POSITIVE_INFINITY, 'open'],
    ]);
    // The pause goes on: it reaches beyond any moment.
    expect(waits.firstReaching(50_000)).toBe(4);
    expect(waits.firstReaching(6_500)).toBe(1);
  });

  it('draw a report from the end of a branch to the moment when its parent had it', () => {
    const { links } = lanesOf([
      SESSION_CREATED,
      branchCreated('root'),
      branchCreated('a', { parent: 'root', kind: 'fork' }),
      { type: 'branch-ended', branch: 'a', status: 'completed', reason: null, report: 'r' },
      { type: 'branch-status', branch: 'root', status: 'running' },
      { type: 'report-delivered', branch: 'root', from: ['a'], messageId: 'm9' },
    ]);
    expect(links.at(-1)).toEqual({ kind: 'report', from: 'a', to: 'root', fromAt: 4_000, toAt: 6_000, index: 5 });
  });
});
