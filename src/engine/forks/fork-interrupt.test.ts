import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Session } from '../agent/session.ts';
import type { WireRequest } from '../demo/wire.ts';
import { ask, eventOf, lastText, say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';

let test: TestEngine;
beforeEach(async () => {
  test = await startTestEngine();
});
afterEach(() => test.dispose());

/** Milliseconds that an interrupt may take on a machine that does much else; the holds and commands here take 5,000 up. */
const LIMIT = 2_000;
const isFork = (request: WireRequest) => JSON.stringify(request.contents).includes('Directive: ');
const bash = (command: string) => ask({ name: 'bash', args: { command } });
const statusOf = ({ state }: Session, branch: string) => state.branches[branch]?.status;
const endsOf = (session: Session, branch: string) =>
  session.pastEvents().filter((event) => event.type === 'branch-ended' && event.branch === branch);
const says = (session: Session, branch: string, reason: string) =>
  eventOf(
    session,
    (event) => event.type === 'branch-status' && event.branch === branch && (event.reason ?? '').startsWith(reason),
  );

async function timed(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work;
  return performance.now() - began;
}

/** Folders of worktrees and git branches that the forks left. */
async function leftovers(): Promise<string[]> {
  const folders = await readdir(join(test.home, 'worktrees'), { recursive: true, withFileTypes: true }).catch(() => []);
  const inside = folders.flatMap((entry) => (entry.isDirectory() && /fork-\d+$/.test(entry.name) ? [entry.name] : []));
  const branches = await test.git('for-each-ref', '--format=%(refname)', 'refs/heads/forkscope', 'refs/forkscope');
  return [...inside, ...branches.split('\n').filter((ref) => ref !== '')];
}

async function idleRoot(options: Parameters<TestEngine['create']>[0] = {}): Promise<Session> {
  const session = await test.create(options);
  await session.idle();
  return session;
}

it('a fork that waits for a place ends at once when it is interrupted, and reports once', async () => {
  const told: string[] = [];
  test.model.script((request) => {
    if (isFork(request)) return lastText(request).includes('slept') ? say('Scope: mine') : bash('sleep 6; echo slept');
    told.push(lastText(request));
    if (request.contents?.length === 1) {
      return ask(...['a', 'b'].map((text) => ({ name: 'agent', args: { description: text, prompt: text } })));
    }
    return say('noted');
  });
  const session = await test.create({ maxForks: 1 });
  await eventOf(session, (event) => event.type === 'tool-started' && event.branch === 'fork-1');
  expect(session.state.branches['fork-2']).toMatchObject({ status: 'starting', reason: 'waits for a free place' });
  expect(await timed(session.interrupt('fork-2', false))).toBeLessThan(LIMIT);
  expect(statusOf(session, 'fork-2')).toBe('interrupted');
  expect(statusOf(session, 'fork-1')).toBe('running');
  // A second one finds nothing to do.
  expect(await session.interrupt('fork-2', false)).toEqual([]);
  await session.interrupt('fork-1', false);
  await session.idle();
  expect(endsOf(session, 'fork-2')).toHaveLength(1);
  const deliveries = session.pastEvents().flatMap((event) => (event.type === 'report-delivered' ? event.from : []));
  expect(deliveries.filter((id) => id === 'fork-2')).toHaveLength(1);
  expect(told.filter((text) => text.includes('fork-2'))).toHaveLength(1);
  expect(session.state.branches['fork-2']?.requests).toEqual([]);
}, 20_000);

it('its place goes to the next in the queue', async () => {
  test.model.script((request) => {
    if (!isFork(request)) return say('an answer');
    return lastText(request).includes('Directive: long') ? bash('sleep 60') : say('Scope: mine');
  });
  const session = await idleRoot({ maxForks: 1 });
  await session.fork('root', null, ['long', 'given up', 'next']);
  await eventOf(session, (event) => event.type === 'tool-started' && event.branch === 'fork-1');
  await session.interrupt('fork-2', false);
  await session.interrupt('fork-1', false);
  await eventOf(session, (event) => event.type === 'branch-ended' && event.branch === 'fork-3');
  expect(['fork-1', 'fork-2', 'fork-3'].map((id) => statusOf(session, id))).toEqual([
    'interrupted',
    'interrupted',
    'completed',
  ]);
}, 20_000);

it('one that is paused before it has started pauses in front of its first request', async () => {
  test.model.script((request) => {
    if (!isFork(request)) return say('an answer');
    return lastText(request).includes('Directive: long') ? bash('sleep 1') : say('Scope: mine');
  });
  const session = await idleRoot({ maxForks: 1 });
  await session.fork('root', null, ['long', 'later', 'taken back']);
  await eventOf(session, (event) => event.type === 'tool-started' && event.branch === 'fork-1');
  expect(statusOf(session, 'fork-2')).toBe('starting');
  for (const branch of ['fork-2', 'fork-3']) session.pause(branch);
  session.resume('fork-3');
  await eventOf(
    session,
    (event) => event.type === 'branch-status' && event.branch === 'fork-2' && event.status === 'paused',
  );
  expect(session.state.branches['fork-2']?.requests).toEqual([]);
  session.resume('fork-2');
  await session.idle();
  for (const branch of ['fork-2', 'fork-3']) expect(statusOf(session, branch)).toBe('completed');
}, 20_000);

it('closing ends forks in the queue at once', async () => {
  test.model.script((request) => (isFork(request) ? bash('sleep 60') : say('an answer')));
  const session = await idleRoot({ maxForks: 1 });
  await session.fork('root', null, ['a', 'b', 'c']);
  await eventOf(session, (event) => event.type === 'tool-started' && event.branch === 'fork-1');
  expect(await timed(test.engine.close())).toBeLessThan(LIMIT);
  const ids = ['fork-1', 'fork-2', 'fork-3'];
  expect(ids.map((id) => statusOf(session, id))).toEqual(Array(3).fill('interrupted'));
}, 20_000);

it('an interrupt while cold forks make their worktrees takes no hold, and nothing of the worktrees stays', async () => {
  test.model.script((request) => say(isFork(request) ? 'Scope: mine' : 'what I found out '.repeat(400)));
  const session = await idleRoot({ isolation: 'worktree' });
  const ids = await session.fork('root', null, ['a', 'b', 'c']);
  await says(session, 'fork-1', 'makes its worktree');
  expect(await timed(session.interruptAll())).toBeLessThan(LIMIT);
  for (const id of ids) {
    expect(statusOf(session, id)).toBe('interrupted');
    expect(endsOf(session, id)).toHaveLength(1);
    expect(session.state.branches[id]?.requests).toEqual([]);
  }
  await expect.poll(leftovers, { timeout: 3_000 }).toEqual([]);
}, 20_000);

it('a worktree that was ready when the interrupt came is removed too', async () => {
  test.model.script((request) => say(isFork(request) ? 'Scope: mine' : 'what I found out '.repeat(400)));
  const session = await idleRoot({ isolation: 'worktree' });
  test.model.injectFault('silence', 1, isFork);
  await session.fork('root', null, ['a', 'b']);
  const held = await eventOf(session, (event) => event.type === 'branch-status' && event.status === 'held');
  const id = 'branch' in held && held.branch !== null ? held.branch : '';
  expect(session.state.branches[id]?.worktree).not.toBeNull();
  expect(await timed(session.interrupt(id, false))).toBeLessThan(LIMIT);
  expect(session.state.branches[id]).toMatchObject({ status: 'interrupted', worktree: { removedRef: null } });
  expect(await leftovers()).not.toContainEqual(expect.stringContaining(id));
  await session.interruptAll();
}, 20_000);

it('the fork that makes its worktree and is interrupted holds nobody', async () => {
  test.model.script((request) => say(isFork(request) ? 'Scope: mine' : 'what I found out '.repeat(400)));
  const session = await idleRoot({ isolation: 'worktree' });
  await session.fork('root', null, ['a', 'b', 'c']);
  await says(session, 'fork-1', 'makes its worktree');
  const began = performance.now();
  await session.interrupt('fork-1', false);
  await session.idle();
  // The hold alone would take 5 s.
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(['fork-2', 'fork-3'].map((id) => statusOf(session, id))).toEqual(['completed', 'completed']);
}, 20_000);
