import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionEvent } from '../../../core/session/events.ts';
import { fold } from '../../../core/session/reduce.ts';
import { EMPTY_SESSION } from '../../../core/session/state.ts';
import type { FoundTranscript } from '../../../shared/import-calls.ts';
import { Checkpoint } from './checkpoint.ts';
import { collectOneSource, collectSources } from './collect-sources.ts';
import { findTranscripts } from './find-transcripts.ts';
import { followTranscript } from './follow-transcript.ts';

const FIXTURES = join(import.meta.dirname, '../../../core/import/fixtures');
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'forkscope-find-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function put(fixture: string, ...path: string[]): string {
  const target = join(home, ...path);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(FIXTURES, fixture), target, { recursive: true });
  return target;
}

describe('transcripts on this computer', () => {
  it('are found in the folders of their tools, and nowhere else', async () => {
    const id = '00000000-0000-4000-8000-000000000002';
    const expected = [
      ['Claude Code', put('claude-dangling-plan.jsonl', '.claude', 'projects', '-proj-demo', `${id}.jsonl`)],
      ['Qwen Code', put('qwen-notification-hook.jsonl', '.qwen', 'projects', '-proj-demo', 'chats', 'q.jsonl')],
      ['Gemini CLI', put('gemini-two-turns-cache.json', '.gemini', 'tmp', 'p', 'chats', 'session-1.json')],
      ['Codex', put('derived-codex-fork-parent.jsonl', '.codex', 'sessions', '2026', '03', '02', 'rollout-x.jsonl')],
      ['Cline', put('cline-task-command-dupts', '.cline', 'data', 'tasks', '1772442000000')],
    ];
    put('claude-api-errors.jsonl', 'elsewhere', 'claude.jsonl');
    writeFileSync(join(home, '.claude', 'projects', '-proj-demo', 'notes.jsonl'), '{"a":1}\n');
    const found: FoundTranscript[] = [];
    const places = { env: { HOME: home }, platform: 'linux' } as const;
    await findTranscripts(places, new Checkpoint(), (some) => found.push(...some));
    expect(new Set(found.map(({ tool, path }) => `${tool} ${path}`))).toEqual(
      new Set(expected.map((each) => each.join(' '))),
    );
    expect(found.find(({ tool }) => tool === 'Gemini CLI')?.title).toBe('demo text 1');
    expect(found.find(({ tool }) => tool === 'Claude Code')).toMatchObject({ workspace: '/proj/demo', branches: 1 });
    expect(found.every(({ bytes, modified }) => bytes > 0 && modified > 1e12)).toBe(true);
  });

  it('bring their subagents along: from the session folder, and from beside the main file', async () => {
    const id = '00000000-0000-4000-8000-000000000002';
    const main = put('claude-dangling-plan.jsonl', 'p', `${id}.jsonl`);
    const row = (agentId: string) =>
      JSON.stringify({
        type: 'user',
        uuid: `x-${agentId}`,
        parentUuid: null,
        sessionId: id,
        agentId,
        isSidechain: true,
        timestamp: '2026-03-02T09:17:00Z',
        message: { role: 'user', content: 'look' },
      });
    mkdirSync(join(home, 'p', id, 'subagents', 'deep'), { recursive: true });
    writeFileSync(join(home, 'p', id, 'subagents', 'deep', 'agent-new.jsonl'), `${row('new')}\n`);
    writeFileSync(
      join(home, 'p', id, 'subagents', 'deep', 'agent-new.meta.json'),
      '{"toolUseId":"toolu_x00009","description":"plan"}',
    );
    writeFileSync(join(home, 'p', 'agent-old.jsonl'), `${row('old')}\n`);
    writeFileSync(join(home, 'p', 'agent-other.jsonl'), `${row('other').replaceAll(id, 'another')}\n`);
    expect((await collectOneSource(main)).parts.map(({ agentId, meta }) => [agentId, meta?.description])).toEqual([
      [null, undefined],
      ['new', 'plan'],
      ['old', undefined],
    ]);
    expect((await collectSources(join(home, 'p'))).map(({ parts }) => parts.length).sort()).toEqual([1, 3]);
  });
});

describe('a transcript that is still being written', () => {
  it('is told bit by bit, as it would be told at once', async () => {
    const lines = readFileSync(join(FIXTURES, 'claude-inline-sidechains.jsonl'), 'utf8').trim().split('\n');
    const path = join(home, 'live.jsonl');
    writeFileSync(path, `${lines.slice(0, 6).join('\n')}\n`);
    let told: SessionEvent[] = [];
    let resets = 0;
    let batches = 0;
    const following = await followTranscript(path, {
      settleMs: 40,
      onEvents: (events) => {
        told.push(...events);
        batches++;
      },
      onReset: (events) => {
        told = [...events];
        resets++;
      },
    });
    expect(told[0]?.type).toBe('session-created');
    const first = told.length;
    expect(first).toBeGreaterThan(2);
    // Half a line first: it is no damage, only not there yet.
    appendFileSync(path, lines[6]?.slice(0, 30) ?? '');
    await new Promise((resolve) => setTimeout(resolve, 150));
    appendFileSync(path, `${lines[6]?.slice(30)}\n${lines.slice(7, 14).join('\n')}\n`);
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(first), { timeout: 5_000 });
    appendFileSync(path, `${lines.slice(14).join('\n')}\n`);
    await vi.waitFor(
      () => {
        const state = fold(EMPTY_SESSION, told);
        expect(state.branches.root).toMatchObject({ turns: 2, status: 'starting' });
        expect(state.branches.root?.callOrder).toHaveLength(7);
        expect(state.branches.root?.entries.at(-1)?.message.role).toBe('model');
        expect(state.problems).toEqual([]);
      },
      { timeout: 8_000 },
    );
    await following.close();
    expect(told.map(({ seq }) => seq)).toEqual(told.map((_, index) => index + 1));
    expect(told.map(({ at }) => at)).toEqual(told.map(({ at }) => at).sort((a, b) => a - b));
    expect(batches).toBeGreaterThan(1);
    expect(resets).toBe(0);
  });
});
