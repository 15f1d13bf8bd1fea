import { type CallPart, callsOf, type Part, textOf } from '../../core/session/message.ts';
import { readTextAnswer } from '../../core/subagent/text-answer.ts';
import { CUT_CALL } from '../agent/conversation-policy.ts';
import type { ModelAnswer } from '../agent/model-call.ts';
import { declarationsOf, type RunRole } from './run-role.ts';

/** A subagent's answer: what its history keeps, what it says, and what it calls. */
export interface ReadAnswer {
  readonly parts: readonly Part[];
  /** Without its calls and thoughts. */
  readonly text: string;
  readonly calls: readonly CallPart[];
  /** Calls that are answered with a text instead of being run. */
  readonly instead: Map<string, string>;
}

/** Arguments of a cut answer are never trusted. In text mode a call counts when its block is whole. */
export function readAnswer({ parts, reason }: ModelAnswer, role: RunRole, ids: () => string): ReadAnswer {
  if (!role.textMode) {
    const message = { id: '', role: 'model', parts } as const;
    const calls = callsOf(message);
    const cut = reason === 'max-tokens' ? calls.map(({ callId }): [string, string] => [callId, CUT_CALL]) : [];
    return { parts, text: textOf(message), calls, instead: new Map(cut) };
  }
  const read = readTextAnswer(parts, declarationsOf(role), ids);
  const instead = new Map<string, string>();
  const calls = read.calls.map((item): CallPart => {
    if (item.kind === 'call') {
      const cameNatively = parts.some((part) => part.kind === 'call' && part.callId === item.call.callId);
      if (reason === 'max-tokens' && cameNatively) instead.set(item.call.callId, CUT_CALL);
      return item.call;
    }
    const { callId, name, text } = item.result;
    instead.set(callId, text);
    return { kind: 'call', callId, name, args: {} };
  });
  return { parts: read.parts, text: read.text, calls, instead };
}
