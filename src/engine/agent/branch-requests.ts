import { summaryMessages } from '../../core/compaction/summary.ts';
import { deepFreeze, type Snapshot } from '../../core/prefix/snapshot.ts';
import { type Message, textOf } from '../../core/session/message.ts';
import { inheritedCount } from '../../core/session/selectors.ts';
import type { BranchState } from '../../core/session/state.ts';
import { MAX_INITIAL_STREAM_ATTEMPTS } from '../../core/subagent/empty-answers.ts';
import { ModelError } from '../providers/model-adapter.ts';
import { BranchFailure } from './branch-failure.ts';
import type { BranchLog } from './branch-log.ts';
import { Compactor, type Relief } from './compactor.ts';
import type { Connection } from './connections.ts';
import {
  callModel,
  InterruptedError,
  type ModelAnswer,
  type ModelCall,
  type PriorRequest,
  type RequestProgress,
  type RequestRules,
} from './model-call.ts';
import type { PauseGate } from './pause-gate.ts';
import type { CacheSafeParams, SessionContext } from './session-context.ts';

export interface BranchRequestsOptions {
  readonly snapshot: Snapshot;
  readonly prior: PriorRequest | null;
  readonly gate: PauseGate;
  /** The provider that the snapshot names. Rejects with a plain sentence when it cannot be reached. */
  connect(): Promise<Connection>;
  onProgress(event: RequestProgress): void;
  /** The branch stops in front of a request because a person paused it, or goes on. */
  onPause(isPaused: boolean): void;
}

/** Which parameters requests have, and how to reach who takes them. */
export type RequestLine = Pick<BranchRequestsOptions, 'snapshot' | 'connect'>;

/** One request's way: who sends it, who writes it, and with which parameters. */
type Line = Connection & Pick<BranchRequestsOptions, 'snapshot'>;

/** The requests of one branch, one after the other, each compared with the one before. */
export class BranchRequests {
  readonly #context: SessionContext;
  readonly #log: BranchLog;
  readonly #options: BranchRequestsOptions;
  readonly #compactor: Compactor;
  /** What is asked for, and of whom; one pair, for a request must not leave with half of a change. */
  #line: RequestLine;
  #prior: PriorRequest | null;
  #params: CacheSafeParams | null = null;

  constructor(context: SessionContext, log: BranchLog, options: BranchRequestsOptions) {
    this.#context = context;
    this.#log = log;
    this.#options = options;
    this.#line = options;
    this.#prior = options.prior;
    this.#compactor = new Compactor(context, log);
  }

  /** Frozen parameters and messages of the last request, or null before the first one. */
  get params(): CacheSafeParams | null {
    return this.#params;
  }

  /** From the next request on. */
  use(line: RequestLine): void {
    this.#line = line;
  }

  /** Asks for the next step. Room is made first when it is short, and again when the provider finds it too short. */
  async send(signal: AbortSignal, rules: RequestRules): Promise<ModelAnswer> {
    const line = await this.#connect();
    await this.#relieve('window', line, signal, rules);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#ask(line, signal, rules);
      } catch (error) {
        const isTooLong = error instanceof ModelError && error.kind === 'context-exceeded';
        if (!isTooLong || attempt >= MAX_INITIAL_STREAM_ATTEMPTS) throw error;
        if (!(await this.#relieve('overflow', line, signal, rules))) throw error;
      }
    }
  }

  async #connect(): Promise<Line> {
    const { snapshot, connect } = this.#line;
    try {
      return { ...(await connect()), snapshot };
    } catch (error) {
      throw new BranchFailure((error as Error).message);
    }
  }

  #ask({ adapter, builder, snapshot }: Line, signal: AbortSignal, rules: RequestRules): Promise<ModelAnswer> {
    const { messages } = this.#log;
    const built = builder.build(snapshot, messages);
    return callModel(this.#context, {
      ...this.#common(signal, rules),
      adapter,
      built,
      onRequest: (requestId) => {
        this.#params = Object.freeze({ snapshot, messages: deepFreeze(messages), requestId, built });
        this.#prior = { requestId, model: snapshot.model, segments: built.segments, relation: 'own' };
      },
      onProgress: (event) => this.#options.onProgress(event),
    });
  }

  #relieve(trigger: Relief['trigger'], line: Line, signal: AbortSignal, rules: RequestRules): Promise<boolean> {
    const { builder, snapshot } = line;
    return this.#compactor.relieve({
      trigger,
      builder,
      snapshot,
      prior: this.#prior,
      summarise: (messages) => this.#summarise(line, messages, signal, rules),
    });
  }

  /** Null when the model gives no summary: room is then made without one. */
  async #summarise(
    { adapter, builder, snapshot }: Line,
    messages: readonly Message[],
    signal: AbortSignal,
    rules: RequestRules,
  ): Promise<string | null> {
    const built = builder.build(snapshot, summaryMessages(messages, this.#context.ids('message')));
    try {
      const { parts, reason } = await callModel(this.#context, {
        ...this.#common(signal, { ...rules, takesEmpty: true }),
        adapter,
        built,
        purpose: 'summary',
        onRequest: () => {},
        onProgress: () => {},
      });
      return reason === 'stop' ? textOf({ id: '', role: 'model', parts }) : null;
    } catch (error) {
      if (error instanceof ModelError) return null;
      throw error;
    }
  }

  #common(signal: AbortSignal, rules: RequestRules): Omit<ModelCall, 'adapter' | 'built' | 'onRequest' | 'onProgress'> {
    const { branch, id, deltas } = this.#log;
    return {
      branch: id,
      step: branch.steps + 1,
      rules,
      prior: this.#prior,
      prefixCause: this.#isCompacted(branch) ? 'a compaction changed older messages of the context' : null,
      sharedMessages: inheritedCount(this.#context.journal.state, id),
      signal,
      deltas,
      beforeAttempt: () => this.#passGate(signal),
    };
  }

  /** True when the context was compacted since the request that the next one is compared with. */
  #isCompacted({ compactions, requests }: BranchState): boolean {
    const last = compactions.at(-1);
    if (!last || !this.#prior) return false;
    return requests.indexOf(last.afterRequest ?? '') >= requests.indexOf(this.#prior.requestId);
  }

  /** In front of every request: a pause, an interrupt. */
  async #passGate(signal: AbortSignal): Promise<void> {
    const { gate, onPause } = this.#options;
    if (gate.isClosed && !signal.aborted) {
      this.#log.append({ type: 'branch-status', status: 'paused', reason: 'paused before its next request' });
      onPause(true);
      await gate.pass(signal);
      onPause(false);
      if (!signal.aborted) this.#log.append({ type: 'branch-status', status: 'running' });
    }
    if (signal.aborted) throw new InterruptedError('');
  }
}
