import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FORK_PLACEHOLDER_RESULT } from '../../core/fork/fork-agent.ts';
import { textOf } from '../../core/session/message.ts';
import { contextOf } from '../../core/session/selectors.ts';
import type { SessionState } from '../../core/session/state.ts';
import { ask, eventOf, lastText, say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { expectValid } from '../testing/valid-history.ts';

let test: TestEngine;
beforeEach(async () => {
  test = await startTestEngine();
});
afterEach(() => test.dispose());

const resultsOf = (state: SessionState, branch: string) =>
  contextOf(state, branch).flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'result' ? [part] : [])));

describe('one branch', () => {
  it('feeds results back in one message, in the order of the calls', async () => {
    test.model.script((request) =>
      request.contents?.length === 1
        ? ask(
            { name: 'bash', args: { command: 'sleep 0.3; echo slow' } },
            { name: 'read_file', args: { path: 'notes.txt' } },
            { name: 'nonsense', args: {} },
          )
        : say('done'),
    );
    const session = await test.create();
    await session.idle();
    const results = resultsOf(session.state, 'root');
    expect(results.map(({ name, isError }) => [name, isError])).toEqual([
      ['bash', false],
      ['read_file', false],
      ['nonsense', true],
    ]);
    expect(results[0]?.text).toContain('slow');
    expect(results[1]?.text).toContain('two');
    expect(results[2]?.text).toContain('There is no tool `nonsense`');
    expectValid(contextOf(session.state, 'root'));
    expect(session.state.branches.root).toMatchObject({ status: 'completed', report: 'done', turns: 1, steps: 2 });
  });

  it('is idle again and again, however often it is asked', async () => {
    test.model.script(() => say('done'));
    const session = await test.create();
    await session.idle();
    await session.idle();
    await Promise.all([session.idle(), session.idle()]);
    expect(session.state.branches.root?.status).toBe('completed');
  });

  it('sends every next request as an extension of the one before', async () => {
    test.model.script((request) =>
      (request.contents?.length ?? 0) < 7 ? ask({ name: 'read_file', args: { path: 'notes.txt' } }) : say('done'),
    );
    const session = await test.create();
    await session.idle();
    const requests = session.state.branches.root?.requests.map((id) => session.state.requests[id]?.prefix) ?? [];
    expect(requests.length).toBe(4);
    for (const prefix of requests.slice(1)) {
      expect(prefix).toMatchObject({ relation: 'own', divergence: null });
      expect(prefix?.sharedBytes).toBe(prefix?.againstBytes);
    }
  });

  it('stops in mid-tool: the command dies, later calls are not run, every call has a result', async () => {
    test.model.script((request) =>
      request.contents?.length === 1
        ? ask(
            { name: 'read_file', args: { path: 'notes.txt' } },
            { name: 'bash', args: { command: 'sleep 300' } },
            { name: 'write_file', args: { path: 'never.txt', content: 'x' } },
          )
        : say(`heard: ${lastText(request)}`),
    );
    const session = await test.create();
    await eventOf(session, (event) => event.type === 'tool-started' && event.name === 'bash');
    await session.interrupt('root', true);
    expect(session.state.branches.root).toMatchObject({ status: 'interrupted', reason: 'Interrupted by you.' });
    expect(resultsOf(session.state, 'root').map(({ isError }) => isError)).toEqual([false, true, true]);
    expectValid(contextOf(session.state, 'root'));
    session.prompt('root', 'go on');
    await session.idle();
    expect(session.state.branches.root?.report).toContain('heard: go on');
    expectValid(contextOf(session.state, 'root'));
    await expect(test.git('status', '--porcelain')).resolves.toBe('');
  });

  it('stops in mid-stream and keeps the shown text', async () => {
    test.model.injectFault('stall');
    const session = await test.create({ prompt: 'explain notes.txt' });
    await eventOf(session, (event) => event.type === 'text-delta');
    await session.interrupt('root', true);
    const last = contextOf(session.state, 'root').at(-1);
    expect(last?.role).toBe('model');
    expectValid(contextOf(session.state, 'root'));
    test.model.script(() => say('fine'));
    session.prompt('root', 'again');
    await session.idle();
    expect(session.state.branches.root?.status).toBe('completed');
  });

  it('takes a steering message at its next step', async () => {
    let asked = 0;
    test.model.script((request) => {
      asked++;
      if (asked === 1) return ask({ name: 'bash', args: { command: 'sleep 0.5' } });
      return say(lastText(request).includes('stop and report') ? 'steered' : 'not steered');
    });
    const session = await test.create();
    await eventOf(session, (event) => event.type === 'tool-started');
    session.prompt('root', 'stop and report');
    await session.idle();
    expect(session.state.branches.root).toMatchObject({ report: 'steered', turns: 1 });
    expectValid(contextOf(session.state, 'root'));
  });

  it('pauses in front of the next request and goes on when resumed', async () => {
    test.model.script((request) =>
      request.contents?.length === 1 ? ask({ name: 'bash', args: { command: 'sleep 0.3' } }) : say('done'),
    );
    const session = await test.create();
    await eventOf(session, (event) => event.type === 'tool-started');
    session.pause('root');
    await eventOf(session, (event) => event.type === 'branch-status' && event.status === 'paused');
    expect(session.state.branches.root?.requests.length).toBe(1);
    session.resume('root');
    await session.idle();
    expect(session.state.branches.root?.status).toBe('completed');
  });

  it('asks by rule, tells the agent of a denial, and lets a grant cover what it says', async () => {
    test.model.script((request) => {
      const results = request.contents?.filter(({ role }) => role === 'user').length ?? 0;
      return results < 4 ? ask({ name: 'bash', args: { command: `echo ${results}` } }) : say('done');
    });
    const session = await test.create({ approval: 'none' });
    const first = await eventOf(session, (event) => event.type === 'permission-asked');
    if (first.type !== 'permission-asked') throw new Error('no prompt');
    expect(session.answerPermission(first.promptId, { answer: 'deny', scope: 'once', word: 'not that one' })).toBe(
      true,
    );
    expect(session.answerPermission(first.promptId, { answer: 'allow', scope: 'once', word: null })).toBe(false);
    const second = await eventOf(session, (e) => e.type === 'permission-asked' && e.promptId !== first.promptId);
    if (second.type !== 'permission-asked') throw new Error('no prompt');
    session.answerPermission(second.promptId, { answer: 'allow', scope: 'branch', word: null });
    await session.idle();
    const [denied, ...allowed] = resultsOf(session.state, 'root');
    expect(denied?.text).toContain('not that one');
    expect(allowed.map(({ isError }) => isError)).toEqual([false, false]);
    expect(session.pastEvents().filter(({ type }) => type === 'permission-asked')).toHaveLength(2);
  });

  it('stops in front of the request that would go over the budget', async () => {
    // An answer of some 10,000 tokens costs more than the budget; that was not to be foreseen.
    const call = { type: 'call', name: 'read_file', args: { path: 'notes.txt' } } as const;
    test.model.script(() => ({ parts: [{ type: 'text', text: 'word '.repeat(10_000) }, call] }));
    const session = await test.create({ budget: 0.02 });
    await session.idle();
    expect(session.state.branches.root).toMatchObject({ status: 'failed', steps: 1 });
    expect(session.state.branches.root?.reason).toContain('budget');
    expectValid(contextOf(session.state, 'root'));
  });
});

