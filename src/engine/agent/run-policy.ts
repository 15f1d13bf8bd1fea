import type { CallPart, Part } from '../../core/session/message.ts';
import type { ModelAnswer, RequestRules } from './model-call.ts';

/** What a branch does about an answer. In each case `parts` is what its history keeps of it. */
export type Judgement =
  /** It is done: `report` is handed to the parent. */
  | { readonly kind: 'end'; readonly parts: readonly Part[]; readonly report: string }
  /** Its calls are run; the ones in `instead` are answered with a text, and not run. */
  | {
      readonly kind: 'run';
      readonly parts: readonly Part[];
      readonly calls: readonly CallPart[];
      readonly instead: ReadonlyMap<string, string>;
    }
  /** It asks for nothing, but something waits for it: the next message is sent. */
  | { readonly kind: 'again'; readonly parts: readonly Part[] }
  /** It cannot go on; calls that it holds are answered with `unrun`. */
  | {
      readonly kind: 'fail';
      readonly parts: readonly Part[];
      readonly calls: readonly CallPart[];
      readonly unrun: string;
      readonly reason: string;
    };

/** How one kind of branch runs: when it ends, what it answers, and what its last step is. Made anew for each turn. */
export interface RunPolicy {
  readonly rules: RequestRules;
  /** Called in front of each step. Returns a text that goes into its message, or null. */
  beforeStep(): string | null;
  judge(answer: ModelAnswer, mailWaits: boolean): Judgement;
}
