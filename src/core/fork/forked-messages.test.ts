import { describe, expect, it } from 'vitest';
import { call, model, user } from '../session/testing/event-maker.ts';
import { buildChildMessage, isInForkChild } from './child-message.ts';
import { FORK_PLACEHOLDER_RESULT } from './fork-agent.ts';
import { buildForkedMessages } from './forked-messages.ts';

const ids = (purpose: string) => purpose;
const placeholder = (callId: string, name: string) => ({
  kind: 'result',
  callId,
  name,
  text: FORK_PLACEHOLDER_RESULT,
  isError: false,
});

describe('buildForkedMessages, by how the parent ends', () => {
  const asked = user('u1', 'do three things');

  it('model with calls: every open call gets the placeholder, then the directive, an acknowledgement and a start', () => {
    const answer = model('a1', 'I split it', call('c1', 'agent'), call('c2', 'read_file'), call('c3', 'agent'));
    expect(buildForkedMessages([asked, answer], 'CHILD', 'acknowledged', ids)).toEqual({
      shared: 2,
      notice: null,
      added: [
        {
          id: 'start',
          role: 'user',
          parts: [
            placeholder('c1', 'agent'),
            placeholder('c2', 'read_file'),
            placeholder('c3', 'agent'),
            { kind: 'text', text: 'CHILD' },
          ],
        },
        {
          id: 'acknowledgement',
          role: 'model',
          parts: [{ kind: 'text', text: 'Understood. I am this fork and work on its directive alone.' }],
        },
        { id: 'begin', role: 'user', parts: [{ kind: 'text', text: 'Begin.' }] },
      ],
    });
  });

  it('model with calls, direct shape: the directive is the last text', () => {
    const { added } = buildForkedMessages([asked, model('a1', call('c1', 'agent'))], 'CHILD', 'direct', ids);
    expect(added).toEqual([
      { id: 'start', role: 'user', parts: [placeholder('c1', 'agent'), { kind: 'text', text: 'CHILD' }] },
    ]);
  });

  it('model without calls: the directive is the next user message', () => {
    expect(buildForkedMessages([asked, model('a1', 'done')], 'CHILD', 'acknowledged', ids)).toEqual({
      shared: 2,
      notice: null,
      added: [{ id: 'start', role: 'user', parts: [{ kind: 'text', text: 'CHILD' }] }],
    });
  });

  it('user: the trailing message stands in front of the directive and is not lost', () => {
    const forked = buildForkedMessages([asked, model('a1', 'done'), user('u2', 'and this?')], 'CHILD', 'direct', ids);
    expect(forked).toMatchObject({
      shared: 2,
      added: [
        {
          role: 'user',
          parts: [
            { kind: 'text', text: 'and this?' },
            { kind: 'text', text: 'CHILD' },
          ],
        },
      ],
    });
    expect(forked.notice).toContain('in front of');
  });

  it('nothing: the directive opens the conversation', () => {
    expect(buildForkedMessages([], 'CHILD', 'acknowledged', ids)).toEqual({
      shared: 0,
      notice: null,
      added: [{ id: 'start', role: 'user', parts: [{ kind: 'text', text: 'CHILD' }] }],
    });
  });
});

describe('buildChildMessage', () => {
  const part = (number: number, directive: string) =>
    buildChildMessage(directive, {
      identity: { number, count: 3, description: `part ${number}`, callId: `c${number}` },
    });

  it('tells fork 2 of 3 that it is, by its own call', () => {
    expect(part(2, 'Document it.')).toContain('You are fork 2 of 3, started by the `agent` call "part 2" (c2).');
  });

  it('gives siblings equal bytes up to the directive', () => {
    const [a, b] = [part(1, 'Fix the bug.'), part(2, 'Write the docs.')];
    const first = [...a].findIndex((character, i) => character !== b[i]);
    expect(first).toBe(a.indexOf('Fix the bug.'));
  });

  it('marks the conversation as a fork, and only a real marker does', () => {
    expect(isInForkChild([user('u1', 'hello'), user('u2', part(1, 'x'))])).toBe(true);
    expect(isInForkChild([user('u1', 'what does <fork-boilerplate> mean?'), model('a1', part(1, 'x'))])).toBe(false);
  });
});
