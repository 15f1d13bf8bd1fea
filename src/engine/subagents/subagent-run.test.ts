import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contextOf } from '../../core/session/selectors.ts';
import type { SessionState } from '../../core/session/state.ts';
import type { Answer } from '../demo/answer.ts';
import type { WireRequest } from '../demo/wire.ts';
import { ask, lastText, say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { expectValid } from '../testing/valid-history.ts';

let test: TestEngine;
beforeEach(async () => {
  test = await startTestEngine();
});
afterEach(() => test.dispose());

const done = (result: string) => ask({ name: 'attempt_completion', args: { result } });
const explore = (...prompts: string[]) =>
  ask({ name: 'agent', args: { description: 'look around', subagent_type: 'explore', prompts } });
const isSubagent = (request: WireRequest) =>
  request.tools?.[0]?.functionDeclarations?.some(({ name }) => name === 'attempt_completion') ?? false;
const promptOf = (request: WireRequest) => request.contents?.[0]?.parts?.[0]?.text ?? '';
const results = (state: SessionState, branch: string) =>
  contextOf(state, branch).flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'result' ? [part] : [])));

/** The root makes one call and then ends; `answer` plays all subagents. */
function play(call: Answer, answer: (request: WireRequest, turn: number) => Answer): void {
  test.model.script((request) => {
    if (isSubagent(request)) return answer(request, ((request.contents?.length ?? 1) - 1) / 2);
    return request.contents?.length === 1 ? call : say('summed up');
  });
}

describe('an agent call with a subagent_type', () => {
  it('starts one branch per prompt with a fresh context, and brings the results as its result', async () => {
    play(explore('find a', 'find b', 'find c'), (request, turn) =>
      turn === 0 ? ask({ name: 'read_file', args: { path: 'notes.txt' } }) : done(`result of ${promptOf(request)}`),
    );
    const session = await test.create();
    await session.idle();
    const { state } = session;
    expect(state.order).toEqual(['root', 'subagent-1', 'subagent-2', 'subagent-3']);
    for (const [index, id] of state.order.slice(1).entries()) {
      const letter = 'abc'[index];
      expect(state.branches[id]).toMatchObject({
        kind: 'subagent',
        status: 'completed',
        delivered: true,
        directive: `find ${letter}`,
        report: `result of find ${letter}`,
        role: { agent: 'explore' },
        steps: 2,
      });
      const [first] = contextOf(state, id);
      expect(first?.parts[0]).toEqual({ kind: 'text', text: `find ${letter}` });
      expect(first?.parts[1]).toMatchObject({ text: expect.stringContaining(`"roots":["${test.repository}"]`) });
      expectValid(contextOf(state, id));
    }
    const [result] = results(state, 'root');
    expect(result?.isError).toBe(false);
    expect(result?.text).toContain('3 subagents: 3 completed');
    for (const letter of 'abc') expect(result?.text).toContain(`result of find ${letter}`);
    expect(state.branches.root).toMatchObject({ status: 'completed', report: 'summed up' });
    // Nothing comes a second time as a notification.
    expect(contextOf(state, 'root')).toHaveLength(4);
    expectValid(contextOf(state, 'root'));
  });

  it('asks again after an empty answer, and fails the run after the fourth', async () => {
    play(explore('one', 'two'), (request, turn) => {
      if (promptOf(request) === 'two') return turn === 0 ? { parts: [] } : turn === 1 ? say('hm') : done('after all');
      return { parts: [] };
    });
    const session = await test.create();
    await session.idle();
    const { branches } = session.state;
    expect(branches['subagent-1']).toMatchObject({ status: 'failed', steps: 4 });
    expect(branches['subagent-2']).toMatchObject({ status: 'completed', report: 'after all', steps: 3 });
    const said = contextOf(session.state, 'subagent-2').map(({ parts }) =>
      parts.map((p) => ('text' in p ? p.text : '')),
    );
    expect(said[1]).toEqual(['Failure: I did not provide a response.']);
    const [result] = results(session.state, 'root');
    expect(result).toMatchObject({ isError: true });
    expect(result?.text).toContain('1 completed, 1 failed');
    for (const id of session.state.order) expectValid(contextOf(session.state, id));
  });

  it('answers other tools and a blank result with errors, and the loop goes on', async () => {
    play(explore('p'), (_, turn) => {
      if (turn === 0)
        return ask({ name: 'write_file', args: { path: 'x', content: 'x' } }, { name: 'agent', args: {} });
      return turn === 1 ? done('  ') : done('  the end \n');
    });
    const session = await test.create();
    await session.idle();
    const texts = results(session.state, 'subagent-1').map(({ text, isError }) => [isError, text.slice(0, 40)]);
    expect(texts).toEqual([
      [true, expect.stringContaining('The tool `write_file` is not available')],
      [true, expect.stringContaining('The tool `agent` is not available')],
      [true, expect.stringContaining('The parameter `result`')],
      [false, 'The result was handed over.'],
    ]);
    expect(session.state.branches['subagent-1']).toMatchObject({ status: 'completed', report: 'the end' });
    await expect(test.git('status', '--porcelain')).resolves.toBe('');
  });

  it('gives one step at a bound, and hands the findings on', async () => {
    const file = await import('node:fs/promises');
    await file.mkdir(test.home, { recursive: true });
    await file.writeFile(`${test.home}/settings.json`, JSON.stringify({ bounds: { steps: 2 } }));
    play(explore('p'), (request, turn) =>
      lastText(request).includes('last step')
        ? say('found so far: two')
        : ask({ name: 'read_file', args: { path: 'notes.txt', offset: turn + 1 } }),
    );
    const session = await test.create();
    await session.idle();
    expect(session.state.branches['subagent-1']).toMatchObject({
      status: 'failed',
      bound: 'steps',
      report: 'found so far: two',
      reason: 'The limit of 2 steps was reached.',
    });
    const [result] = results(session.state, 'root');
    expect(result?.isError).toBe(true);
    expect(result?.text).toContain('bound="steps"');
    expect(result?.text).toContain('found so far: two');
    expectValid(contextOf(session.state, 'subagent-1'));
  });
});
