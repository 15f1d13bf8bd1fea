import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callsOf, type Message } from '../session/message.ts';
import { applyChange } from './compaction-change.ts';
import { totalBytes } from './message-bytes.ts';
import { planTruncation } from './truncation.ts';

const user = (id: string, text: string): Message => ({ id, role: 'user', parts: [{ kind: 'text', text }] });
const model = (id: string, text: string): Message => ({ id, role: 'model', parts: [{ kind: 'text', text }] });
const calling = (id: string, name: string, args: unknown): Message => ({
  id,
  role: 'model',
  parts: [{ kind: 'call', callId: `c-${id}`, name, args }],
});
const answering = (id: string, to: string, name: string, text: string): Message => ({
  id,
  role: 'user',
  parts: [{ kind: 'result', callId: `c-${to}`, name, text, isError: false }],
});
const ids = (messages: readonly Message[]) => messages.map(({ id }) => id).join(' ');
const K = 'x'.repeat(1_000);

/** One question and many steps, as a subagent has them. */
const STEPS: Message[] = [
  user('u0', 'find it'),
  ...[1, 2, 3, 4, 5].flatMap((n) => [
    calling(`m${n}`, n === 2 ? 'bash' : 'read_file', n === 2 ? { command: 'npm test' } : { path: `src/${n}.ts` }),
    answering(`u${n}`, `m${n}`, n === 2 ? 'bash' : 'read_file', K),
  ]),
];

describe('truncation', () => {
  it('defect 11: keeps the first pair with its results and the last step, and removes what the overshoot asks for', () => {
    // 5 KB are there; 4 KB may stay, then 3, then almost nothing.
    const left = (target: number) => ids(applyChange(STEPS, planTruncation(STEPS, target) ?? expect.fail()));
    expect(left(4_200)).toBe('u0 m1 u1 m3 u3 m4 u4 m5 u5');
    expect(left(3_200)).toBe('u0 m1 u1 m4 u4 m5 u5');
    expect(left(10)).toBe('u0 m1 u1 m5 u5');
  });

  it('tells the model what is gone', () => {
    const after = applyChange(STEPS, planTruncation(STEPS, 10) ?? expect.fail());
    const note = after.find(({ id }) => id === 'u1')?.parts.at(-1);
    expect(note).toMatchObject({ kind: 'text' });
    const text = note?.kind === 'text' ? note.text : '';
    expect(text).toContain('6 older messages are left out');
    expect(text).toContain('`src/3.ts`, `src/4.ts`');
    expect(text).toContain('`npm test`');
    expect(text).not.toContain('src/1.ts');
  });

  it('keeps the last instruction of a long conversation, and cuts both around it', () => {
    const talk = [
      user('a', 'first'),
      model('b', 'ok'),
      user('c', K),
      model('d', K),
      user('e', 'second, which counts'),
      ...STEPS.slice(1),
    ];
    const after = applyChange(talk, planTruncation(talk, 10) ?? expect.fail());
    expect(ids(after)).toBe('a b e m5 u5');
  });

  it('shortens long results when there is nothing more to leave out', () => {
    const big = [
      user('u0', 'q'),
      calling('m1', 'read_file', { path: 'a' }),
      answering('u1', 'm1', 'read_file', 'y'.repeat(90_000)),
    ];
    const after = applyChange(big, planTruncation(big, 10_000) ?? expect.fail());
    expect(totalBytes(after)).toBeLessThan(10_000);
    expect(JSON.stringify(after)).toContain('characters of this result are left out');
  });

  it('does nothing where nothing can go', () => {
    expect(planTruncation([user('u0', K.repeat(50))], 10)).toBeNull();
  });

  it('leaves a valid history, whatever it is given', () => {
    const step = fc.record({ calls: fc.integer({ min: 0, max: 3 }), size: fc.integer({ min: 0, max: 5_000 }) });
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 14 }),
        fc.integer({ min: 0, max: 40_000 }),
        (steps, target) => {
          const messages = historyOf(steps);
          const change = planTruncation(messages, target);
          const after = change ? applyChange(messages, change) : messages;
          expectPaired(after);
          expect(after[0]?.id).toBe(messages[0]?.id);
          expect(after[1]?.id).toBe(messages[1]?.id);
          expect(after.at(-1)?.id).toBe(messages.at(-1)?.id);
        },
      ),
    );
  });
});

function historyOf(steps: readonly { calls: number; size: number }[]): Message[] {
  const messages: Message[] = [user('start', 'q')];
  steps.forEach(({ calls, size }, n) => {
    const ids = Array.from({ length: calls }, (_, i) => `${n}-${i}`);
    const text = { kind: 'text', text: 'thinking' } as const;
    messages.push({
      id: `m${n}`,
      role: 'model',
      parts: [text, ...ids.map((callId) => ({ kind: 'call', callId, name: 'search', args: { n } }) as const)],
    });
    messages.push({
      id: `u${n}`,
      role: 'user',
      parts:
        calls === 0
          ? [{ kind: 'text', text: 'z'.repeat(size + 1) }]
          : ids.map(
              (callId) => ({ kind: 'result', callId, name: 'search', text: 'r'.repeat(size), isError: false }) as const,
            ),
    });
  });
  return messages;
}

function expectPaired(messages: readonly Message[]): void {
  messages.forEach((message, index) => {
    expect(message.role).toBe(index % 2 === 0 ? 'user' : 'model');
    const answered = message.parts.flatMap((part) => (part.kind === 'result' ? [part.callId] : []));
    const before = messages[index - 1];
    expect(answered).toEqual(message.role === 'user' && before ? callsOf(before).map(({ callId }) => callId) : []);
  });
}
