/**
 * What a subagent's runner promises, one test each where it is not elsewhere:
 *  - its own conversation; the parent sees only the result, whole                 → here
 *  - a whitelist of tools, read-only by default; attempt_completion always there  → here
 *  - a model of its own by its file                                               → here
 *  - compaction before each request, and after a refused first chunk              → subagent-compaction.test.ts
 *  - empty answers, their stand-in and the fourth one; a blank completion;
 *    tools that it does not have; several prompts, one of which fails             → subagent-run.test.ts
 *  - one abort for all, commands included                                         → subagent-abort.test.ts
 *  - three attempts at the first chunk                                            → here
 *  - calls in text, and native ones all the same                                  → here
 *  - statistics on the way                                                        → here
 *  - the first message: the prompt and the workspace, once                        → here and subagent-run.test.ts
 *  - background, a worktree, bounds, a restart                                    → here
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contextOf } from '../../core/session/selectors.ts';
import { statisticsOf } from '../../core/session/statistics.ts';
import { renderTextCall } from '../../core/subagent/text-tools.ts';
import { startRecordingProxy } from '../providers/testing/recording-proxy.ts';
import { answerClaude, answerCompletion } from '../providers/testing/vendor-answers.ts';
import { ask, eventOf, lastText, say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { expectValid } from '../testing/valid-history.ts';
import {
  bash,
  done,
  isSubagent,
  play,
  promptOf,
  read,
  resultsOf,
  setUp,
  start,
  turnOf,
  wordsOf,
} from './testing/scripted-subagents.ts';

let test: TestEngine;
beforeEach(async () => {
  test = await startTestEngine();
});
afterEach(() => test.dispose());

const agentFile = (fields: string, body = 'Do it well.') => `---\n${fields}\n---\n${body}\n`;

it('shows the parent the result alone, whole, and capped where a setting says so', async () => {
  const long = Array.from({ length: 800 }, (_, n) => `Finding ${n} is a line of its own.`).join('\n\n');
  expect(long.length).toBeGreaterThan(20_000);
  const rootSaw: string[] = [];
  test.model.script((request) => {
    if (isSubagent(request)) return turnOf(request) === 0 ? read('notes.txt') : done(long);
    rootSaw.push(JSON.stringify(request.contents));
    return request.contents?.length === 1 ? start('explore', 'p') : say('end');
  });
  const session = await test.create();
  await session.idle();
  const [result] = resultsOf(session.state, 'root');
  expect(result?.text).toContain(long);
  expect(rootSaw.join()).not.toContain('read_file');
  await setUp(test, { 'settings.json': JSON.stringify({ resultCharacters: 5_000 }) });
  const capped = await test.create();
  await capped.idle();
  const [shorter] = resultsOf(capped.state, 'root');
  expect(shorter?.text.length).toBeLessThan(6_000);
  expect(shorter?.text).toContain('Cut here at the limit of 5,000 characters');
});

it('declares what its file lists, the seven defaults without a list, and always attempt_completion', async () => {
  await setUp(test, {
    '.forkscope/agents/plain.md': agentFile('name: plain\ndescription: d'),
    '.forkscope/agents/narrow.md': agentFile('name: narrow\ndescription: d\ntools: [read_file]'),
  });
  const declared: Record<string, string[]> = {};
  const call = (type: string) => ({ name: 'agent', args: { description: 'd', prompt: type, subagent_type: type } });
  play(test, ask(call('plain'), call('narrow')), (request) => {
    declared[promptOf(request)] = request.tools?.[0]?.functionDeclarations?.map(({ name }) => name).sort() ?? [];
    return done('x');
  });
  const session = await test.create();
  await session.idle();
  expect(declared).toEqual({
    plain: ['attempt_completion', 'bash', 'list_code_definitions', 'list_files', 'read_file', 'search', 'use_skill'],
    narrow: ['attempt_completion', 'read_file'],
  });
});

it('asks the model, and the provider, that its file names', async () => {
  const proxy = await startRecordingProxy({
    answer: (response) =>
      answerClaude(response, { calls: [{ id: 'z', name: 'attempt_completion', args: '{"result":"from afar"}' }] }),
  });
  const engine = await startTestEngine({ ANTHROPIC_BASE_URL: proxy.url, ANTHROPIC_API_KEY: 'key' });
  try {
    await setUp(engine, {
      '.forkscope/agents/small.md': agentFile('name: small\ndescription: d\nmodel: demo-planner-small'),
      '.forkscope/agents/other.md': agentFile(
        'name: other\ndescription: d\nprovider: anthropic\nmodel: claude-haiku-5-5',
      ),
      '.forkscope/agents/lost.md': agentFile('name: lost\ndescription: d\nprovider: gemini\nmodel: m'),
    });
    const models: string[] = [];
    engine.model.script((request, model) => {
      if (isSubagent(request)) models.push(model);
      if (isSubagent(request)) return done('near');
      const call = (type: string) => ({ name: 'agent', args: { description: 'd', prompt: 'p', subagent_type: type } });
      return request.contents?.length === 1 ? ask(call('small'), call('other'), call('lost')) : say('end');
    });
    const session = await engine.create();
    await session.idle();
    expect(models).toEqual(['demo-planner-small']);
    expect(JSON.parse(proxy.requests[0]?.body.toString() ?? '')).toMatchObject({ model: 'claude-haiku-5-5' });
    const { branches } = session.state;
    expect(branches['subagent-1']).toMatchObject({ model: 'demo-planner-small', report: 'near' });
    expect(branches['subagent-2']).toMatchObject({ model: 'claude-haiku-5-5', report: 'from afar' });
    expect(branches['subagent-3']).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('GEMINI_API_KEY'),
    });
    expect(resultsOf(session.state, 'root').map(({ isError }) => isError)).toEqual([false, false, true]);
  } finally {
    await engine.dispose();
    await proxy.close();
  }
});

it('makes three attempts at an answer, and then the run has failed', async () => {
  play(test, start('explore', 'p'), () => done('never'));
  test.model.injectFault('unavailable', 9, isSubagent);
  const session = await test.create();
  await session.idle();
  const branch = session.state.branches['subagent-1'];
  expect(branch).toMatchObject({ status: 'failed', reason: expect.stringContaining('overloaded') });
  expect(branch?.requests).toHaveLength(3);
}, 15_000);

it('reads calls from the text of a model that has none of its own, and answers native ones as text', async () => {
  const bodies: { messages: { role: string; content: string; tool_calls?: unknown }[]; tools?: unknown }[] = [];
  const call = (name: string, args: object) => ({ id: 'n1', name, args: JSON.stringify(args) });
  const proxy = await startRecordingProxy({
    answer: (response, { body }) => {
      const parsed = JSON.parse(body.toString()) as (typeof bodies)[number];
      const words = JSON.stringify(parsed);
      if (!words.includes('You are a subagent of Forkscope')) {
        const starts = call('agent', { description: 'd', prompt: 'p', subagent_type: 'texter' });
        return answerCompletion(response, words.includes('1 completed') ? { text: 'end' } : { calls: [starts] });
      }
      const turn = bodies.push(parsed);
      if (turn === 1)
        return answerCompletion(response, { text: `I look.\n${renderTextCall('read_file', { path: 'notes.txt' })}` });
      if (turn === 2) return answerCompletion(response, { calls: [call('list_files', { path: '.' })] });
      return answerCompletion(response, { text: renderTextCall('attempt_completion', { result: 'two lines' }) });
    },
  });
  const engine = await startTestEngine({ OPENAI_BASE_URL: `${proxy.url}/v1`, OPENAI_API_KEY: 'key' });
  try {
    await setUp(engine, {
      '.forkscope/agents/texter.md': agentFile('name: texter\ndescription: d\nmodel: no-tools'),
      'settings.json': JSON.stringify({ textModels: ['no-tools'] }),
    });
    const session = await engine.create({ provider: 'openai', model: 'local' });
    await session.idle();
    expect(session.state.branches['subagent-1']).toMatchObject({ status: 'completed', report: 'two lines' });
    expect(bodies[0]?.tools ?? []).toEqual([]);
    expect(bodies[0]?.messages[0]?.content).toContain('<tool name="read_file">');
    const last = bodies[2]?.messages ?? [];
    expect(last.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user', 'assistant', 'user']);
    expect(last.some(({ tool_calls }) => tool_calls !== undefined)).toBe(false);
    expect(last[3]?.content).toMatch(/<tool_result number="1" tool="read_file" status="ok">[\s\S]*two/);
    expect(last[5]?.content).toMatch(/tool="list_files" status="ok">[\s\S]*notes\.txt/);
    expectValid(contextOf(session.state, 'subagent-1'));
  } finally {
    await engine.dispose();
    await proxy.close();
  }
});

it('tells on the way what it has used: tokens, cost, window, calls, the last tool', async () => {
  play(test, start('explore', 'p'), (_, turn) => (turn === 0 ? read('notes.txt') : say('going on')));
  const session = await test.create();
  await eventOf(session, (event) => event.type === 'request-usage' && event.branch === 'subagent-1');
  await session.idle();
  const branch = session.state.branches['subagent-1'];
  if (!branch) throw new Error('no branch');
  const statistics = statisticsOf(session.state, branch);
  const last = session.state.requests[branch.requests.at(-1) ?? '']?.usage;
  expect(statistics).toMatchObject({ toolCalls: 1, lastTool: expect.stringContaining('notes.txt'), window: 1_048_576 });
  expect(statistics.contextTokens).toBe((last?.input ?? 0) + (last?.output ?? 0) + (last?.thoughts ?? 0));
  // Four answers without a call, one with: each request's input counts.
  const inputs = branch.requests.map((id) => session.state.requests[id]?.usage?.input ?? 0);
  expect(inputs).toHaveLength(5);
  expect(statistics.usage.input).toBe(inputs.reduce((sum, input) => sum + input, 0));
});

it('says where it works once, in its first message, and starts in a worktree of its own', async () => {
  play(test, start('general', 'p'), (_, turn) =>
    turn === 0 ? bash('echo hers >> notes.txt; cat notes.txt') : done('changed'),
  );
  const session = await test.create({ isolation: 'worktree' });
  await session.idle();
  const { worktree } = session.state.branches['subagent-1'] ?? {};
  expect(wordsOf(session.state, 'subagent-1').match(/<workspace>/g)).toHaveLength(1);
  expect(wordsOf(session.state, 'subagent-1')).toContain(`{"roots":["${worktree?.path}"]`);
  expect(await readFile(join(worktree?.path ?? '', 'notes.txt'), 'utf8')).toContain('hers');
  await expect(test.git('status', '--porcelain')).resolves.toBe('');
  expect(resultsOf(session.state, 'root')[0]?.text).toContain(`${worktree?.path} (1 files changed, +1 -0)`);
});

it('in the background it answers at once, and reports later like a fork', async () => {
  await setUp(test, {
    '.forkscope/agents/bg.md': agentFile('name: bg\ndescription: d\nbackground: true\ntools: Bash'),
  });
  test.model.script((request) => {
    if (isSubagent(request)) return turnOf(request) === 0 ? bash('sleep 0.4') : done('from the background');
    if (lastText(request).includes('<task-notification>')) return say('heard of it');
    return request.contents?.length === 1 ? start('bg', 'p') : say('meanwhile');
  });
  const session = await test.create();
  await session.idle();
  expect(resultsOf(session.state, 'root')[0]).toMatchObject({
    isError: false,
    text: expect.stringContaining('background'),
  });
  expect(session.state.branches.root?.report).toBe('heard of it');
  expect(wordsOf(session.state, 'root')).toContain('from the background');
  const delivered = session.pastEvents().filter(({ type }) => type === 'report-delivered');
  expect(delivered).toHaveLength(1);
});

it.each([
  ['wall-clock', { wallClockMs: 1_500 }, () => bash('sleep 30')],
  ['silent-model', { silentModelMs: 1_000 }, () => read('notes.txt')],
  ['tokens', { tokens: 4_000 }, (turn: number) => read('notes.txt', { offset: 1 + (turn % 3) })],
  ['cost', { cost: 0.000_2 }, (turn: number) => read('notes.txt', { offset: 1 + (turn % 3) })],
  ['identical-calls', { identicalCalls: { warn: 2, stop: 3 } }, () => read('notes.txt')],
])(
  'ends at its bound of %s with what it has found',
  async (bound, bounds, work) => {
    await setUp(test, { 'settings.json': JSON.stringify({ bounds }) });
    play(test, start('general', 'p'), (request, turn) =>
      lastText(request).includes('last step') ? say('as far as I came') : work(turn),
    );
    if (bound === 'silent-model') test.model.injectFault('silence', 1, isSubagent);
    const session = await test.create({ isolation: 'none' });
    await session.idle();
    expect(session.state.branches['subagent-1']).toMatchObject({ status: 'failed', bound, report: 'as far as I came' });
    const [result] = resultsOf(session.state, 'root');
    expect(result).toMatchObject({ isError: true, text: expect.stringContaining(`bound="${bound}"`) });
    if (bound === 'identical-calls') expect(wordsOf(session.state, 'subagent-1')).toContain('2 times in a row');
    expectValid(contextOf(session.state, 'subagent-1'));
  },
  15_000,
);

it('a command at its limit ends with all that it started, and the run goes on', async () => {
  await setUp(test, { 'settings.json': JSON.stringify({ bounds: { commandMs: 1_000 } }) });
  play(test, start('general', 'p'), (_, turn) => (turn === 0 ? bash('sleep 60') : done('without it')));
  const session = await test.create({ isolation: 'none' });
  await session.idle();
  expect(session.state.branches['subagent-1']).toMatchObject({ status: 'completed', report: 'without it' });
  expect(resultsOf(session.state, 'subagent-1')[0]?.text).toContain('time limit of 1000 ms');
});

it('goes on as the same one after a restart, whatever its file says by then', async () => {
  const path = '.forkscope/agents/reader.md';
  await setUp(test, { [path]: agentFile('name: reader\ndescription: d\ntools: read_file') });
  play(test, start('reader', 'p'), (request, turn) => {
    if (lastText(request).includes('once more')) return ask({ name: 'bash', args: { command: 'touch x' } });
    return turn === 0 ? done('first') : done('second');
  });
  const session = await test.create();
  await session.idle();
  const { sessionId } = session.state.session ?? { sessionId: '' };
  await setUp(test, { [path]: agentFile('name: reader\ndescription: d\ntools: "*"') });
  const again = await (await test.restart()).open(sessionId);
  again.prompt('subagent-1', 'once more');
  await again.idle();
  expect(again.state.branches['subagent-1']).toMatchObject({ status: 'completed', report: 'second', turns: 2 });
  expect(wordsOf(again.state, 'subagent-1')).toContain('The tool `bash` is not available');
  expectValid(contextOf(again.state, 'subagent-1'));
});

it('is told of in a message, again when it has changed, and never in the prefix', async () => {
  test.model.script(() => say('fine'));
  const session = await test.create();
  await session.idle();
  session.prompt('root', 'second');
  await session.idle();
  expect(wordsOf(session.state, 'root').match(/<agents>/g)).toHaveLength(1);
  expect(wordsOf(session.state, 'root')).toContain('- explore: ');
  await setUp(test, { '.claude/agents/new.md': agentFile('name: new-one\ndescription: brand new') });
  const told = () => wordsOf(session.state, 'root').match(/<agents>/g)?.length ?? 0;
  // The files are read beside the message, so it may be the next one that tells.
  for (let n = 0; n < 20 && told() < 2; n++) {
    session.prompt('root', 'and now?');
    await session.idle();
  }
  session.prompt('root', 'at last');
  await session.idle();
  expect(told()).toBe(2);
  expect(wordsOf(session.state, 'root')).toContain('- new-one: brand new');
  const last = session.state.requests[session.state.branches.root?.requests.at(-1) ?? ''];
  expect(last?.prefix).toMatchObject({ relation: 'own', divergence: null });
});

it('an unknown type is an ordinary error that names the agents', async () => {
  play(test, start('nobody', 'p'), () => done('never'));
  const session = await test.create();
  await session.idle();
  expect(session.state.order).toEqual(['root']);
  expect(resultsOf(session.state, 'root')[0]).toMatchObject({
    isError: true,
    text: expect.stringContaining('`explore`'),
  });
});
