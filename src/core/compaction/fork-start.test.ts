import { describe, expect, it } from 'vitest';
import { buildChildMessage, isInForkChild } from '../fork/child-message.ts';
import { buildForkedMessages } from '../fork/forked-messages.ts';
import type { ForkShape } from '../providers/dialect.ts';
import { callsOf, type Message } from '../session/message.ts';
import { applyChange } from './compaction-change.ts';
import { planSummary } from './summary.ts';
import { planTruncation } from './truncation.ts';

const K = 'x'.repeat(4_000);
const DIRECTIVE = 'count the wells of the north';

const user = (id: string, text: string): Message => ({ id, role: 'user', parts: [{ kind: 'text', text }] });
const model = (id: string, text: string): Message => ({ id, role: 'model', parts: [{ kind: 'text', text }] });

/** A step with a call of this tool, and its long result. */
function step(name: string, tool = 'bash'): Message[] {
  const call = { kind: 'call', callId: `c-${name}`, name: tool, args: {} } as const;
  const result = { kind: 'result', callId: `c-${name}`, name: tool, text: K, isError: false } as const;
  return [
    { id: `m-${name}`, role: 'model', parts: [call] },
    { id: `u-${name}`, role: 'user', parts: [result] },
  ];
}

/** Histories as forks have them after some steps of their own: what the parent had said, the start, the steps. */
const PARENTS: { readonly [name: string]: readonly Message[] } = {
  'open calls': [user('a', 'look around'), ...step('1'), ...step('2'), ...step('3', 'agent').slice(0, 1)],
  'a talk and open calls': [
    user('a', 'first'),
    model('b', 'ok'),
    user('c', K),
    model('d', K),
    user('e', 'now the wells'),
    ...step('3', 'agent').slice(0, 1),
  ],
  'an answer': [user('a', 'look around'), ...step('1'), ...step('2'), model('d', 'looked')],
  'an open call at once': [user('a', 'look around'), ...step('3', 'agent').slice(0, 1)],
};
const identity = { number: 1, count: 2, description: 'wells', callId: null };

describe.each(Object.entries(PARENTS))('a fork of a parent with %s', (_, parent) => {
  it.each<ForkShape>(['direct', 'acknowledged'])('keeps what makes it a fork when its context is cut (%s)', (shape) => {
    let ids = 0;
    const child = buildChildMessage(DIRECTIVE, { identity, notices: ['<notice of the worktree>'] });
    const { added, shared } = buildForkedMessages(parent, child, shape, (purpose) => `${purpose}-${++ids}`);
    const own = [...step('4'), ...step('5'), ...step('6'), ...step('7')];
    const begun = added.at(-1)?.role === 'model' ? [user('begin', 'Begin.')] : [];
    const history = [...parent.slice(0, shared), ...added, ...begun, ...own];
    const steered = [...history, model('said', 'half done'), user('steer', 'faster'), ...step('8'), ...step('9')];
    for (const messages of [history, steered]) {
      for (const change of [
        planTruncation(messages, 10),
        planTruncation(messages, 20_000),
        planSummary(messages, 's'),
      ]) {
        if (change === null) continue;
        const after = applyChange(messages, change);
        expect(isInForkChild(after)).toBe(true);
        expect(JSON.stringify(after)).toContain(DIRECTIVE);
        expect(JSON.stringify(after)).toContain('<notice of the worktree>');
        expectValid(after);
      }
    }
    // It is a cut worth its name: of eight steps with 4 kB each at most four stay.
    const cut = applyChange(steered, planTruncation(steered, 10) ?? expect.fail());
    expect(JSON.stringify(cut).length).toBeLessThan(JSON.stringify(steered).length / 2);
  });
});

/** Roles alternate, and every call is answered in the next message. */
function expectValid(messages: readonly Message[]): void {
  for (const [index, message] of messages.entries()) {
    const next = messages[index + 1];
    if (next) expect(next.role).not.toBe(message.role);
    const asked = callsOf(message).map(({ callId }) => callId);
    const answered = next?.parts.flatMap((part) => (part.kind === 'result' ? [part.callId] : [])) ?? [];
    expect(answered).toEqual(asked);
  }
}
