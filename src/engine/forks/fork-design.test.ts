import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FORK_AGENT, FORK_PLACEHOLDER_RESULT } from '../../core/fork/fork-agent.ts';
import { contextOf } from '../../core/session/selectors.ts';
import type { SessionState } from '../../core/session/state.ts';
import type { Session } from '../agent/session.ts';
import type { WireRequest } from '../demo/wire.ts';
import { createGeminiAdapter } from '../providers/gemini.ts';
import { ask, eventOf, lastText, say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { startBareSession } from './testing/bare-session.ts';

let test: TestEngine;
beforeEach(async () => {
  test = await startTestEngine();
});
afterEach(() => test.dispose());

const fork = (description: string, prompt = description) => ({ name: 'agent', args: { description, prompt } });
const read = { name: 'read_file', args: { path: 'notes.txt' } };
const isFork = (request: WireRequest) => JSON.stringify(request.contents).includes('Directive: ');
const resultsOf = (state: SessionState, branch: string) =>
  contextOf(state, branch).flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'result' ? [part] : [])));
const deliveries = (session: Session) =>
  session.pastEvents().flatMap((event) => (event.type === 'report-delivered' ? event.from : []));
const prefixesOf = ({ state }: Session, branch: string) =>
  state.branches[branch]?.requests.map((id) => state.requests[id]?.prefix) ?? [];

describe('the history of a fork', () => {
  it('several open calls of which only some are `agent` calls: all are answered alike, the parent gets its own result', async () => {
    test.model.script((request) => {
      if (isFork(request)) return say('Scope: mine');
      return request.contents?.length === 1 ? ask(read, fork('part 1'), fork('part 2')) : say('they run');
    });
    const session = await test.create();
    await session.idle();
    expect(resultsOf(session.state, 'root').map(({ name, text }) => [name, text.includes('two')])).toEqual([
      ['read_file', true],
      ['agent', false],
      ['agent', false],
    ]);
    for (const id of ['fork-1', 'fork-2']) {
      expect(resultsOf(session.state, id).map(({ text }) => text)).toEqual(Array(3).fill(FORK_PLACEHOLDER_RESULT));
      expect(prefixesOf(session, id)[0]).toMatchObject({ relation: 'parent', divergence: null });
    }
  });

  it('an interrupted answer is inherited as it was shown', async () => {
    test.model.injectFault('stall');
    const session = await test.create({ prompt: 'explain notes.txt' });
    await eventOf(session, (event) => event.type === 'text-delta');
    await session.interrupt('root', true);
    test.model.script(() => say('Scope: mine'));
    await session.fork('root', null, ['finish it']);
    await session.idle();
    expect(session.state.branches['fork-1']?.status).toBe('completed');
    const roles = contextOf(session.state, 'fork-1').map(({ role }) => role);
    expect(roles).toEqual(['user', 'model', 'user', 'model']);
  });

  it("Fork from here in the middle shares the parent's bytes up to there, and is no broken prefix", async () => {
    test.model.script((request) => (isFork(request) ? say('Scope: mine') : say(`answer ${request.contents?.length}`)));
    const session = await test.create();
    await session.idle();
    session.prompt('root', 'second');
    await session.idle();
    const [, firstAnswer] = contextOf(session.state, 'root');
    const estimate = await session.estimateFork('root', firstAnswer?.id ?? null, 2);
    expect(estimate).toMatchObject({ count: 2, isWarm: true, warning: null });
    await session.fork('root', firstAnswer?.id ?? null, ['one', 'two']);
    await session.idle();
    for (const id of ['fork-1', 'fork-2']) {
      expect(contextOf(session.state, id)).toHaveLength(4);
      const [first] = prefixesOf(session, id);
      expect(first).toMatchObject({ relation: 'parent', divergence: null, sharedSegments: 4 });
    }
  });
});