describe('forks', () => {
  const fork = (description: string, prompt = description) => ({ name: 'agent', args: { description, prompt } });
  const isFork = (text: string) => text.includes('<fork-boilerplate>') || text.includes('Begin.');

  it('brings each report exactly once and keeps the parent open until the last one', async () => {
    test.model.script((request) => {
      const text = lastText(request);
      if (isFork(text)) return say('Scope: my part');
      if (text.includes('<task-notification>')) return say(text.includes('<remaining>0<') ? 'all there' : 'one more');
      return request.contents?.length === 1 ? ask(fork('part 1'), fork('part 2'), fork('part 3')) : say('they run');
    });
    const session = await test.create({ isolation: 'worktree' });
    await session.idle();
    const { state } = session;
    expect(state.order).toEqual(['root', 'fork-1', 'fork-2', 'fork-3']);
    const delivered = session.pastEvents().flatMap((event) => (event.type === 'report-delivered' ? event.from : []));
    expect([...delivered].sort()).toEqual(['fork-1', 'fork-2', 'fork-3']);
    expect(state.branches.root).toMatchObject({ status: 'completed', report: 'all there' });
    expect(resultsOf(state, 'root').map(({ text }) => text)).toEqual(Array(3).fill(FORK_PLACEHOLDER_RESULT));
    for (const id of state.order) expectValid(contextOf(state, id));
    for (const id of ['fork-1', 'fork-2', 'fork-3']) {
      const first = state.requests[state.branches[id]?.requests[0] ?? ''];
      expect(first?.prefix).toMatchObject({ relation: 'parent', divergence: null });
      expect(state.branches[id]?.worktree?.path).toBeTruthy();
    }
  });

  it('refuses a branch inside a fork as an ordinary error, and the declaration stays', async () => {
    test.model.script((request) => {
      const text = lastText(request);
      const names = request.tools?.[0]?.functionDeclarations?.map(({ name }) => name) ?? [];
      expect(names).toContain('agent');
      if (isFork(text)) return ask(fork('deeper'));
      if (request.contents?.length === 1) return ask(fork('part 1'));
      return say(`end: ${names.length}`);
    });
    const session = await test.create();
    await session.idle();
    expect(session.state.order).toEqual(['root', 'fork-1']);
    expect(resultsOf(session.state, 'fork-1').at(-1)).toMatchObject({ isError: true });
    expect(resultsOf(session.state, 'fork-1').at(-1)?.text).toContain('A fork cannot start branches');
  });

  it('limits how many run at once and shows that the others wait', async () => {
    let [running, most] = [0, 0];
    test.model.script((request) => {
      const text = lastText(request);
      if (text.includes('Begin.')) {
        running++;
        most = Math.max(most, running);
        return ask({ name: 'bash', args: { command: 'sleep 0.3' } });
      }
      if (request.contents?.length === 1) return ask(...[1, 2, 3, 4].map((n) => fork(`part ${n}`)));
      if (request.contents?.some(({ parts }) => parts?.some((part) => part.text?.includes('Begin.')))) running--;
      return say('Scope: done');
    });
    const session = await test.create({ maxForks: 2 });
    await session.idle();
    expect(most).toBe(2);
    const waits = session
      .pastEvents()
      .filter((e) => e.type === 'branch-status' && e.reason === 'waits for a free place');
    expect(waits).toHaveLength(2);
    expect(session.state.branches['fork-4']?.status).toBe('completed');
  });

  it('interrupts one fork and leaves the others; the parent hears of it', async () => {
    test.model.script((request) => {
      const text = lastText(request);
      if (text.includes('Begin.')) return ask({ name: 'bash', args: { command: 'sleep 1; echo survived' } });
      if (request.contents?.length === 1) return ask(fork('part 1'), fork('part 2'));
      return say('Scope: done');
    });
    const session = await test.create();
    await eventOf(
      session,
      (event) => event.type === 'tool-started' && event.branch === 'fork-1' && event.name === 'bash',
    );
    await session.interrupt('fork-1', true);
    await session.idle();
    expect(session.state.branches['fork-1']).toMatchObject({ status: 'interrupted', delivered: true });
    expect(session.state.branches['fork-2']).toMatchObject({ status: 'completed', delivered: true });
    const told = contextOf(session.state, 'root').map(textOf).join('\n');
    expect(told).toContain('<status>interrupted</status>');
  });

  it('interrupts forks that have not started yet: all is ended when it returns, and nothing starts later', async () => {
    test.model.script((request) =>
      request.contents?.length === 1 ? ask(...[1, 2, 3, 4].map((n) => fork(`part ${n}`))) : say('they run'),
    );
    const session = await test.create({ isolation: 'worktree', maxForks: 2 });
    await eventOf(session, (event) => event.type === 'branch-created' && event.branch === 'fork-4');
    await session.interruptAll();
    const ends = () => session.state.order.map((id) => session.state.branches[id]?.status);
    expect(ends()).toEqual(Array(5).fill('interrupted'));
    const requests = test.model.stats().requests;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(test.model.stats().requests).toBe(requests);
    expect(ends()).toEqual(Array(5).fill('interrupted'));
  });

  it('forks a finished session from any message, with a directive each', async () => {
    test.model.script((request) => say(lastText(request).includes('Directive: ') ? 'Scope: tried' : 'an answer'));
    const session = await test.create();
    await session.idle();
    const [question] = contextOf(session.state, 'root');
    const ids = await session.fork('root', question?.id ?? null, ['try a', 'try b']);
    await session.idle();
    expect(ids).toEqual(['fork-1', 'fork-2']);
    for (const id of ids) {
      expect(session.state.branches[id]).toMatchObject({ status: 'completed', report: 'Scope: tried', callId: null });
      // The question, the workspace, the agents, and the child text.
      expect(contextOf(session.state, id)[0]?.parts.length).toBe(4);
    }
  });
});

