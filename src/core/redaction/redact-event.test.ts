import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventBody, SessionEvent } from '../session/events.ts';
import { fold } from '../session/reduce.ts';
import { EMPTY_SESSION } from '../session/state.ts';
import { branchCreated, call, model, SESSION_CREATED, stored, user } from '../session/testing/event-maker.ts';
import { redactEvents } from './redact-event.ts';
import { Redactor } from './redactor.ts';
import { SECRETS } from './testing/secret-corpus.ts';

const github = SECRETS.find(({ kind }) => kind === 'github-token')?.secret ?? '';
const options = { patterns: [], homes: [], keep: new Set<string>() };
const redacted = (events: readonly SessionEvent[]) => redactEvents(events, new Redactor(options));

/** One event of every kind that holds text, with the secret in every field that a person or a tool can fill. */
const s = `see ${github} here`;
const EVERYWHERE: EventBody[] = [
  {
    ...SESSION_CREATED,
    title: s,
    workspace: { root: `/home/jane/${github}`, gitBranch: s, head: 'a'.repeat(40) },
    importedFrom: { tool: 'codex', path: `/home/jane/${github}`, id: null },
  },
  { type: 'session-renamed', title: s },
  branchCreated('root', { title: s, directive: s, root: `/home/jane/${github}` }),
  { type: 'branch-status', branch: 'root', status: 'running', reason: s },
  {
    type: 'message-added',
    branch: 'root',
    author: 'model',
    message: model('m1', s, {
      ...call('c1', 'bash', { command: s, [github]: { deep: [s] } }),
      wire: { family: 'gemini', value: { functionCall: { args: { command: s } } } },
    }),
  },
  {
    type: 'message-added',
    branch: 'root',
    author: 'tools',
    message: user('m2', { kind: 'result', callId: 'c1', name: 'bash', text: s, isError: false }),
  },
  { type: 'text-delta', branch: 'root', requestId: 'r1', thought: true, text: s },
  { type: 'tool-started', branch: 'root', callId: 'c1', name: 'bash', title: s },
  { type: 'terminal-data', branch: 'root', callId: 'c1', data: s },
  { type: 'permission-asked', branch: 'root', promptId: 'p1', callId: 'c1', tool: 'bash', title: s, detail: s },
  { type: 'permission-answered', branch: 'root', promptId: 'p1', answer: 'deny', scope: 'once', word: s },
  { type: 'worktree-created', branch: 'root', path: s, baseCommit: 'b', gitBranch: s, notices: [s] },
  { type: 'worktree-changed', branch: 'root', files: 1, added: 1, removed: 0, paths: [s] },
  { type: 'branch-ended', branch: 'root', status: 'failed', reason: s, report: s },
  { type: 'notice', level: 'info', branch: null, text: s },
  { type: 'source-problem', line: 3, reason: s },
];

describe('redactEvents', () => {
  it('reaches every field', () => {
    const result = redacted(stored(EVERYWHERE));
    const text = JSON.stringify(result);
    expect(JSON.stringify(EVERYWHERE).split(github).length - 1).toBeGreaterThan(25);
    expect(text).not.toContain(github);
    expect(text).not.toContain('/home/jane');
    expect(result.map(({ type, seq, at }) => [type, seq, at])).toEqual(
      stored(EVERYWHERE).map(({ type, seq, at }) => [type, seq, at]),
    );
  });

  it('leaves a log that folds to the same tree, whatever the pattern', () => {
    const events = stored(EVERYWHERE);
    const all = new Redactor({ ...options, patterns: [/root|m1|bash|c1|completed|model/g] });
    const before = fold(EMPTY_SESSION, events);
    const after = fold(EMPTY_SESSION, redactEvents(events, all));
    expect(after.problems).toHaveLength(before.problems.length);
    expect(after.order).toEqual(before.order);
    expect(after.branches.root?.callOrder).toEqual(before.branches.root?.callOrder);
  });

  it('finds a secret that is cut into pieces of a stream, wherever the cuts are', () => {
    const text = `one ${github} two ${github} three`;
    const whole = `one ${'[redacted: GitHub token #1]'} two ${'[redacted: GitHub token #1]'} three`;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 12 }), (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), text.length];
        const pieces = edges.slice(1).map((end, index) => text.slice(edges[index], end));
        const bodies = pieces.flatMap((piece): EventBody[] => [
          { type: 'text-delta', branch: 'root', requestId: 'r', thought: false, text: piece },
          { type: 'terminal-data', branch: 'root', callId: 'c', data: piece },
        ]);
        const result = redacted(stored(bodies));
        const joined = (type: string) =>
          result
            .map((event) =>
              event.type === type ? ('data' in event ? event.data : 'text' in event ? event.text : '') : '',
            )
            .join('');
        expect(joined('text-delta')).toBe(whole);
        expect(joined('terminal-data')).toBe(whole);
        expect(result).toHaveLength(bodies.length);
      }),
    );
  });

  it('leaves pictures as they are', () => {
    const data = `${'a'.repeat(50)}/home/jane+${'b'.repeat(50)}`;
    const body: EventBody = {
      type: 'message-added',
      branch: 'root',
      author: 'person',
      message: user('m', { kind: 'image', mimeType: 'image/png', data }),
    };
    expect(redacted(stored([body]))).toEqual(stored([body]));
  });
});
