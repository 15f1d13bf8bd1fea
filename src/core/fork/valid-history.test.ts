import { expect, it } from 'vitest';
import type { ResultPart } from '../session/message.ts';
import { call, model, user } from '../session/testing/event-maker.ts';
import { UNKNOWN_RESULT, validHistory } from './valid-history.ts';

const result = (callId: string, text = 'out'): ResultPart => ({
  kind: 'result',
  callId,
  name: 'Bash',
  text,
  isError: false,
});
const missing = (callId: string) => ({ kind: 'result', callId, name: 'Bash', text: UNKNOWN_RESULT, isError: true });

it('leaves what fits as it is: the very same objects', () => {
  const history = [
    user('u1', 'go'),
    model('a1', call('c1', 'Bash')),
    user('u2', result('c1'), 'and?'),
    model('a2', 'ok'),
  ];
  expect(validHistory(history).every((message, at) => message === history[at])).toBe(true);
});

it('answers a call that the transcript leaves open in the middle', () => {
  const history = [
    user('u1', 'go'),
    model('a1', call('c1', 'Bash'), call('c2', 'Bash')),
    user('u2', result('c2'), 'go on'),
  ];
  expect(validHistory(history)[2]).toEqual(
    user('u2', missing('c1') as ResultPart, result('c2'), { kind: 'text', text: 'go on' }),
  );
  const cut = [model('a1', call('c1', 'Bash')), model('a2', 'so')];
  expect(validHistory(cut)).toEqual([cut[0], { id: 'a1-results', role: 'user', parts: [missing('c1')] }, cut[1]]);
});

it('puts results into the order of their calls, and keeps one that has none as text', () => {
  const history = [
    model('a1', call('c1', 'Bash'), call('c2', 'Bash')),
    user('u1', result('c2'), result('c9', 'lost'), result('c1')),
  ];
  expect(validHistory(history)[1]?.parts).toEqual([
    result('c1'),
    result('c2'),
    { kind: 'text', text: 'Result of a call of Bash that is not here:\nlost' },
  ]);
});

it('leaves the calls of the last message open: a fork answers them', () => {
  const history = [user('u1', 'go'), model('a1', call('c1', 'Bash'))];
  expect(validHistory(history)).toEqual(history);
});

it('gives the same objects again, so that nothing is rendered twice', () => {
  const history = [model('a1', call('c1', 'Bash')), user('u1', 'never mind')];
  const [first, again] = [validHistory(history), validHistory(history)];
  expect(first[1]).not.toBe(history[1]);
  expect(again[1]).toBe(first[1]);
});
