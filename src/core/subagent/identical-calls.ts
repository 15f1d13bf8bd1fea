import { canonicalJson } from './canonical-json.ts';

/** How many equal calls in a row warn the model, and how many end the run. The field's own numbers: 3 and 5. */
export interface IdenticalCallLimits {
  readonly warn: number;
  readonly stop: number;
}

/** The calls that a branch has just made, as far as they are equal. */
export interface CallStreak {
  readonly key: string | null;
  readonly count: number;
}
export const NO_STREAK: CallStreak = { key: null, count: 0 };

export interface NotedCall {
  readonly streak: CallStreak;
  readonly verdict: 'ok' | 'warn' | 'stop';
}

/**
 * Counts one call: equal ones have the same tool and the same arguments, whatever the order of their keys, and follow
 * each other with no other call in between, in one message or over several.
 */
export function noteCall(
  streak: CallStreak,
  call: { readonly name: string; readonly args: unknown },
  limits: IdenticalCallLimits,
): NotedCall {
  const key = `${call.name} ${canonicalJson(call.args)}`;
  const count = key === streak.key ? streak.count + 1 : 1;
  const verdict = count >= limits.stop ? 'stop' : count >= limits.warn ? 'warn' : 'ok';
  return { streak: { key, count }, verdict };
}

/** A line for the result of a call that warns. */
export function identicalCallWarning(name: string, count: number, stop: number): string {
  return `[You have called \`${name}\` ${count} times in a row with the same arguments. Do something else: at ${stop} you will be stopped.]`;
}
