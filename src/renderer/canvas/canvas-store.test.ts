import { beforeEach, describe, expect, it } from 'vitest';
import type { EventBody } from '../../core/session/events.ts';
import { fold } from '../../core/session/reduce.ts';
import { EMPTY_SESSION, type SessionState } from '../../core/session/state.ts';
import { branchCreated, SESSION_CREATED, stored } from '../../core/session/testing/event-maker.ts';
import { canvasStore } from './canvas-store.ts';
import { treeViewStore } from './tree-view-store.ts';

const fork = (id: string) => branchCreated(id, { parent: 'root', kind: 'fork' });
const start = fold(EMPTY_SESSION, stored([SESSION_CREATED, branchCreated('root'), fork('a'), fork('b')]));
const grown = (state: SessionState, ...bodies: readonly EventBody[]): SessionState =>
  fold(
    state,
    bodies.map((body, index) => ({ ...body, seq: state.lastSeq + index + 1, at: state.lastAt + 1 })),
  );
const canvas = () => canvasStore.getState();
const placeOf = (id: string) => canvas().nodes.find((node) => node.id === id)?.position;

let session = 0;
beforeEach(() => {
  // No glide: places are checked right away.
  window.matchMedia = ((query: string) => ({
    matches: query.includes('reduce'),
  })) as unknown as typeof window.matchMedia;
  canvas().sync(`s${++session}`, start);
});

describe('the canvas store', () => {
  it('keeps nodes and edges untouched while only data changes', () => {
    const { nodes, edges } = canvas();
    const ticks = grown(
      start,
      { type: 'branch-status', branch: 'a', status: 'running' },
      { type: 'text-delta', branch: 'a', requestId: 'r', thought: false, text: 'hello' },
    );
    canvas().sync(`s${session}`, ticks);
    expect(canvas().nodes).toBe(nodes);
    expect(canvas().edges).toBe(edges);
  });

  it('gives every node its size and handles, so that edges are drawn in the same frame', () => {
    canvas().sync(`s${session}`, grown(start, fork('c')));
    for (const node of canvas().nodes) {
      expect(node).toMatchObject({ width: 304, height: 184, measured: { width: 304, height: 184 } });
      expect(node.handles?.map((handle) => handle.type)).toEqual(['target', 'source']);
    }
    expect(canvas().edges.map((edge) => edge.target)).toEqual(['a', 'b', 'c']);
  });

  it('lets only those grow that are born before our eyes', () => {
    expect(canvas().nodes.every((node) => node.data.grewFrom === null)).toBe(true);
    canvas().sync(`s${session}`, grown(start, fork('c')));
    expect(
      canvas()
        .nodes.filter((node) => node.data.grewFrom !== null)
        .map((node) => node.id),
    ).toEqual(['c']);
  });

  it('moves nothing that a person has arranged when a branch is born', () => {
    canvas().move(new Map([['a', { x: 900, y: 40 }]]), true);
    const before = new Map(['root', 'a', 'b'].map((id) => [id, placeOf(id)]));
    canvas().sync(`s${session}`, grown(start, fork('c'), fork('d')));
    for (const [id, place] of before) expect(placeOf(id)).toEqual(place);
    expect(placeOf('c')).toBeDefined();
  });

  it('tidies on demand', () => {
    const tidy = placeOf('a');
    canvas().move(new Map([['a', { x: 900, y: 40 }]]), true);
    expect(canvas()).toMatchObject({ arranged: true, follows: false });
    canvas().tidy();
    expect(placeOf('a')).toEqual(tidy);
    expect(canvas()).toMatchObject({ arranged: false, follows: true });
  });

  it('hides and shows what is below a collapsed branch', () => {
    canvas().toggleCollapsed('root');
    expect(canvas().nodes).toMatchObject([{ id: 'root', data: { hidden: 2 } }]);
    canvas().toggleCollapsed('root');
    expect(canvas().nodes.map((node) => node.id)).toEqual(['root', 'a', 'b']);
  });

  it('hides the finished when a person wishes so, and what is born later takes the place it would have', () => {
    const ended: EventBody = { type: 'branch-ended', branch: 'a', status: 'completed', reason: null, report: 'ok' };
    canvas().sync(`s${session}`, grown(start, ended));
    treeViewStore.getState().toggleFinished();
    expect(canvas().nodes.map((node) => [node.id, node.data.hidden])).toEqual([
      ['root', 1],
      ['b', 0],
    ]);
    treeViewStore.getState().toggleFinished();
    expect(canvas().nodes.map((node) => node.id)).toEqual(['root', 'a', 'b']);
  });

  it('only dims while a filter does not hide: no node changes', () => {
    const { nodes } = canvas();
    treeViewStore.getState().setText('no such branch');
    expect(canvas().nodes).toBe(nodes);
    treeViewStore.getState().toggleOthers();
    expect(canvas().nodes.map((node) => node.id)).toEqual(['root']);
  });

  it('forgets filter and places of the session before', () => {
    treeViewStore.getState().setText('b');
    canvas().move(new Map([['a', { x: 900, y: 40 }]]), true);
    canvas().sync(`s${++session}`, start);
    expect(treeViewStore.getState().filter.text).toBe('');
    expect(canvas().arranged).toBe(false);
    expect(placeOf('a')).not.toEqual({ x: 900, y: 40 });
  });
});
