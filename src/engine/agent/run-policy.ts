import type { MessageAdded } from '../../core/session/events.ts';
import type { CallPart, Part, ResultPart } from '../../core/session/message.ts';
import type { BoundKind } from '../../core/subagent/bounds.ts';
import type { ModelAnswer, RequestRules } from './model-call.ts';
import type { Toolbox } from './toolbox.ts';

/** What a branch does about an answer. In each case `parts` is what its history keeps of it. */
export type Judgement = { readonly parts: readonly Part[]; readonly author?: MessageAdded['author'] } & (
  | /** It is done: `report` is handed to the parent. */
  { readonly kind: 'end'; readonly report: string }
  /**
   * Its calls are run; the ones in `instead` are answered with a text, and not run. With `ends` it is done when they
   * have run, and that is its report.
   */
  | {
      readonly kind: 'run';
      readonly calls: readonly CallPart[];
      readonly instead: ReadonlyMap<string, string>;
      readonly ends: string | null;
    }
  /** It goes on without a call: `note` is what it is told, next to what else waits for it. */
  | { readonly kind: 'again'; readonly note: string | null }
  /** It cannot go on; calls that its history holds are answered with `unrun`. */
  | {
      readonly kind: 'fail';
      readonly calls: readonly CallPart[];
      readonly unrun: string;
      readonly reason: string;
      /** What it had found; left out for its last text. */
      readonly report?: string | null;
      readonly bound?: BoundKind;
    }
);

/** The signal of one step, which a bound may end before a person does. */
export interface StepWatch {
  readonly signal: AbortSignal;
  end(): void;
}

/** How one kind of branch runs: when it ends, what it answers, and what its last step is. Made anew for each turn. */
export interface RunPolicy {
  readonly rules: RequestRules;
  /** What it may run; null for what the session has. */
  readonly toolbox: Toolbox | null;
  /** Called in front of each step. Returns a text that goes into its message, or null. */
  beforeStep(): string | null;
  watch(signal: AbortSignal): StepWatch;
  judge(answer: ModelAnswer, mailWaits: boolean): Judgement;
  /** The results of calls as they stand in the next message. */
  resultParts(results: readonly ResultPart[]): readonly Part[];
  /** True when the run goes on after a step that broke: with its last one. May throw a `BranchFailure` of its own. */
  recover(error: unknown): boolean;
  /** The branch waits for a person, or no longer: time that is not its own. */
  wait(isWaiting: boolean): void;
}