describe('after a restart', () => {
  it('goes on with a byte-extension of the last request', async () => {
    test.model.script((request) => say(`answer ${request.contents?.length}`));
    const session = await test.create({ prompt: 'first' });
    await session.idle();
    const { sessionId } = session.state.session ?? { sessionId: '' };
    const engine = await test.restart();
    const again = await engine.open(sessionId);
    again.prompt('root', 'second');
    await again.idle();
    const ids = again.state.branches.root?.requests ?? [];
    expect(ids).toHaveLength(2);
    const prefix = again.state.requests[ids[1] ?? '']?.prefix;
    expect(prefix).toMatchObject({ relation: 'own', against: ids[0], divergence: null });
  });

  it('keeps reports that never arrived for the next turn, and spends nothing unasked', async () => {
    test.model.script((request) => {
      if (lastText(request).includes('Begin.')) return ask({ name: 'bash', args: { command: 'sleep 300' } });
      if (request.contents?.length === 1) return ask({ name: 'agent', args: { description: 'part', prompt: 'part' } });
      return say(lastText(request).includes('<task-notification>') ? 'told' : 'waiting');
    });
    const session = await test.create();
    await eventOf(session, (event) => event.type === 'tool-started' && event.name === 'bash');
    const { sessionId } = session.state.session ?? { sessionId: '' };
    const engine = await test.restart();
    const before = test.model.stats().requests;
    const again = await engine.open(sessionId);
    expect(again.state.branches['fork-1']).toMatchObject({ status: 'interrupted', delivered: false });
    expect(test.model.stats().requests).toBe(before);
    again.prompt('root', 'and?');
    await again.idle();
    expect(again.state.branches.root?.report).toBe('told');
    expect(again.state.branches['fork-1']?.delivered).toBe(true);
  });
});