it('getCacheSafeParams: what the last request was made of is frozen, by version, and shared by reference', async () => {
  test.model.script((request) => {
    if (isFork(request)) return say('Scope: mine');
    return request.contents?.length === 1 ? ask(fork('part 1')) : say('done');
  });
  const session = await test.create();
  await session.idle();
  const { root, 'fork-1': child } = session.state.branches;
  expect(child?.snapshotVersion).toBe(root?.snapshotVersion);
  const snapshot = session.state.snapshots[1];
  expect(Object.isFrozen(snapshot) && Object.isFrozen(snapshot?.tools[0]?.parameters)).toBe(true);
  const [question] = contextOf(session.state, 'root');
  expect(Object.isFrozen(question) && Object.isFrozen(question?.parts[0])).toBe(true);
  expect(contextOf(session.state, 'fork-1')[0]).toBe(question);
});

describe('read-only and allow-listed forks', () => {
  const tryAll = (request: WireRequest) =>
    isFork(request)
      ? resultCount(request) < 1
        ? ask({ name: 'write_file', args: { path: 'a.txt', content: 'a' } }, read, {
            name: 'bash',
            args: { command: 'echo hi' },
          })
        : say('Scope: looked')
      : say('an answer');
  const resultCount = (request: WireRequest) =>
    JSON.stringify(request.contents).split('may not run in this fork').length - 1;

  it('are restricted when they call, never in the declarations', async () => {
    const declared: string[] = [];
    test.model.script((request) => {
      declared.push(JSON.stringify(request.tools));
      return tryAll(request);
    });
    const session = await test.create({ isolation: 'none' });
    await session.idle();
    await session.fork('root', null, ['look'], 'read-only');
    await session.idle();
    expect(new Set(declared).size).toBe(1);
    expect(session.state.branches['fork-1']?.allowedTools).toContain('read_file');
    expect(resultsOf(session.state, 'fork-1').map(({ isError }) => isError)).toEqual([true, false, true]);
    expect(resultsOf(session.state, 'fork-1')[0]?.text).toContain('Do not send this call again');
    expect(prefixesOf(session, 'fork-1').map((prefix) => prefix?.divergence)).toEqual([null, null]);
    const start = contextOf(session.state, 'fork-1').at(2)?.parts.at(-1);
    // Behind the directive, where it costs no shared byte.
    expect(start?.kind === 'text' && start.text.indexOf('Only these tools')).toBeGreaterThan(
      start?.kind === 'text' ? start.text.indexOf('Directive: look') : 0,
    );
  });

  it('an empty list allows nothing', async () => {
    test.model.script(tryAll);
    const session = await test.create({ isolation: 'none' });
    await session.idle();
    await session.fork('root', null, ['think'], []);
    await session.idle();
    expect(resultsOf(session.state, 'fork-1').every(({ isError }) => isError)).toBe(true);
  });
});

