import { appendFileSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contextOf } from '../../../core/session/selectors.ts';
import type { ImportedSession } from '../../../shared/import-calls.ts';
import { readLog, stateOf } from '../read-log.ts';
import { sessionFolder } from '../session-folder.ts';
import { Checkpoint, ImportCancelled } from './checkpoint.ts';
import { collectOneSource, groupSources } from './collect-sources.ts';
import { runImport } from './run-import.ts';

const FIXTURES = join(import.meta.dirname, '../../../core/import/fixtures');
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'forkscope-import-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function importFile(path: string): Promise<ImportedSession> {
  const result = await runImport({ kind: 'write', source: await collectOneSource(path), prices: null, home });
  if (result.kind !== 'write') throw new Error('an import was asked for');
  return result.value;
}

function copyOf(fixture: string): string {
  const path = join(home, fixture);
  copyFileSync(join(FIXTURES, fixture), path);
  return path;
}

describe('importing', () => {
  it('writes a log that opens like our own, with all texts, and leaves the source alone', async () => {
    const source = copyOf('claude-image-result.jsonl');
    const before = { bytes: readFileSync(source), time: statSync(source).mtimeMs };
    const { sessionId, outcome } = await importFile(source);
    expect(outcome).toBe('imported');
    const read = await readLog(sessionFolder(home, sessionId).events);
    expect([read.problems, read.torn]).toEqual([[], '']);
    expect(read.events.map(({ seq }) => seq)).toEqual(read.events.map((_, index) => index + 1));
    const state = stateOf(read);
    expect(state.problems).toEqual([]);
    expect(contextOf(state, 'root').map(({ role }) => role)).toEqual([
      'user',
      'model',
      'user',
      'model',
      'user',
      'model',
    ]);
    const parts = contextOf(state, 'root').flatMap((message) => message.parts);
    expect(parts.filter(({ kind }) => kind === 'image')).toHaveLength(1);
    const calls = parts.flatMap((part) => (part.kind === 'call' ? [part.callId] : []));
    const results = parts.flatMap((part) => (part.kind === 'result' ? [part.callId] : []));
    expect(results.sort()).toEqual(calls.sort());
    expect(calls).toHaveLength(3);
    expect({ bytes: readFileSync(source), time: statSync(source).mtimeMs }).toEqual(before);
  });

  it('never goes back in time along the log, though the source does', async () => {
    const { sessionId } = await importFile(copyOf('claude-parallel-forks.jsonl'));
    const times = (await readLog(sessionFolder(home, sessionId).events)).events.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('does not double what was imported before', async () => {
    const source = copyOf('claude-dangling-plan.jsonl');
    const first = await importFile(source);
    const log = readFileSync(sessionFolder(home, first.sessionId).events);
    const second = await importFile(source);
    expect(second).toMatchObject({ sessionId: first.sessionId, outcome: 'unchanged' });
    expect(readdirSync(join(home, 'sessions'))).toEqual([first.sessionId]);
    expect(readFileSync(sessionFolder(home, first.sessionId).events)).toEqual(log);
  });

  it('updates a session whose source has grown', async () => {
    const source = copyOf('claude-dangling-plan.jsonl');
    const first = await importFile(source);
    const lines = readFileSync(join(FIXTURES, 'derived-claude-forkedfrom.jsonl'), 'utf8').trim().split('\n');
    appendFileSync(source, `${lines.slice(-3).join('\n')}\n`);
    expect(await importFile(source)).toMatchObject({ sessionId: first.sessionId, outcome: 'updated' });
    const state = stateOf(await readLog(sessionFolder(home, first.sessionId).events));
    expect(state.branches.root).toMatchObject({ turns: 2, status: 'completed' });
  });

  it('leaves a session alone that was gone on with here', async () => {
    const source = copyOf('claude-dangling-plan.jsonl');
    const { sessionId } = await importFile(source);
    const { events } = sessionFolder(home, sessionId);
    appendFileSync(events, `{"seq":999,"at":1,"type":"session-renamed","title":"mine"}\n`);
    const mine = readFileSync(events);
    appendFileSync(source, '\n');
    expect(await importFile(source)).toMatchObject({ outcome: 'kept' });
    expect(readFileSync(events)).toEqual(mine);
  });

  it('leaves nothing behind when it is cancelled', async () => {
    const stop = new AbortController();
    const source = await collectOneSource(copyOf('claude-inline-sidechains.jsonl'));
    const checkpoint = new Checkpoint(stop.signal);
    stop.abort();
    await expect(checkpoint.pass({ phase: 'reading', doneBytes: 0, totalBytes: 0 })).rejects.toThrow(ImportCancelled);
    await expect(runImport({ kind: 'write', source, prices: null, home }, { signal: stop.signal })).rejects.toThrow();
    expect(readdirSync(home)).toEqual(['claude-inline-sidechains.jsonl']);
  });

  it('takes files that belong together for one session, whatever their order', async () => {
    const names = ['claude-fork-copy-child.jsonl', 'claude-fork-copy-parent.jsonl', 'gemini-two-turns-cache.json'];
    const sources = groupSources(await Promise.all(names.map((name) => collectOneSource(copyOf(name)))));
    const parts = sources.map((source) => source.parts.map(({ fileName }) => fileName));
    expect(parts).toEqual([
      ['gemini-two-turns-cache.json'],
      ['claude-fork-copy-parent.jsonl', 'claude-fork-copy-child.jsonl'],
    ]);
  });
});

describe('what is no transcript', () => {
  it.each([
    [
      'prose.txt',
      'Dear reader,\nthis is no transcript.\n',
      /is no transcript that Forkscope knows .* Choose another file\.$/,
    ],
    ['numbers.json', '[1, 2, 3]', /is no transcript that Forkscope knows/],
    ['other.jsonl', '{"level":"info","msg":"started"}\n{"level":"info","msg":"done"}\n', /is no transcript/],
    ['empty.jsonl', '', /is empty\. Choose another file\.$/],
  ])('%s is told in one plain sentence', async (name, text, sentence) => {
    const path = join(home, name);
    appendFileSync(path, text);
    await expect(collectOneSource(path)).rejects.toThrow(sentence);
  });
  it('a path that is not there', async () => {
    await expect(collectOneSource(join(home, 'nowhere'))).rejects.toThrow(/^There is no .*nowhere\. Check the path/);
  });
});
