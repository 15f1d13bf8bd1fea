import type { CallPart, ResultPart } from '../../core/session/message.ts';
import {
  type IdenticalCallLimits,
  identicalCallWarning,
  NO_STREAK,
  noteCall,
} from '../../core/subagent/identical-calls.ts';
import type { ModelAnswer } from './model-call.ts';

/** Answers in a row whose calls were cut: the first may be bad luck, the second follows our hint, the third shows that it cannot. */
const MAX_CUT_ANSWERS = 3;

/** Watches one turn for a model that goes round in circles: equal calls, and calls that are cut again and again. */
export class RepeatWatch {
  readonly #limits: IdenticalCallLimits;
  readonly #warnings = new Map<string, string>();
  #streak = NO_STREAK;
  #cut = 0;

  constructor(limits: IdenticalCallLimits) {
    this.#limits = limits;
  }

  /** Counts equal calls in a row. Some are warned of; returns how many there were when it is one too many, else 0. */
  note(call: CallPart): number {
    const { streak, verdict } = noteCall(this.#streak, call, this.#limits);
    this.#streak = streak;
    if (verdict === 'warn') {
      this.#warnings.set(call.callId, identicalCallWarning(call.name, streak.count, this.#limits.stop));
    }
    return verdict === 'stop' ? streak.count : 0;
  }

  /** Results with the warnings of their calls. */
  warned(results: readonly ResultPart[]): readonly ResultPart[] {
    return results.map((result) => {
      const warning = this.#warnings.get(result.callId);
      return warning === undefined ? result : { ...result, text: `${result.text}\n${warning}` };
    });
  }

  /** Why a branch cannot go on when its calls were cut too often in a row; null while it may. */
  noteCut({ reason }: Pick<ModelAnswer, 'reason'>, hasCalls: boolean): string | null {
    this.#cut = reason === 'max-tokens' && hasCalls ? this.#cut + 1 : 0;
    if (this.#cut < MAX_CUT_ANSWERS) return null;
    return `The answer was cut at the output limit in the middle of a call, ${MAX_CUT_ANSWERS} times in a row. Ask for smaller pieces, or choose a model with room for longer answers.`;
  }
}