describe('prompts, steps and steering', () => {
  it('bubble: the question of a fork arrives in the one queue of the session, with its name', async () => {
    test.model.script((request) => {
      if (!isFork(request)) return request.contents?.length === 1 ? ask(fork('part 1')) : say('done');
      return resultsIn(request) < 2 ? ask({ name: 'bash', args: { command: 'echo hi' } }) : say('Scope: mine');
    });
    const resultsIn = (request: WireRequest) => JSON.stringify(request.contents).split('functionResponse').length - 1;
    const session = await test.create({ approval: 'none', isolation: 'none' });
    const asked = await eventOf(session, (event) => event.type === 'permission-asked');
    expect(asked).toMatchObject({ branch: 'fork-1', tool: 'bash' });
    if (asked.type === 'permission-asked') {
      session.answerPermission(asked.promptId, { answer: 'allow', scope: 'once', word: null });
    }
    await session.idle();
    expect(session.state.branches['fork-1']?.status).toBe('completed');
  });

  it(`takes ${FORK_AGENT.maxSteps} steps, and one of grace that asks for the report`, async () => {
    test.model.script((request) => {
      if (lastText(request).includes('Write your report now')) return say('Scope: what I have');
      return ask({ name: 'nothing', args: { part: request.contents?.length } });
    });
    const session = await test.create();
    await session.idle();
    expect(session.state.branches.root).toMatchObject({
      status: 'completed',
      report: 'Scope: what I have',
      steps: FORK_AGENT.maxSteps + 1,
    });
  });

  it('a steered fork keeps its prefix: each request extends the one before', async () => {
    test.model.script((request) => {
      if (!isFork(request)) return request.contents?.length === 1 ? ask(fork('part 1')) : say('done');
      if (lastText(request).includes('faster')) return say('Scope: steered');
      return ask({ name: 'bash', args: { command: 'sleep 0.4' } });
    });
    const session = await test.create({ isolation: 'none' });
    await eventOf(session, (event) => event.type === 'tool-started' && event.name === 'bash');
    session.prompt('fork-1', 'faster');
    await session.idle();
    expect(session.state.branches['fork-1']).toMatchObject({ report: 'Scope: steered', turns: 1 });
    for (const prefix of prefixesOf(session, 'fork-1')) {
      expect(prefix).toMatchObject({ divergence: null });
      expect(prefix?.sharedBytes).toBe(prefix?.againstBytes);
    }
  });
});

describe('reports come exactly once, whatever the end', () => {
  it('over budget: the forks end failed, say so, and the parent ends with a clear state', async () => {
    test.model.script((request) => {
      if (isFork(request)) return ask(read);
      if (request.contents?.length !== 1) return say('done');
      const forks = ask(fork('part 1'), fork('part 2'));
      // An answer of some 10,000 tokens uses the budget up.
      return { parts: [{ type: 'text', text: 'word '.repeat(10_000) }, ...forks.parts] };
    });
    const session = await test.create({ budget: 0.02, isolation: 'none' });
    await session.idle();
    const { state } = session;
    for (const id of ['fork-1', 'fork-2']) {
      expect(state.branches[id]?.status).toBe('failed');
      expect(state.branches[id]?.reason).toContain('budget');
      // Not one request left after the one that used it up.
      expect(state.branches[id]?.requests).toEqual([]);
    }
    expect(state.branches.root?.status).toBe('failed');
    expect(state.branches.root?.reason).toContain('Raise it to go on');
    // What had not reached the parent before its end is said there, and comes with its next message: once.
    const isTold = state.notices.some(({ branch, text }) => branch === 'root' && text.includes('before all reports'));
    expect(isTold).toBe(deliveries(session).length < 2);
    session.setBudget(null);
    for (const text of ['go on', 'and on']) {
      session.prompt('root', text);
      await session.idle();
    }
    expect(deliveries(session).sort()).toEqual(['fork-1', 'fork-2']);
    expect(session.state.branches.root?.status).toBe('completed');
  });

  it('failed: the parent hears the reason', async () => {
    test.model.injectFault('forbidden', 1, isFork);
    test.model.script((request) => {
      if (isFork(request)) return say('Scope: mine');
      return request.contents?.length === 1 ? ask(fork('part 1'), fork('part 2')) : say('done');
    });
    const session = await test.create({ isolation: 'none' });
    await session.idle();
    const ends = ['fork-1', 'fork-2'].map((id) => session.state.branches[id]?.status).sort();
    expect(ends).toEqual(['completed', 'failed']);
    expect(deliveries(session).sort()).toEqual(['fork-1', 'fork-2']);
  });

  it('crash: what was not delivered before is delivered with the next message, and never again', async () => {
    test.model.script((request) => {
      if (isFork(request)) return ask({ name: 'bash', args: { command: 'sleep 300' } });
      return request.contents?.length === 1 ? ask(fork('part 1'), fork('part 2')) : say('noted');
    });
    const session = await test.create({ isolation: 'none' });
    await eventOf(
      session,
      (event) => event.type === 'tool-started' && event.branch === 'fork-2' && event.name === 'bash',
    );
    const { sessionId } = session.state.session ?? { sessionId: '' };
    const again = await (await test.restart()).open(sessionId);
    for (const text of ['and?', 'and now?']) {
      again.prompt('root', text);
      await again.idle();
    }
    expect(deliveries(again).sort()).toEqual(['fork-1', 'fork-2']);
  });
});

