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
  const lost = [user('u0', 'go'), model('a1', call('c1', 'Bash')), model('a2', 'so'), user('u1', 'and?')];
  expect(validHistory(lost)[2]).toEqual(user('u1', missing('c1') as ResultPart, 'and?'));
});

it('puts results into the order of their calls, and keeps one that has none as text', () => {
  const history = [
    user('u0', 'go'),
    model('a1', call('c1', 'Bash'), call('c2', 'Bash')),
    user('u1', result('c2'), result('c9', 'lost'), result('c1')),
  ];
  expect(validHistory(history)[2]?.parts).toEqual([
    result('c1'),
    result('c2'),
    { kind: 'text', text: 'Result of a call of Bash that is not here:\nlost' },
  ]);
});

it('begins with a user message, and lets roles alternate', () => {
  const history = [
    model('a0', 'so'),
    user('u1', 'go'),
    user('u2', 'now'),
    model('a1', 'I'),
    model('a2', call('c1', 'Bash')),
    user('u3', result('c1')),
  ];
  const valid = validHistory(history);
  expect(valid.map(({ id, role, parts }) => [id, role, parts.length])).toEqual([
    ['transcript-start', 'user', 1],
    ['a0', 'model', 1],
    ['u2', 'user', 2],
    ['a2', 'model', 2],
    ['u3', 'user', 1],
  ]);
  expect(valid[4]).toBe(history[5]);
});

it('names a result as its call is named', () => {
  const nameless = { ...result('c1'), name: '' };
  expect(validHistory([user('u0', 'go'), model('a1', call('c1', 'Bash')), user('u1', nameless)])[2]).toEqual(
    user('u1', result('c1')),
  );
});

it('calls and results that were written as messages of their own belong together', () => {
  const history = [
    user('u0', 'go'),
    model('a1', call('c1', 'Bash')),
    model('a2', call('c2', 'Bash')),
    user('u1', result('c1')),
    user('u2', result('c2')),
  ];
  expect(validHistory(history)).toEqual([
    history[0],
    model('a2', call('c1', 'Bash'), call('c2', 'Bash')),
    user('u2', result('c1'), result('c2')),
  ]);
});

it('leaves the calls of the last message open: a fork answers them', () => {
  const history = [user('u1', 'go'), model('a1', call('c1', 'Bash'))];
  expect(validHistory(history)).toEqual(history);
});

it('gives the same objects again, so that nothing is rendered twice', () => {
  const history = [user('u0', 'go'), model('a1', call('c1', 'Bash')), user('u1', 'never mind')];
  const [first, again] = [validHistory(history), validHistory(history)];
  expect(first[2]).not.toBe(history[2]);
  expect(again[2]).toBe(first[2]);
});
