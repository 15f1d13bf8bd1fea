import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FORK_AGENT } from '../../core/fork/fork-agent.ts';
import { prefixShareOf } from '../../core/graph/prefix-share.ts';
import type { WireRequest } from '../demo/wire.ts';
import { say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { collectOneSource } from '../transcripts/import/collect-sources.ts';
import { runImport } from '../transcripts/import/run-import.ts';

const FIXTURES = join(import.meta.dirname, '../../core/import/fixtures');

let test: TestEngine;
beforeEach(async () => {
  test = await startTestEngine();
});
afterEach(() => test.dispose());

async function importFixture(name: string): Promise<string> {
  const source = await collectOneSource(join(FIXTURES, name));
  const result = await runImport({ kind: 'write', source, prices: null, home: test.home });
  if (result.kind !== 'write') throw new Error('an import was asked for');
  return result.value.sessionId;
}

/** Every call is answered in the next content, once, and nothing else is: what all providers ask for. */
function openCalls({ contents = [] }: WireRequest): string[] {
  return contents.flatMap(({ parts = [] }, index) => {
    const asked = parts.flatMap(({ functionCall }) => functionCall?.name ?? []);
    const answered = (contents[index + 1]?.parts ?? []).flatMap(({ functionResponse }) => functionResponse?.name ?? []);
    return asked.join() === answered.join() ? [] : [`${index}: ${asked.join()} / ${answered.join()}`];
  });
}

it.each([
  'claude-image-result.jsonl',
  'claude-dangling-plan.jsonl',
  'claude-parallel-forks.jsonl',
  'claude-tail-slice.jsonl',
  'codex-legacy-bare.jsonl',
  'gemini-two-turns-cache.json',
  'cline-task-command-dupts',
])('Fork from here: %s, with the calls of another model', async (fixture) => {
  const requests: WireRequest[] = [];
  test.model.script((request) => {
    requests.push(request);
    return say('Scope: read it');
  });
  const sessionId = await importFixture(fixture);
  const session = await test.engine.open(sessionId);
  const before = session.pastEvents().length;
  const estimate = await session.estimateFork('root', null, 2);
  expect(estimate).toMatchObject({ tokensShared: 0, isWarm: false });
  expect(session.pastEvents()).toHaveLength(before);

  // The transcript comes from another computer: nothing runs before its folder is known here.
  await expect(session.fork('root', null, ['sum it up'])).rejects.toThrow(/Choose the folder that its forks/);
  await test.engine.setWorkspace(sessionId, test.repository);
  const ids = await session.fork('root', null, ['sum it up', 'find what is missing']);
  await session.idle();
  const { state } = session;
  for (const id of ids) {
    const branch = state.branches[id];
    expect(branch).toMatchObject({ status: 'completed', report: 'Scope: read it', snapshot: 'prepared' });
    // The node says that nothing is shared.
    expect(branch && prefixShareOf(state, branch)).toEqual({ kind: 'nothing' });
  }
  expect(state.notices.some(({ text }) => text.includes('share nothing with the parent'))).toBe(true);
  expect(requests).toHaveLength(2);
  for (const request of requests) {
    expect(openCalls(request)).toEqual([]);
    // Without a snapshot: the fork's own prompt, and the tools as they are prepared now.
    expect(JSON.stringify(request.systemInstruction)).toContain(FORK_AGENT.systemPrompt.split('\n')[0]);
    expect(request.tools?.[0]?.functionDeclarations?.map(({ name }) => name)).toContain('agent');
    for (const { parts = [] } of request.contents ?? []) {
      const calls = parts.filter(({ functionCall }) => functionCall);
      // Gemini's documented stand-in on the first of parallel calls, on no other.
      if (fixture.startsWith('gemini')) continue;
      expect(calls.map((part) => part.thoughtSignature)).toEqual(
        calls.map((_, index) => (index === 0 ? 'skip_thought_signature_validator' : undefined)),
      );
    }
  }

  // After a restart the fork goes on with an extension of its last request.
  const again = await (await test.restart()).open(sessionId);
  again.prompt(ids[0] ?? '', 'and now?');
  await again.idle();
  const last = again.state.branches[ids[0] ?? '']?.requests.at(-1) ?? '';
  expect(again.state.requests[last]?.prefix).toMatchObject({ relation: 'own', divergence: null });
});
