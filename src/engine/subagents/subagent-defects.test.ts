/**
 * What went wrong in the runner that this one learned from, one test each:
 *  1 a broken stream leaves text, ghost calls and tokens in the next attempt      → here
 *  2 truncated arguments are salvaged and run, also of the completion             → here
 *  3 thinking is dropped, and turn 2 is refused                                   → here
 *  4 duplicate reads are not found in native results or parallel reads            → core/compaction/duplicate-reads.test.ts
 *  5 two ranges of one file count as duplicates                                   → core/compaction/duplicate-reads.test.ts
 *  6 an image that a child reads never reaches it, and nothing says so            → here
 *  7 a child is not told what a truncation took                                   → subagent-compaction.test.ts
 *  8 an abort kills one child's command, and the others run on                    → subagent-abort.test.ts
 *  9 the cost of failed and aborted requests is lost                              → here
 * 10 without usage from the server nothing is counted, and nothing compacted      → subagent-compaction.test.ts
 * 11 a compaction keeps a quarter, whatever the overshoot                         → core/compaction/truncation.test.ts
 * 12 an agent's file widens what the person allowed                               → here
 * 13 an abort during a tool runs the other calls and one more request             → subagent-abort.test.ts
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contextOf } from '../../core/session/selectors.ts';
import { startRecordingProxy } from '../providers/testing/recording-proxy.ts';
import { answerClaude, answerCompletion, type Script } from '../providers/testing/vendor-answers.ts';
import { ask, eventOf, say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { expectValid } from '../testing/valid-history.ts';
import { bash, done, isSubagent, play, read, resultsOf, setUp, start, wordsOf } from './testing/scripted-subagents.ts';

let test: TestEngine;
beforeEach(async () => {
  test = await startTestEngine();
});
afterEach(() => test.dispose());

it('1: a stream that breaks leaves nothing in the next attempt, and its tokens are kept apart', async () => {
  play(test, start('general', 'p'), () => done('whole'));
  test.model.injectFault('drop-text', 1, isSubagent);
  test.model.injectFault('drop-call', 1, isSubagent);
  const session = await test.create({ isolation: 'none' });
  await session.idle();
  const branch = session.state.branches['subagent-1'];
  expect(branch).toMatchObject({ status: 'completed', report: 'whole', steps: 1, callOrder: [expect.anything()] });
  expect(contextOf(session.state, 'subagent-1')).toHaveLength(4);
  expect(wordsOf(session.state, 'subagent-1')).not.toContain('begins well enough');
  await expect(test.git('status', '--porcelain')).resolves.toBe('');
  const requests = branch?.requests.map((id) => session.state.requests[id]) ?? [];
  expect(requests.map((request) => request?.failure?.kind ?? 'answered')).toEqual([
    'stream-cut',
    'stream-cut',
    'answered',
  ]);
  // The branch has the tokens of the answered one, as the server counted it; the broken ones stand beside them.
  const counted = test.model.stats().recent.findLast(({ outputTokens }) => outputTokens > 0 && outputTokens < 40);
  expect(branch?.usage.input).toBe(requests[2]?.usage?.input);
  expect(counted).toBeDefined();
  expect(branch?.brokenUsage.input).toBeGreaterThan(0);
}, 15_000);

it('2: arguments that were cut are never run, and a cut completion is no result', async () => {
  const cut = (answer: ReturnType<typeof ask>) => ({ ...answer, finishReason: 'MAX_TOKENS' });
  play(test, start('general', 'p'), (_, turn) => {
    if (turn === 0) return cut(ask({ name: 'write_file', args: { path: 'half.txt', content: 'The first li' } }));
    return turn === 1 ? cut(done('The answer is, as far as')) : done('The whole answer');
  });
  const session = await test.create({ isolation: 'none' });
  await session.idle();
  expect(session.state.branches['subagent-1']).toMatchObject({ status: 'completed', report: 'The whole answer' });
  expect(resultsOf(session.state, 'subagent-1').map(({ isError }) => isError)).toEqual([true, true, false]);
  await expect(test.git('status', '--porcelain')).resolves.toBe('');
});

/** An engine whose sessions talk to a server of the test's own. */
async function withServer(
  variable: 'OPENAI' | 'ANTHROPIC',
  answer: (index: number, body: Record<string, unknown>) => Script | 'usage',
  use: (test: TestEngine, bodies: () => Record<string, unknown>[]) => Promise<void>,
): Promise<void> {
  const bodies: Record<string, unknown>[] = [];
  const proxy = await startRecordingProxy({
    answer: (response, { body }) => {
      const parsed = JSON.parse(body.toString()) as Record<string, unknown>;
      const script = answer(bodies.push(parsed) - 1, parsed) as Script;
      if (variable === 'OPENAI') answerCompletion(response, script);
      else answerClaude(response, script);
    },
  });
  const path = variable === 'OPENAI' ? '/v1' : '';
  const engine = await startTestEngine({
    [`${variable}_BASE_URL`]: `${proxy.url}${path}`,
    [`${variable}_API_KEY`]: 'key',
  });
  try {
    await use(engine, () => bodies);
  } finally {
    await engine.dispose();
    await proxy.close();
  }
}

const agentCall = {
  id: 'a1',
  name: 'agent',
  args: JSON.stringify({ description: 'd', prompt: 'p', subagent_type: 'explore' }),
};
const completion = { id: 'z1', name: 'attempt_completion', args: JSON.stringify({ result: 'found' }) };
const isChild = (body: Record<string, unknown>) => JSON.stringify(body).includes('You are a subagent of Forkscope');