describe('pre-flight', () => {
  it('a launch that is cold says so in the log before a request leaves', async () => {
    let ahead = 0;
    test.model.script((request) => (isFork(request) ? say('Scope: mine') : say('an answer')));
    const { session, dispose } = await bareSession(() => Date.now() + ahead);
    try {
      session.prompt('root', 'go');
      await session.idle();
      ahead = 432_000;
      const estimate = await session.estimateFork('root', null, 3);
      expect(estimate).toMatchObject({ isWarm: false, isHeld: true, coldInMs: 0 });
      expect(estimate.warning).toMatch(/^These 3 forks would start cold: nothing has used the prefix for 7:1/);
      // To ask costs nothing and leaves nothing.
      expect(session.pastEvents().some(({ type }) => type === 'notice')).toBe(false);
      await session.fork('root', null, ['a', 'b', 'c']);
      await session.idle();
      const events = session.pastEvents();
      const warned = events.findIndex((event) => event.type === 'notice' && event.text.includes('would start cold'));
      const left = events.findIndex((event) => event.type === 'request-started' && event.branch === 'fork-1');
      expect(warned).toBeGreaterThan(0);
      expect(warned).toBeLessThan(left);
    } finally {
      await dispose();
    }
  });

  it('a hold is visible on the card, and can be skipped', async () => {
    const tail = 'what I found out '.repeat(400);
    let answered = 0;
    test.model.script((request) => {
      if (isFork(request)) answered++;
      return isFork(request) ? say('Scope: mine') : say(tail);
    });
    const session = await test.create({ isolation: 'none' });
    await session.idle();
    test.model.injectFault('silence', 1, isFork);
    await session.fork('root', null, ['a', 'b', 'c']);
    await eventOf(
      session,
      (event) => event.type === 'branch-status' && event.status === 'held' && event.branch === 'fork-3',
    );
    expect(session.state.branches['fork-2']).toMatchObject({
      status: 'held',
      reason: 'held: warming cache (fork-1 goes first)',
    });
    expect(answered).toBe(0);
    session.skipHold('fork-3');
    await eventOf(session, (event) => event.type === 'branch-ended' && event.branch === 'fork-3');
    expect(session.state.branches['fork-2']?.status).toBe('held');
    await session.interrupt('fork-1', false);
    await session.idle();
    // The leader's end lets the last one go.
    expect(session.state.branches['fork-2']?.status).toBe('completed');
  });
});

it('an unknown price is unknown: what does not count toward the budget is said, once', async () => {
  test.model.script((request) => ((request.contents?.length ?? 0) < 7 ? ask(read) : say('done')));
  const { session, dispose } = await bareSession(Date.now, 1);
  session.prompt('root', 'go');
  await session.idle();
  expect(session.state.branches.root).toMatchObject({ status: 'completed', cost: null, uncachedCost: null });
  expect(session.state.notices.filter(({ text }) => text.includes('price of demo-planner is unknown'))).toHaveLength(1);
  await dispose();
});

/** A session on the embedded model whose clock and prices are the test's own: no model has a price. */
async function bareSession(clock: () => number, budget: number | null = null) {
  const folder = await mkdtemp(join(tmpdir(), 'forkscope-bare-'));
  await writeFile(join(folder, 'notes.txt'), 'one');
  const session = startBareSession({
    folder,
    workspace: folder,
    model: 'demo-planner',
    maxForks: 8,
    budget,
    adapter: () => createGeminiAdapter({ provider: 'demo', apiKey: 'k', baseUrl: test.model.url, cacheTtlMs: 300_000 }),
    clock,
  });
  const dispose = async () => {
    await session.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { session, dispose };
}
