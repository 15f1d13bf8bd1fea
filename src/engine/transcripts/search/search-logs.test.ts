import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildChildMessage } from '../../../core/fork/child-message.ts';
import type { EventBody } from '../../../core/session/events.ts';
import { workspaceBlock } from '../../../core/session/model-blocks.ts';
import {
  branchCreated,
  call,
  model,
  SESSION_CREATED,
  stored,
  user,
} from '../../../core/session/testing/event-maker.ts';
import type { SearchHit } from '../../../shared/contract.ts';
import { MAX_HITS, type SearchStep, searchLogs } from './search-logs.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'forkscope-search-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function write(sessionId: string, bodies: readonly EventBody[], age: number): Promise<void> {
  const folder = join(home, 'sessions', sessionId);
  await mkdir(folder, { recursive: true });
  const events = stored([
    { ...SESSION_CREATED, sessionId, title: `Title of ${sessionId}` },
    branchCreated('root'),
    ...bodies,
  ]);
  const path = join(folder, 'events.jsonl');
  await writeFile(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const at = new Date(Date.UTC(2026, 0, 2) - age);
  await utimes(path, at, at);
}

async function search(query: string, stop = new AbortController(), onStep: (step: SearchStep) => void = () => {}) {
  const hits: SearchHit[] = [];
  const end = await searchLogs({ home, query }, stop.signal, (step) => {
    hits.push(...step.hits);
    onStep(step);
  });
  return { hits, end };
}

const person = (id: string, text: string): EventBody => ({
  type: 'message-added',
  branch: 'root',
  author: 'person',
  message: user(id, text),
});

it('finds words in messages, calls and results, whatever their case, the last used session first', async () => {
  await write('old', [person('m1', 'Where is the Harbour clock?')], 5_000);
  await write(
    'new',
    [
      {
        type: 'message-added',
        branch: 'root',
        author: 'model',
        message: model('m2', call('c1', 'bash', { command: 'grep HARBOUR notes' })),
      },
      {
        type: 'message-added',
        branch: 'root',
        author: 'tools',
        message: user('m3', {
          kind: 'result',
          callId: 'c1',
          name: 'bash',
          text: 'the harbour is\nclosed',
          isError: false,
        }),
      },
    ],
    0,
  );
  const { hits, end } = await search('harbour');
  expect(end).toBe('complete');
  expect(hits.map(({ sessionId, messageId }) => [sessionId, messageId])).toEqual([
    ['new', 'm2'],
    ['new', 'm3'],
    ['old', 'm1'],
  ]);
  expect(hits.map(({ place }) => place)).toEqual(['c1', 'c1', 'm1']);
  for (const { excerpt, start, length } of hits) {
    expect(excerpt.slice(start, start + length).toLowerCase()).toBe('harbour');
  }
  expect(hits[1]?.excerpt).toContain('harbour is closed');
});

it('names the session by its last title, and does not trip over a damaged line', async () => {
  await write('s', [{ type: 'session-renamed', title: 'Renamed' }, person('m1', 'needle')], 0);
  const path = join(home, 'sessions', 's', 'events.jsonl');
  await writeFile(path, '{"seq":9,"at":1,"type":"message-added","bro', { flag: 'a' });
  expect((await search('needle')).hits[0]).toMatchObject({ sessionTitle: 'Renamed', branchTitle: 'root' });
});

it('finds what was said, not what the app wrote around it', async () => {
  const start = buildChildMessage('Mend the harbour', {
    identity: { number: 1, count: 1, description: 'Part', callId: null },
    notices: ['Your files are in /home/harbour.'],
  });
  await write(
    's',
    [
      {
        type: 'message-added',
        branch: 'root',
        author: 'person',
        message: user('m1', 'Go', workspaceBlock({ root: '/harbour', gitBranch: null, head: 'h' }, '2026-01-01')),
      },
      { type: 'message-added', branch: 'root', author: 'fork-start', message: user('m2', start) },
    ],
    0,
  );
  expect((await search('harbour')).hits.map(({ messageId, excerpt }) => [messageId, excerpt])).toEqual([
    ['m2', 'Mend the harbour'],
  ]);
  expect((await search('main agent')).hits).toEqual([]);
});

it('stops when it is told to, and when there is too much', async () => {
  await write(
    's',
    Array.from({ length: MAX_HITS + 20 }, (_, index) => person(`m${index}`, 'needle')),
    0,
  );
  const full = await search('needle');
  expect(full.end).toBe('full');
  expect(full.hits).toHaveLength(MAX_HITS);
  const stop = new AbortController();
  const cancelled = await search('needle', stop, () => stop.abort());
  expect(cancelled.end).toBe('cancelled');
  expect(cancelled.hits).toHaveLength(1);
});

/** One session: `root` with two calls of which one failed, a dear fork that failed, and a request that broke. */
async function writeBusySession(): Promise<void> {
  const ended = (callId: string, status: 'ok' | 'error'): EventBody => ({
    type: 'tool-ended',
    branch: 'root',
    callId,
    status,
    exitCode: null,
    signal: null,
  });
  const paid = (branch: string, requestId: string, cost: number): EventBody => ({
    type: 'request-ended',
    branch,
    requestId,
    finishReason: 'STOP',
    usage: null,
    cost,
    uncachedCost: null,
  });
  await write(
    'busy',
    [
      {
        type: 'message-added',
        branch: 'root',
        author: 'model',
        message: model(
          'm1',
          call('c1', 'bash', { command: 'npm test' }),
          call('c2', 'read_file', { path: 'src/a.ts' }),
        ),
      },
      ended('c1', 'error'),
      ended('c2', 'ok'),
      {
        type: 'message-added',
        branch: 'root',
        author: 'tools',
        message: user('m2', { kind: 'result', callId: 'c2', name: 'read_file', text: 'tide', isError: false }),
      },
      paid('root', 'r1', 0.04),
      branchCreated('fork-1', { kind: 'fork', parent: 'root', title: 'Mend the clock' }),
      paid('fork-1', 'r2', 0.2),
      {
        type: 'request-failed',
        branch: 'fork-1',
        requestId: 'r3',
        kind: 'overloaded',
        message: 'The provider is overloaded. Try again.',
        usage: null,
        cost: null,
        retryInMs: null,
      },
      { type: 'branch-ended', branch: 'fork-1', status: 'failed', reason: 'It was overloaded.', report: null },
    ],
    0,
  );
}

it.each([
  ['tool:bash', ['call root c1']],
  ['tool:bash failed', ['call root c1']],
  ['tool:read failed', []],
  ['tool:read tide', ['call root c2']],
  ['file:src/a.ts', ['call root c2']],
  ['file:src\\a.ts branch:clock', []],
  ['is:failed', ['branch fork-1 ', 'call root c1', 'request fork-1 ']],
  ['is:failed overloaded', ['branch fork-1 ', 'request fork-1 ']],
  ['is:fork', ['branch fork-1 ']],
  ['state:failed', ['branch fork-1 ']],
  ['cost>0.10', ['branch fork-1 ']],
  ['cost<0.10', ['branch root ']],
  ['branch:clock tide', []],
  ['branch:root tide', ['message root c2']],
])('%s', async (query, places) => {
  await writeBusySession();
  expect((await search(query)).hits.map(({ kind, branch, place }) => `${kind} ${branch} ${place}`)).toEqual(places);
});

it('searches one session alone when asked, and refuses a filter that it does not know', async () => {
  await write('one', [person('m1', 'needle')], 0);
  await write('two', [person('m1', 'needle')], 10);
  const hits: SearchHit[] = [];
  await searchLogs({ home, query: 'needle', sessionId: 'two' }, new AbortController().signal, (step) =>
    hits.push(...step.hits),
  );
  expect(hits.map(({ sessionId }) => sessionId)).toEqual(['two']);
  await expect(search('is:odd')).rejects.toThrow('is: does not know "odd".');
});
