import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FORK_AGENT } from '../../core/fork/fork-agent.ts';
import { prefixShareOf } from '../../core/graph/prefix-share.ts';
import { prefixBadgeOf } from '../../core/prefix/prefix-badge.ts';
import { contextOf } from '../../core/session/selectors.ts';
import type { WireRequest } from '../demo/wire.ts';
import { createGeminiAdapter } from '../providers/gemini.ts';
import { ask, eventOf, lastText, say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { startBareSession } from './testing/bare-session.ts';

let test: TestEngine;
beforeEach(async () => {
  test = await startTestEngine();
});
afterEach(() => test.dispose());

const fork = (description: string) => ({ name: 'agent', args: { description, prompt: description } });
const isFork = (request: WireRequest) => JSON.stringify(request.contents).includes('Directive: ');
const bash = (command: string) => ({ name: 'bash', args: { command } });

it('reports that come in the middle of a step wait for its end, and then come together in one message', async () => {
  let step = 0;
  test.model.script((request) => {
    if (isFork(request)) return say('Scope: mine');
    step++;
    if (step === 1) return ask(fork('part 1'), fork('part 2'));
    // Both forks end while this command runs.
    return step === 2 ? ask(bash('sleep 1'), bash('echo after')) : say('I read them');
  });
  const session = await test.create();
  await session.idle();
  const events = session.pastEvents();
  const at = (fits: (event: (typeof events)[number]) => boolean) => events.findIndex(fits);
  const ended = at((event) => event.type === 'branch-ended' && event.branch === 'fork-2');
  const stepEnded = events.findLastIndex((event) => event.type === 'tool-ended' && event.branch === 'root');
  const delivered = events.flatMap((event, index) => (event.type === 'report-delivered' ? [{ event, index }] : []));
  expect(ended).toBeLessThan(stepEnded);
  expect(delivered.map(({ event }) => [...event.from].sort())).toEqual([['fork-1', 'fork-2']]);
  expect(delivered[0]?.index).toBeGreaterThan(stepEnded);
  // The results of the step stand whole in front of it: nothing came between a call and its result.
  const kinds = contextOf(session.state, 'root').map(({ parts }) => parts.map(({ kind }) => kind));
  const calls = kinds.findLastIndex((parts) => parts.includes('call'));
  expect(kinds[calls + 1]?.slice(0, 2)).toEqual(['result', 'result']);
});

it("the parent's run stays open until its last fork has reported", async () => {
  test.model.script((request) => {
    if (isFork(request))
      return JSON.stringify(request.contents).includes('slept')
        ? say('Scope: mine')
        : ask(bash('sleep 0.5; echo slept'));
    if (lastText(request).includes('<task-notification>')) return say('all there');
    return request.contents?.length === 1 ? ask(fork('part 1')) : say('it runs');
  });
  const session = await test.create();
  await eventOf(
    session,
    (event) => event.type === 'branch-status' && event.branch === 'root' && event.status === 'waiting',
  );
  expect(session.state.branches.root).toMatchObject({ status: 'waiting', waitingFor: 'children', endedAt: null });
  await session.idle();
  expect(session.state.branches.root).toMatchObject({ status: 'completed', report: 'all there' });
  // It ended once, behind its fork.
  const ends = session.pastEvents().flatMap((event) => (event.type === 'branch-ended' ? [event.branch] : []));
  expect(ends).toEqual(['fork-1', 'root']);
});

it('getCacheSafeParams is null before a first request: a fork then starts from prepared parameters, and says so', async () => {
  test.model.script(() => say('Scope: mine'));
  const folder = await mkdtemp(join(tmpdir(), 'forkscope-bare-'));
  const session = startBareSession({
    folder,
    workspace: folder,
    model: 'demo-planner',
    maxForks: 8,
    budget: null,
    adapter: () => createGeminiAdapter({ provider: 'demo', apiKey: 'k', baseUrl: test.model.url, cacheTtlMs: 300_000 }),
  });
  try {
    expect(await session.estimateFork('root', null, 1)).toMatchObject({ tokensShared: 0, coldInMs: null });
    await session.fork('root', null, ['look']);
    await eventOf(session, (event) => event.type === 'branch-ended' && event.branch === 'fork-1');
    const { state } = session;
    const branch = state.branches['fork-1'];
    expect(branch).toMatchObject({ status: 'completed', snapshot: 'prepared' });
    expect(state.snapshots[branch?.snapshotVersion ?? 0]?.systemText).toBe(FORK_AGENT.systemPrompt);
    expect(branch && prefixShareOf(state, branch)).toEqual({ kind: 'nothing' });
    expect(branch && prefixBadgeOf(state, branch)).toMatchObject({ kind: 'nothing', label: 'nothing shared' });
  } finally {
    await session.close();
    await rm(folder, { recursive: true, force: true });
  }
});

it('an idle fork that is steered goes on with a byte-extension of its last request', async () => {
  test.model.script((request) => {
    if (!isFork(request)) return request.contents?.length === 1 ? ask(fork('part 1')) : say('done');
    return say(lastText(request).includes('and the tests?') ? 'Scope: the tests' : 'Scope: mine');
  });
  const session = await test.create();
  await session.idle();
  session.prompt('fork-1', 'and the tests?');
  await session.idle();
  const branch = session.state.branches['fork-1'];
  expect(branch).toMatchObject({ status: 'completed', report: 'Scope: the tests', turns: 2 });
  const [first, second] = branch?.requests.map((id) => session.state.requests[id]) ?? [];
  expect(second?.prefix).toMatchObject({ relation: 'own', against: first?.requestId, divergence: null });
  expect(second?.prefix?.sharedBytes).toBe(first?.totalBytes);
});
