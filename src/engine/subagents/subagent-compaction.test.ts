import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contextOf } from '../../core/session/selectors.ts';
import type { Answer } from '../demo/answer.ts';
import type { WireRequest } from '../demo/wire.ts';
import { startRecordingProxy } from '../providers/testing/recording-proxy.ts';
import { answerCompletion } from '../providers/testing/vendor-answers.ts';
import { lastText, say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { expectValid } from '../testing/valid-history.ts';
import { done, isSubagent, play, read, setUp, start, wordsOf } from './testing/scripted-subagents.ts';

let test: TestEngine;
beforeEach(async () => {
  test = await startTestEngine();
});
afterEach(() => test.dispose());

const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n} ${'x'.repeat(60)}`).join('\n');
const compactions = (session: Awaited<ReturnType<TestEngine['create']>>) =>
  session.pastEvents().flatMap((event) => (event.type === 'compaction' ? [event] : []));

describe('before a request', () => {
  it('defect 7: a subagent leaves out its oldest steps, is told what is gone, and the log keeps all', async () => {
    // 20,000 tokens of window: 16,000 may be used. Each read brings about 4,500.
    const files = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`f${n}.txt`, `${n}\n${lines(250)}`]));
    await setUp(test, { ...files, 'settings.json': JSON.stringify({ windows: { 'demo-planner': 20_000 } }) });
    let step = 0;
    play(test, start('explore', 'p'), () => (++step <= 6 ? read(`f${step}.txt`) : done('read them')));
    const session = await test.create();
    await session.idle();
    const branch = session.state.branches['subagent-1'];
    expect(branch).toMatchObject({ status: 'completed', steps: 7 });
    const [first] = compactions(session);
    expect(first).toMatchObject({ branch: 'subagent-1', kind: 'truncation', trigger: 'window' });
    expect(branch?.entries).toHaveLength(16);
    expect(contextOf(session.state, 'subagent-1').length).toBeLessThan(16);
    expect(wordsOf(session.state, 'subagent-1')).toMatch(/older messages are left out[\s\S]*`f2\.txt`/);
    expectValid(contextOf(session.state, 'subagent-1'));
    // The request after it says why its prefix differs, and no request was larger than allowed.
    const requests = branch?.requests.map((id) => session.state.requests[id]) ?? [];
    const causes = requests.flatMap((request) => request?.prefix?.divergence?.cause ?? []);
    expect(causes).toHaveLength(compactions(session).length);
    expect(causes[0]).toContain('a compaction');
    for (const request of requests) expect(request?.usage?.input).toBeLessThan(20_000);
    const notice = session.state.notices.find(({ text }) => text.includes('left the context'));
    expect(notice?.text).toMatch(/Of the cached prefix .* stay and .* are lost: .* tokens anew/);
  });

  it('a summary is written by the same prefix plus one instruction, and stands for what it sums up', async () => {
    const files = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`f${n}.txt`, `${n}\n${lines(250)}`]));
    const settings = JSON.stringify({ windows: { 'demo-planner': 20_000 }, compaction: 'summary' });
    await setUp(test, { ...files, 'settings.json': settings });
    let [summaries, step] = [0, 0];
    play(test, start('explore', 'p'), (request): Answer => {
      if (lastText(request).includes('This message is not part of the task')) {
        summaries++;
        return say('It read f1 to f3; nothing was found.');
      }
      return ++step > 6 ? done('read them') : read(`f${step}.txt`);
    });
    const session = await test.create();
    await session.idle();
    expect(session.state.branches['subagent-1']?.status).toBe('completed');
    expect(summaries).toBeGreaterThan(0);
    const asked = Object.values(session.state.requests).find(({ purpose }) => purpose === 'summary');
    // A cache hit: all of the last request stands at its head.
    expect(asked?.prefix).toMatchObject({ relation: 'own', divergence: null });
    expect(wordsOf(session.state, 'subagent-1')).toContain('It read f1 to f3');
    expect(compactions(session)[0]).toMatchObject({ kind: 'summary' });
    expectValid(contextOf(session.state, 'subagent-1'));
  });

  it('defect 10: is due on estimates too, when a server counts nothing', async () => {
    const proxy = await startRecordingProxy({
      answer: (response, { body }) => {
        const { messages } = JSON.parse(body.toString()) as { messages: unknown[] };
        const text = JSON.stringify(messages);
        const call = (name: string, args: object) => ({ id: `c${messages.length}`, name, args: JSON.stringify(args) });
        if (!text.includes('You are a subagent of Forkscope')) {
          const starts = call('agent', { description: 'd', prompt: 'p', subagent_type: 'explore' });
          answerCompletion(response, text.includes('1 completed') ? { text: 'end' } : { calls: [starts] });
        } else if (text.includes('f5.txt'))
          answerCompletion(response, { calls: [call('attempt_completion', { result: 'r' })] });
        else {
          const next = [1, 2, 3, 4, 5].find((n) => !text.includes(`f${n}.txt`)) ?? 5;
          answerCompletion(response, { calls: [call('read_file', { path: `f${next}.txt` })] });
        }
      },
    });
    const engine = await startTestEngine({ OPENAI_BASE_URL: `${proxy.url}/v1`, OPENAI_API_KEY: 'key' });
    try {
      const files = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`f${n}.txt`, lines(250)]));
      await setUp(engine, { ...files, 'settings.json': JSON.stringify({ windows: { local: 20_000 } }) });
      const session = await engine.create({ provider: 'openai', model: 'local' });
      await session.idle();
      expect(compactions(session).length).toBeGreaterThan(0);
      const branch = session.state.branches['subagent-1'];
      expect(branch).toMatchObject({ status: 'completed', unknownUsage: 0 });
      expect(branch?.estimatedUsage).toBe(branch?.requests.length);
      const ended = session.pastEvents().filter((event) => event.type === 'request-ended');
      expect(ended.every((event) => event.type === 'request-ended' && event.estimated === true)).toBe(true);
    } finally {
      await engine.dispose();
      await proxy.close();
    }
  });
});

describe('a request that the provider refuses as too long', () => {
  it('is compacted and sent again', async () => {
    await setUp(test, { 'big.txt': lines(600) });
    play(test, start('explore', 'p'), (_, turn) =>
      turn < 3 ? read('big.txt', { offset: 1 + turn * 200, limit: 200 }) : done('fits'),
    );
    test.model.injectFault(
      'context-exceeded',
      1,
      (request) => isSubagent(request) && (request.contents?.length ?? 0) === 7,
    );
    const session = await test.create();
    await session.idle();
    expect(session.state.branches['subagent-1']).toMatchObject({ status: 'completed', report: 'fits' });
    expect(compactions(session)).toMatchObject([{ trigger: 'overflow' }]);
    expectValid(contextOf(session.state, 'subagent-1'));
  });

  it('ends the run after three attempts, and after one when nothing can be left out', async () => {
    await setUp(test, { 'big.txt': lines(600) });
    play(test, start('explore', 'alone', 'reads'), (request, turn) =>
      turn < 8 ? read('big.txt', { offset: 1 + turn * 60, limit: 60 }) : done(`never ${request}`),
    );
    test.model.injectFault('context-exceeded', 99, (request) => {
      const first = JSON.stringify(request.contents?.[0]);
      return isSubagent(request) && (first.includes('alone') || (request.contents?.length ?? 0) >= 13 || turnedBack);
    });
    let turnedBack = false;
    const session = await test.create();
    session.subscribe((event) => {
      if (event.type === 'request-failed' && event.branch === 'subagent-2') turnedBack = true;
    });
    await session.idle();
    const of = (branch: string) =>
      session.pastEvents().filter((event) => event.type === 'request-failed' && event.branch === branch).length;
    expect(session.state.branches['subagent-1']).toMatchObject({ status: 'failed' });
    expect(of('subagent-1')).toBe(1);
    expect(session.state.branches['subagent-2']).toMatchObject({ status: 'failed' });
    expect(of('subagent-2')).toBe(3);
    // A way out is named.
    expect(session.state.branches['subagent-2']?.reason).toContain('Fork from an earlier message');
  });

  it('is not sent again for a summary that is larger than what it sums up', async () => {
    const settings = JSON.stringify({ compaction: 'summary' });
    await setUp(test, { 'big.txt': lines(40), 'settings.json': settings });
    let [asked, step] = [0, 0];
    const isSummary = (request: WireRequest) => lastText(request).includes('This message is not part');
    play(test, start('explore', 'p'), (request): Answer => {
      if (!isSummary(request)) return read('big.txt', { offset: ++step });
      asked++;
      return say('useless '.repeat(20_000));
    });
    // From the fifth step on the window is full, whatever is left out.
    test.model.injectFault(
      'context-exceeded',
      99,
      (request) => isSubagent(request) && !isSummary(request) && step >= 4,
    );
    const session = await test.create();
    await session.idle();
    expect(asked).toBeGreaterThan(0);
    expect(compactions(session).every(({ kind }) => kind === 'truncation')).toBe(true);
    expect(compactions(session).every(({ before, after }) => after.bytes < before.bytes)).toBe(true);
    expect(session.state.branches['subagent-1']?.status).toBe('failed');
    expect(session.state.branches['subagent-1']?.requests.length).toBeLessThan(15);
  });
});

describe('a compacted conversation', () => {
  it('is what its forks and a restart go on with', async () => {
    const files = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`f${n}.txt`, lines(250)]));
    await setUp(test, { ...files, 'settings.json': JSON.stringify({ windows: { 'demo-planner': 20_000 } }) });
    test.model.script((request) => {
      const count = request.contents?.length ?? 0;
      if (lastText(request).includes('Begin.') || lastText(request).includes('Directive: '))
        return say('Scope: forked');
      const seen = [1, 2, 3, 4, 5].filter((n) => JSON.stringify(request.contents).includes(`f${n}.txt`));
      return seen.includes(5) || count > 20 ? say('read them') : read(`f${Math.max(0, ...seen) + 1}.txt`);
    });
    const session = await test.create();
    await session.idle();
    expect(compactions(session).length).toBeGreaterThan(0);
    const view = contextOf(session.state, 'root').map(({ id }) => id);
    const [fork = ''] = await session.fork('root', null, ['go on']);
    await session.idle();
    const first = session.state.requests[session.state.branches[fork]?.requests[0] ?? ''];
    expect(
      contextOf(session.state, fork)
        .slice(0, view.length)
        .map(({ id }) => id),
    ).toEqual(view);
    expect(first?.prefix).toMatchObject({ relation: 'parent', divergence: null });

    const { sessionId } = session.state.session ?? { sessionId: '' };
    const again = await (await test.restart()).open(sessionId);
    expect(contextOf(again.state, 'root').map(({ id }) => id)).toEqual(view);
    again.prompt('root', 'and now?');
    await again.idle();
    const last = again.state.requests[again.state.branches.root?.requests.at(-1) ?? ''];
    expect(last?.prefix).toMatchObject({ relation: 'own', divergence: null });
  });
});
