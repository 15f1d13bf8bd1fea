import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contextOf } from '../../core/session/selectors.ts';
import { type CountingProxy, startCountingProxy } from '../providers/testing/counting-proxy.ts';
import { ask, eventOf, say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { expectValid } from '../testing/valid-history.ts';
import { bash, done, isSubagent, play, promptOf, start } from './testing/scripted-subagents.ts';

let test: TestEngine;
let proxy: CountingProxy;
beforeEach(async () => {
  const model = await startTestEngine();
  proxy = await startCountingProxy(model.model.url);
  const through = await startTestEngine({ FORKSCOPE_DEMO_URL: proxy.url });
  // The engine of one, the model of the other, with the witness in between.
  test = {
    ...through,
    model: model.model,
    dispose: async () => {
      await through.dispose();
      await proxy.close();
      await model.dispose();
    },
  };
});
afterEach(() => test.dispose());

const processes = (pattern: RegExp) =>
  execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => pattern.test(line));
const pidsOf = (pattern: RegExp) =>
  execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+(.*)/))
    .flatMap(([pid, args = '']) => (pattern.test(args) ? [Number(pid)] : []));
/** A zombie has ended; only its parent has not looked yet. Asking `ps` would hold up the very thing that is measured. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
/** 100 ms, on a machine that is not overloaded; where several processes wait for each core, as many times longer. */
const patience = () => 100 * Math.max(1, (loadavg()[0] ?? 1) / cpus().length);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('defects 8 and 13: one abort reaches all within 100 ms, with their commands, and no request is opened after it', async () => {
  // One that streams, one with a command and its child processes, one that would go on to a second call.
  play(test, start('general', 'stream', 'command', 'two calls'), (request) => {
    if (promptOf(request) === 'stream') return say('never');
    if (promptOf(request) === 'command') return bash('(sleep 987; true) & sleep 986; true');
    return ask(
      { name: 'bash', args: { command: 'sleep 985' } },
      { name: 'write_file', args: { path: 'x', content: 'x' } },
    );
  });
  test.model.injectFault('stall', 1, (request) => isSubagent(request) && promptOf(request) === 'stream');
  const session = await test.create({ isolation: 'none' });
  const runs = (command: string) =>
    eventOf(session, (event) => event.type === 'tool-started' && event.title.includes(command));
  await Promise.all([
    eventOf(session, (event) => event.type === 'text-delta' && event.branch === 'subagent-1'),
    runs('sleep 986'),
    runs('sleep 985'),
  ]);
  await expect.poll(() => processes(/^sleep 98[567]$/).length, { timeout: 3_000 }).toBe(3);

  const sleeping = pidsOf(/^sleep 98[567]$/);
  expect(sleeping).toHaveLength(3);
  const asked = proxy.requests.length;
  const began = performance.now();
  const aborted = Date.now();
  const interrupted = session.interruptAll();
  // Reached: the stream is closed, and every process of every command is gone.
  while (sleeping.some(isAlive) && performance.now() - began < 1_000) await pause(2);
  expect(performance.now() - began).toBeLessThan(patience());
  await interrupted;
  const failed = session.pastEvents().find((event) => event.type === 'request-failed');
  expect((failed?.at ?? Number.POSITIVE_INFINITY) - aborted).toBeLessThan(patience());
  const { branches, order } = session.state;
  expect(order.map((id) => branches[id]?.status)).toEqual(Array(4).fill('interrupted'));
  expect(processes(/sleep 98[567]$/)).toEqual([]);
  await pause(500);
  expect(proxy.requests.length).toBe(asked);
  await expect(test.git('status', '--porcelain')).resolves.toBe('');
  for (const id of order) expectValid(contextOf(session.state, id));
}, 20_000);

it('an abort of the parent alone takes along what its call waits for; one child that fails takes nobody along', async () => {
  play(test, start('general', 'fail', 'wait'), (request, turn) =>
    promptOf(request) === 'fail' ? { parts: [] } : turn === 0 ? bash('sleep 984') : done('never'),
  );
  const session = await test.create({ isolation: 'none' });
  await eventOf(session, (event) => event.type === 'branch-ended' && event.branch === 'subagent-1');
  expect(session.state.branches['subagent-2']?.status).toBe('running');
  expect(session.state.branches.root).toMatchObject({ status: 'waiting', waitingFor: 'children' });
  await session.interrupt('root', false);
  expect(session.state.branches['subagent-2']?.status).toBe('interrupted');
  expect(processes(/^sleep 984$/)).toEqual([]);
  const told = JSON.stringify(contextOf(session.state, 'root').at(-2));
  expect(told).toContain('status=\\"failed\\"');
  expect(told).toContain('status=\\"interrupted\\"');
  expectValid(contextOf(session.state, 'root'));
});

it('those that wait for a place are ended too', async () => {
  play(test, start('general', 'a', 'b', 'c'), () => bash('sleep 983'));
  const session = await test.create({ isolation: 'none', maxForks: 1 });
  await eventOf(session, (event) => event.type === 'tool-started' && event.branch === 'subagent-1');
  expect(session.state.branches['subagent-3']).toMatchObject({ status: 'starting', reason: 'waits for a free place' });
  await session.interruptAll();
  const { branches, order } = session.state;
  expect(order.map((id) => branches[id]?.status)).toEqual(Array(4).fill('interrupted'));
  expect(branches['subagent-3']?.requests).toEqual([]);
  expect(processes(/^sleep 983$/)).toEqual([]);
});

it('one that waits for a place ends at once, alone or with its parent', async () => {
  play(test, start('general', 'a', 'b', 'c'), () => bash('sleep 6; true'));
  const session = await test.create({ isolation: 'none', maxForks: 1 });
  await eventOf(session, (event) => event.type === 'tool-started' && event.branch === 'subagent-1');
  const began = performance.now();
  await session.interrupt('subagent-2', false);
  expect(performance.now() - began).toBeLessThan(2_000);
  const { branches } = session.state;
  expect(['subagent-1', 'subagent-2', 'subagent-3'].map((id) => branches[id]?.status)).toEqual([
    'running',
    'interrupted',
    'starting',
  ]);
  await session.interrupt('root', false);
  expect(performance.now() - began).toBeLessThan(4_000);
  const { order } = session.state;
  expect(order.map((id) => session.state.branches[id]?.status)).toEqual(Array(4).fill('interrupted'));
  const ends = session.pastEvents().flatMap((event) => (event.type === 'branch-ended' ? [event.branch] : []));
  expect(ends.sort()).toEqual(['root', 'subagent-1', 'subagent-2', 'subagent-3']);
  expectValid(contextOf(session.state, 'root'));
});

it('an abort while they make their worktrees ends them at once, and nothing of the worktrees stays', async () => {
  play(test, start('general', 'a', 'b', 'c'), () => done('never'));
  const session = await test.create({ isolation: 'worktree' });
  await eventOf(session, (event) => event.type === 'branch-status' && event.reason === 'makes its worktree');
  const began = performance.now();
  await session.interruptAll();
  expect(performance.now() - began).toBeLessThan(2_000);
  const { branches, order } = session.state;
  expect(order.map((id) => branches[id]?.status)).toEqual(Array(4).fill('interrupted'));
  await expect
    .poll(() => test.git('for-each-ref', '--format=%(refname)', 'refs/heads/forkscope', 'refs/forkscope'))
    .toBe('');
});
