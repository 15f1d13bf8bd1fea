import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contextOf } from '../../../core/session/selectors.ts';
import type { SessionState } from '../../../core/session/state.ts';
import type { Answer } from '../../demo/answer.ts';
import type { WireRequest } from '../../demo/wire.ts';
import { ask, say, type TestEngine } from '../../testing/test-engine.ts';

/** The last call of a subagent. */
export const done = (result: string): Answer => ask({ name: 'attempt_completion', args: { result } });

/** The root's call that starts subagents. */
export const start = (type: string, ...prompts: string[]): Answer =>
  ask({ name: 'agent', args: { description: 'look around', subagent_type: type, prompts } });

export const read = (path: string, more: object = {}): Answer => ask({ name: 'read_file', args: { path, ...more } });
export const bash = (command: string): Answer => ask({ name: 'bash', args: { command } });

/** True for requests of subagents: no other branch has this system text. */
export function isSubagent({ systemInstruction }: WireRequest): boolean {
  return JSON.stringify(systemInstruction ?? '').includes('You are a subagent of Forkscope');
}

export const promptOf = (request: WireRequest): string => request.contents?.[0]?.parts?.[0]?.text ?? '';

/** Answers so far in this conversation. */
export const turnOf = (request: WireRequest): number => ((request.contents?.length ?? 1) - 1) / 2;

/** The root makes one call and then ends; `answer` plays all subagents. */
export function play(test: TestEngine, call: Answer, answer: (request: WireRequest, turn: number) => Answer): void {
  test.model.script((request) => {
    if (isSubagent(request)) return answer(request, turnOf(request));
    return request.contents?.length === 1 ? call : say('summed up');
  });
}

export function resultsOf(state: SessionState, branch: string) {
  return contextOf(state, branch).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'result' ? [part] : [])),
  );
}

/** What a branch was told and said, as one text. */
export function wordsOf(state: SessionState, branch: string): string {
  return contextOf(state, branch)
    .flatMap(({ parts }) => parts.map((part) => ('text' in part ? part.text : '')))
    .join('\n');
}

export async function setUp(test: TestEngine, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const target = path === 'settings.json' ? join(test.home, path) : join(test.repository, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}
