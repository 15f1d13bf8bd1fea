import { describe, expect, it } from 'vitest';
import { RequestBuilder } from '../prefix/build-request.ts';
import { geminiDialect } from '../providers/gemini-dialect.ts';
import type { Message, Part } from '../session/message.ts';
import { call, model, user } from '../session/testing/event-maker.ts';
import { BUILT_IN_AGENTS } from '../subagent/built-in-agents.ts';
import { buildChildMessage, isInForkChild } from './child-message.ts';
import { FORK_AGENT, FORK_PLACEHOLDER_RESULT } from './fork-agent.ts';
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

  it('an empty user message has nothing to keep, and nothing is said', () => {
    for (const empty of [user('u2'), user('u2', ' \n')]) {
      expect(buildForkedMessages([asked, model('a1', 'done'), empty], 'CHILD', 'direct', ids)).toEqual({
        shared: 2,
        notice: null,
        added: [{ id: 'start', role: 'user', parts: [{ kind: 'text', text: 'CHILD' }] }],
      });
    }
  });

  it('a user message of reminders alone is kept, and is no unanswered question', () => {
    const reminder = '<system-reminder>Files changed.\nRead them again.</system-reminder>';
    const forked = buildForkedMessages([asked, model('a1', 'done'), user('u2', reminder)], 'CHILD', 'direct', ids);
    expect(forked.notice).toBeNull();
    expect(forked.added[0]?.parts).toEqual([
      { kind: 'text', text: reminder },
      { kind: 'text', text: 'CHILD' },
    ]);
    const both = user('u2', reminder, 'and fix it');
    expect(buildForkedMessages([both], 'CHILD', 'direct', ids).notice).toContain('had no answer yet');
  });

  it('results that the parent has just got stand in front of the directive too', () => {
    const result = { kind: 'result', callId: 'c1', name: 'read_file', text: 'x', isError: false } as const;
    const history = [asked, model('a1', call('c1', 'read_file')), user('u2', result)];
    const { shared, added } = buildForkedMessages(history, 'CHILD', 'acknowledged', ids);
    expect(shared).toBe(2);
    expect(added).toEqual([{ id: 'start', role: 'user', parts: [result, { kind: 'text', text: 'CHILD' }] }]);
  });

  it('an interrupted answer is an answer: what had been shown is inherited', () => {
    const { shared, added } = buildForkedMessages([asked, model('a1', 'I was about')], 'CHILD', 'direct', ids);
    expect({ shared, parts: added[0]?.parts }).toEqual({ shared: 2, parts: [{ kind: 'text', text: 'CHILD' }] });
  });

  it('a history that a compaction starts: the summary is a message like any other', () => {
    const history = [user('s1', '[Summary of what was left out]'), model('a9', 'going on', call('c1', 'agent'))];
    expect(buildForkedMessages(history, 'CHILD', 'direct', ids)).toMatchObject({
      shared: 2,
      added: [{ parts: [placeholder('c1', 'agent'), { kind: 'text', text: 'CHILD' }] }],
    });
  });

  it('nothing: the directive opens the conversation', () => {
    expect(buildForkedMessages([], 'CHILD', 'acknowledged', ids)).toEqual({
      shared: 0,
      notice: null,
      added: [{ id: 'start', role: 'user', parts: [{ kind: 'text', text: 'CHILD' }] }],
    });
  });
});

describe('inherited bytes', () => {
  const snapshot = { version: 1, provider: 'gemini', model: 'm', systemText: 's', tools: [], sampling: {} };
  const signed = (index: number, signature?: string): Part => {
    const value = {
      functionCall: { id: `w${index}`, name: 'agent', args: { z: 1, a: index } },
      ...(signature ? { thoughtSignature: signature } : {}),
    };
    return {
      ...call(`c${index}`, 'agent', { z: 1, a: index }),
      wireId: `w${index}`,
      wire: { family: 'gemini', value },
    };
  };

  function forkOf(history: readonly Message[]) {
    const builder = new RequestBuilder(geminiDialect, (text) => text);
    const { shared, added } = buildForkedMessages(history, 'CHILD', 'acknowledged', ids);
    const parent = builder.build(snapshot, history);
    const fork = builder.build(snapshot, [...history.slice(0, shared), ...added]);
    return { parent, fork, texts: fork.segments.map(({ text }) => text) };
  }

  it('thought signatures: the one on the first of parallel calls is sent back as it came, and on no other', () => {
    const { parent, fork, texts } = forkOf([
      user('u1', 'go'),
      model('a1', signed(1, 'c2lnbmVk'), signed(2), signed(3)),
    ]);
    expect(fork.segments.slice(0, 4)).toEqual(parent.segments);
    expect(texts[3]).toBe(
      '{"role":"model","parts":[{"functionCall":{"id":"w1","name":"agent","args":{"z":1,"a":1}},"thoughtSignature":"c2lnbmVk"},{"functionCall":{"id":"w2","name":"agent","args":{"z":1,"a":2}}},{"functionCall":{"id":"w3","name":"agent","args":{"z":1,"a":3}}}]}',
    );
    expect(texts.join('').split('thoughtSignature')).toHaveLength(2);
  });

  it('images: they are inherited by their very bytes', () => {
    const { parent, fork, texts } = forkOf([
      user('u1', 'look', { kind: 'image', mimeType: 'image/png', data: 'aGk=' }),
      model('a1', 'seen'),
    ]);
    expect(texts[2]).toContain('{"inlineData":{"mimeType":"image/png","data":"aGk="}}');
    expect(fork.segments.slice(0, 4).every((segment, index) => segment === parent.segments[index])).toBe(true);
  });

  it('calls of another model get the documented stand-in for a signature', () => {
    const { texts } = forkOf([
      user('u1', 'go'),
      model('a1', call('c1', 'Bash', { command: 'ls' }), call('c2', 'Read')),
    ]);
    expect(texts[3]).toContain('"thoughtSignature":"skip_thought_signature_validator"');
    expect(texts[3]?.split('thoughtSignature')).toHaveLength(2);
  });
});

describe('FORK_AGENT', () => {
  it('is synthetic: exact tools, its parent’s model, prompts that bubble, 200 steps; it stands in no list of agents', () => {
    expect(FORK_AGENT).toMatchObject({
      name: 'fork',
      tools: ['*'],
      model: 'inherit',
      permissionMode: 'bubble',
      maxSteps: 200,
    });
    expect(BUILT_IN_AGENTS.map(({ name }) => name)).not.toContain(FORK_AGENT.name);
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
