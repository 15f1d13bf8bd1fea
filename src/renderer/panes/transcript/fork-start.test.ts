import { expect, test } from 'vitest';
import { buildChildMessage } from '../../../core/fork/child-message.ts';
import { buildForkedMessages } from '../../../core/fork/forked-messages.ts';
import type { Message } from '../../../core/session/message.ts';
import { parseForkStart } from './fork-start.ts';

const identity = { number: 2, count: 3, description: 'Speed', callId: 'c2' };
const ids = (purpose: string) => `m-${purpose}`;
const asking: Message = {
  id: 'm1',
  role: 'model',
  parts: ['c1', 'c2', 'c3'].map((callId) => ({ kind: 'call', callId, name: 'agent', args: {} })),
};

test('a start that the engine builds is taken apart again', () => {
  const text = buildChildMessage('Make it fast.\n\nMeasure first.', { identity, notices: ['Your copy is /w/2.'] });
  const [start, acknowledgement] = buildForkedMessages([asking], text, 'acknowledged', ids).added;
  if (!start || !acknowledgement) throw new Error('the engine added too few messages');
  expect(parseForkStart(start)).toMatchObject({
    directive: 'Make it fast.\n\nMeasure first.',
    number: 2,
    count: 3,
    carried: '',
    placeholders: 3,
    notices: [
      'You are fork 2 of 3, started by the `agent` call "Speed" (c2). Other parts are not yours.',
      'Your copy is /w/2.',
    ],
  });
  expect(parseForkStart(acknowledgement)).toBeNull();
});

test("the parent's unanswered user message is kept in front", () => {
  const asked: Message = { id: 'm0', role: 'user', parts: [{ kind: 'text', text: 'Please hurry' }] };
  const text = buildChildMessage('Go', { identity: { ...identity, callId: null } });
  const [start] = buildForkedMessages([asked], text, 'direct', ids).added;
  expect(start && parseForkStart(start)).toMatchObject({ directive: 'Go', carried: 'Please hurry', placeholders: 0 });
});

test('a directive that quotes the identity line is not cut there', () => {
  const directive = 'Explain this:\n\nYou are fork 1 of 9. Other parts are not yours.\n\nThanks';
  const [start] = buildForkedMessages([asking], buildChildMessage(directive, { identity }), 'direct', ids).added;
  expect(start && parseForkStart(start)).toMatchObject({ directive, number: 2, count: 3 });
});
