import { describe, expect, it } from 'vitest';
import type { Message } from '../session/message.ts';
import { applyChange } from './compaction-change.ts';
import { planSummary, SUMMARY_REQUEST, summaryMessages } from './summary.ts';

const said = (id: string, role: Message['role'], text: string): Message => ({
  id,
  role,
  parts: [{ kind: 'text', text }],
});
const LONG = 'word '.repeat(500);
const TALK = [
  said('u0', 'user', 'first'),
  said('m1', 'model', 'ok'),
  said('u2', 'user', LONG),
  said('m3', 'model', LONG),
  said('u4', 'user', 'last'),
];

describe('a summary', () => {
  it('is asked for behind the very messages of the next request', () => {
    const asked = summaryMessages(TALK, 'new');
    expect(asked.slice(0, 4)).toEqual(TALK.slice(0, 4));
    asked.slice(0, 4).forEach((message, index) => {
      expect(message).toBe(TALK[index]);
    });
    expect(asked[4]).toEqual({ id: 'new', role: 'user', parts: [{ kind: 'text', text: 'last' }, SUMMARY_REQUEST] });
    expect(summaryMessages(TALK.slice(0, 4), 'new').map(({ role }) => role)).toEqual([
      'user',
      'model',
      'user',
      'model',
      'user',
    ]);
  });

  it('stands for the messages between the first pair and the last instruction', () => {
    const after = applyChange(TALK, planSummary(TALK, 'They talked.') ?? expect.fail());
    expect(after.map(({ id }) => id)).toEqual(['u0', 'm1', 'u4']);
    expect(after[2]?.parts.at(-1)).toMatchObject({ text: expect.stringContaining('They talked.') });
  });

  it('is refused when it is blank, or larger than what it stands for', () => {
    expect(planSummary(TALK, '  ')).toBeNull();
    expect(planSummary(TALK, LONG.repeat(3))).toBeNull();
  });
});
