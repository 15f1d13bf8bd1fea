import { FORK_AGENT } from '../../core/fork/fork-agent.ts';
import { type CallPart, callsOf, type ResultPart, textOf } from '../../core/session/message.ts';
import { DEFAULT_BOUNDS } from '../../core/subagent/bounds.ts';
import { type ModelAnswer, USUAL_RULES } from './model-call.ts';
import { RepeatWatch } from './repeat-watch.ts';
import type { Judgement, RunPolicy, StepWatch } from './run-policy.ts';

/** Steps that a branch may take in one turn; forks have the limit of their synthetic agent. */
export const MAX_STEPS = FORK_AGENT.maxSteps;

export const CUT_CALL =
  'Not run: your answer was cut at the output limit before this call was complete. Send it again in smaller pieces.';

const REPORT_NOW = 'This was your last step. Write your report now, without any tool.';

/** The root and forks: a turn ends with a final text. */
export class ConversationPolicy implements RunPolicy {
  readonly rules = USUAL_RULES;
  readonly toolbox = null;
  readonly #maxSteps: number;
  readonly #repeats = new RepeatWatch(DEFAULT_BOUNDS.identicalCalls);
  #taken = 0;

  constructor(maxSteps: number = MAX_STEPS) {
    this.#maxSteps = maxSteps;
  }

  beforeStep(): string | null {
    this.#taken++;
    return this.#taken > this.#maxSteps ? REPORT_NOW : null;
  }

  judge(answer: ModelAnswer, mailWaits: boolean): Judgement {
    const { parts, reason, providerReason } = answer;
    const message = { id: '', role: 'model', parts } as const;
    const calls = callsOf(message);
    const fail = (sentence: string, unrun = ''): Judgement => ({ kind: 'fail', parts, calls, unrun, reason: sentence });
    if (reason === 'safety') return fail(blockedSentence(providerReason), BLOCKED_CALL);
    if (calls.length === 0) {
      if (reason !== 'stop') return fail(cutSentence(answer));
      return mailWaits ? { kind: 'again', parts, note: null } : { kind: 'end', parts, report: textOf(message) };
    }
    if (this.#taken > this.#maxSteps) {
      const sentence = `It reached its limit of ${this.#maxSteps} steps without a report. Send it a message to go on.`;
      return fail(sentence, 'Not run: the step limit was reached.');
    }
    const cut = this.#repeats.noteCut(answer, true);
    if (cut !== null) return fail(cut, CUT_CALL);
    if (reason !== 'max-tokens') {
      for (const call of calls) {
        const count = this.#repeats.note(call);
        if (count === 0) continue;
        const sentence = `It called \`${call.name}\` with the same arguments ${count} times in a row, and was stopped. Tell it what to do instead.`;
        return fail(sentence, `Not run: \`${call.name}\` was called ${count} times in a row with the same arguments.`);
      }
    }
    return { kind: 'run', parts, calls, instead: reason === 'max-tokens' ? cutCalls(calls) : new Map(), ends: null };
  }

  watch(signal: AbortSignal): StepWatch {
    return { signal, end: () => {} };
  }

  resultParts(results: readonly ResultPart[]): readonly ResultPart[] {
    return this.#repeats.warned(results);
  }

  recover(): boolean {
    return false;
  }

  wait(): void {}
}

export const BLOCKED_CALL = 'Not run: the answer was blocked.';

export function blockedSentence(providerReason: string): string {
  return `The provider blocked the answer (${providerReason}). Say it in other words and send it again.`;
}

/** Arguments of a cut answer are never trusted, also where they can be read. */
export function cutCalls(calls: readonly CallPart[]): ReadonlyMap<string, string> {
  return new Map(calls.map(({ callId }) => [callId, CUT_CALL]));
}

export function cutSentence({ reason, providerReason }: Pick<ModelAnswer, 'reason' | 'providerReason'>): string {
  return reason === 'max-tokens'
    ? 'The answer was cut at the output limit. Send "go on" to let it continue.'
    : `The answer ended early (${providerReason}). Send a message to try again.`;
}
