import { type CallPart, callsOf, textOf } from '../../../core/session/message.ts';
import type { BranchState } from '../../../core/session/state.ts';

/** One step of a branch: what the model said, and the calls it asked for. */
export interface Step {
  readonly messageId: string;
  readonly at: number;
  readonly text: string;
  readonly calls: readonly CallPart[];
}

/** A branch's own steps, in order; inherited ones are the same for all that share them. */
export function stepsOf(branch: Pick<BranchState, 'entries'>): Step[] {
  return branch.entries
    .filter(({ author }) => author === 'model')
    .map(({ message, at }) => ({ messageId: message.id, at, text: textOf(message).trim(), calls: callsOf(message) }));
}

/** A call as one comparable text: the same tool with the same arguments. */
export function callKey({ name, args }: CallPart): string {
  return `${name} ${JSON.stringify(args)}`;
}

/** Keys of the calls that every one of these branches made somewhere: what they have in common. */
export function commonCalls(branches: readonly (readonly Step[])[]): ReadonlySet<string> {
  const [first, ...others] = branches.map((steps) => new Set(steps.flatMap(({ calls }) => calls.map(callKey))));
  return new Set([...(first ?? [])].filter((key) => others.every((other) => other.has(key))));
}
