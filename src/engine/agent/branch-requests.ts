import { deepFreeze, type Snapshot } from '../../core/prefix/snapshot.ts';
import { inheritedCount, totalsOf } from '../../core/session/selectors.ts';
import type { SessionState } from '../../core/session/state.ts';
import { BranchFailure } from './branch-failure.ts';
import type { BranchLog } from './branch-log.ts';
import {
  callModel,
  InterruptedError,
  type ModelAnswer,
  type PriorRequest,
  type RequestProgress,
} from './model-call.ts';
import type { PauseGate } from './pause-gate.ts';
import type { CacheSafeParams, SessionContext } from './session-context.ts';

export interface BranchRequestsOptions {
  readonly snapshot: Snapshot;
  readonly prior: PriorRequest | null;
  readonly gate: PauseGate;
  onProgress(event: RequestProgress): void;
}

/** The requests of one branch, one after the other, each compared with the one before. */
export class BranchRequests {
  readonly #context: SessionContext;
  readonly #log: BranchLog;
  readonly #options: BranchRequestsOptions;
  #prior: PriorRequest | null;
  #params: CacheSafeParams | null = null;

  constructor(context: SessionContext, log: BranchLog, options: BranchRequestsOptions) {
    this.#context = context;
    this.#log = log;
    this.#options = options;
    this.#prior = options.prior;
  }

  /** Frozen parameters and messages of the last request, or null before the first one. */
  get params(): CacheSafeParams | null {
    return this.#params;
  }

  send(signal: AbortSignal): Promise<ModelAnswer> {
    const { snapshot } = this.#options;
    const { messages, branch } = this.#log;
    const built = this.#context.builder.build(snapshot, messages);
    return callModel(this.#context, {
      branch: this.#log.id,
      step: branch.steps + 1,
      built,
      prior: this.#prior,
      sharedMessages: inheritedCount(this.#context.journal.state, this.#log.id),
      signal,
      deltas: this.#log.deltas,
      beforeAttempt: () => this.#passGate(signal),
      onRequest: (requestId) => {
        this.#params = Object.freeze({ snapshot, messages: deepFreeze(messages), requestId, built });
        this.#prior = { requestId, segments: built.segments, relation: 'own' };
      },
      onProgress: (event) => this.#options.onProgress(event),
    });
  }

  /** In front of every request: a pause, an interrupt, the budget. */
  async #passGate(signal: AbortSignal): Promise<void> {
    const { gate } = this.#options;
    if (gate.isClosed && !signal.aborted) {
      this.#log.append({ type: 'branch-status', status: 'paused', reason: 'paused before its next request' });
      await gate.pass(signal);
      if (!signal.aborted) this.#log.append({ type: 'branch-status', status: 'running' });
    }
    if (signal.aborted) throw new InterruptedError('');
    const { state } = this.#context.journal;
    const budget = state.session?.budget ?? null;
    if (budget === null) return;
    const { cost } = totalsOf(state);
    if (cost === null) return this.#warnOfUnknownCost(state);
    if (cost >= budget) {
      throw new BranchFailure(
        `The session's budget of $${budget.toFixed(2)} is used up ($${cost.toFixed(2)} spent). Raise it to go on.`,
      );
    }
  }

  /** Once a session: a limit that cannot be kept must not look as if it were. */
  #warnOfUnknownCost({ session, notices }: SessionState): void {
    const text = `The price of ${session?.model ?? 'this model'} is unknown, so the session's budget cannot be kept. Add the model to prices.json in the data folder.`;
    if (notices.some((notice) => notice.text === text)) return;
    this.#context.journal.append({ type: 'notice', level: 'warning', branch: null, text });
  }
}