it('2: a completion whose JSON is broken is a broken attempt', async () => {
  let asked = 0;
  await withServer(
    'OPENAI',
    (_, body) => {
      if (!isChild(body))
        return JSON.stringify(body).includes('1 completed') ? { text: 'end' } : { calls: [agentCall] };
      asked++;
      return { calls: [asked === 1 ? { ...completion, args: '{"result": "half of the ans' } : completion] };
    },
    async (engine) => {
      const session = await engine.create({ provider: 'openai', model: 'local' });
      await session.idle();
      expect(session.state.branches['subagent-1']).toMatchObject({ status: 'completed', report: 'found' });
      expect(asked).toBe(2);
      expect(JSON.stringify(contextOf(session.state, 'subagent-1'))).not.toContain('half of');
    },
  );
}, 15_000);

it('3: thinking goes back as it came, signature included', async () => {
  await withServer(
    'ANTHROPIC',
    (_, body) => {
      const messages = body.messages as unknown[];
      if (!isChild(body)) return messages.length > 1 ? { text: 'end' } : { calls: [agentCall] };
      if (messages.length > 1) return { calls: [completion] };
      return { thought: 'where may it be', calls: [{ id: 'r1', name: 'read_file', args: '{"path":"notes.txt"}' }] };
    },
    async (engine, bodies) => {
      const session = await engine.create({ provider: 'anthropic', model: 'claude-sonnet-5-5' });
      await session.idle();
      expect(session.state.branches['subagent-1']?.status).toBe('completed');
      const second = bodies().filter(isChild)[1]?.messages as { content: { type: string }[] }[];
      expect(second[1]?.content).toMatchObject([
        { type: 'thinking', thinking: 'where may it be', signature: 'c2lnbmVk' },
        { type: 'tool_use', id: 'r1' },
      ]);
    },
  );
});

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

it('6: an image that a child reads reaches its model', async () => {
  await withServer(
    'ANTHROPIC',
    (_, body) => {
      const messages = body.messages as unknown[];
      if (!isChild(body)) return messages.length > 1 ? { text: 'end' } : { calls: [agentCall] };
      if (messages.length > 1) return { calls: [completion] };
      return { calls: [{ id: 'r1', name: 'read_file', args: '{"path":"shot.png"}' }] };
    },
    async (engine, bodies) => {
      await writeFile(join(engine.repository, 'shot.png'), Buffer.from(PIXEL, 'base64'));
      const session = await engine.create({ provider: 'anthropic', model: 'claude-sonnet-5-5' });
      await session.idle();
      expect(session.state.branches['subagent-1']?.status).toBe('completed');
      const second = bodies().filter(isChild)[1]?.messages as { content: object[] }[];
      expect(second[2]?.content).toMatchObject([
        { type: 'tool_result', tool_use_id: 'r1', content: expect.stringContaining('is a picture') },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
      ]);
      expectValid(contextOf(session.state, 'subagent-1'));
    },
  );
});

it('6: a model that takes no images is told so, and the reader sees it as an error', async () => {
  await writeFile(join(test.repository, 'shot.png'), Buffer.from(PIXEL, 'base64'));
  play(test, start('explore', 'p'), (_, turn) => (turn === 0 ? read('shot.png') : done('seen')));
  const session = await test.create();
  await session.idle();
  expect(resultsOf(session.state, 'subagent-1')[0]).toMatchObject({
    isError: true,
    text: expect.stringContaining('you cannot see pictures'),
  });
});

it('9: an aborted request is counted and paid', async () => {
  play(test, start('explore', 'p'), () => say('never'));
  test.model.injectFault('stall', 1, isSubagent);
  const session = await test.create();
  await eventOf(session, (event) => event.type === 'text-delta' && event.branch === 'subagent-1');
  await session.interruptAll();
  const branch = session.state.branches['subagent-1'];
  expect(branch).toMatchObject({ status: 'interrupted', estimatedUsage: 1 });
  expect(branch?.brokenUsage.input).toBeGreaterThan(100);
  expect(branch?.cost).toBeGreaterThan(0);
  const failed = session.pastEvents().find((event) => event.type === 'request-failed');
  expect(failed).toMatchObject({ kind: 'aborted', estimated: true });
});

it("12: an agent's file cannot widen what the person allowed", async () => {
  const file = (name: string, mode: string) =>
    `---\nname: ${name}\ndescription: d\ntools: Bash, Write\npermissionMode: ${mode}\n---\nDo it.\n`;
  await setUp(test, {
    '.forkscope/agents/bold.md': file('bold', 'bypassPermissions'),
    '.forkscope/agents/shy.md': file('shy', 'dontAsk'),
  });
  const calls = (type: string) => ({ name: 'agent', args: { description: 'd', prompt: 'p', subagent_type: type } });
  play(test, ask(calls('bold'), calls('shy')), (_, turn) => (turn === 0 ? bash('touch made.txt') : done('tried')));
  const session = await test.create({ approval: 'none' });
  const asked = await eventOf(session, (event) => event.type === 'permission-asked');
  if (asked.type !== 'permission-asked') throw new Error('no prompt');
  // The prompt says which branch asks.
  expect(asked).toMatchObject({ branch: 'subagent-1', tool: 'bash' });
  session.answerPermission(asked.promptId, { answer: 'deny', scope: 'once', word: null });
  await session.idle();
  expect(session.pastEvents().filter(({ type }) => type === 'permission-asked')).toHaveLength(1);
  expect(resultsOf(session.state, 'subagent-1')[0]?.text).toContain('did not allow');
  expect(resultsOf(session.state, 'subagent-2')[0]?.text).toContain('must not ask');
  await expect(test.git('status', '--porcelain')).resolves.toBe('?? .forkscope/');
  for (const id of session.state.order) expectValid(contextOf(session.state, id));
});
