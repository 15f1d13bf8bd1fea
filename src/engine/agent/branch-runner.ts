import { FORK_AGENT } from '../../core/fork/fork-agent.ts';
import type { ForkReport } from '../../core/fork/notification.ts';
import { deepFreeze, type Snapshot } from '../../core/prefix/snapshot.ts';
import type {
  BranchEnded,
  BranchStatusChanged,
  EndStatus,
  MessageAdded,
  ReportDelivered,
  TurnStarted,
} from '../../core/session/events.ts';
import {
  type CallPart,
  callsOf,
  type Message,
  type Part,
  type ResultPart,
  textOf,
} from '../../core/session/message.ts';
import { INTERRUPTED_STAND_IN } from '../../core/session/recover.ts';
import { contextOf, totalsOf } from '../../core/session/selectors.ts';
import type { BranchState, SessionState } from '../../core/session/state.ts';
import { ModelError } from '../providers/model-adapter.ts';
import type { ToolContext, ToolOutput } from '../tools/tool.ts';
import { DeltaBuffer } from './delta-buffer.ts';
import { deliveryOf, type Inbound } from './mailbox.ts';
import {
  callModel,
  InterruptedError,
  type ModelAnswer,
  type PriorRequest,
  type RequestProgress,
} from './model-call.ts';
import { PauseGate } from './pause-gate.ts';
import type { CacheSafeParams, SessionContext } from './session-context.ts';
import { resultFor, runCalls } from './tool-calls.ts';

/** A branch ends `failed` with this reason: one plain sentence with a next step. */
export class BranchFailure extends Error {}

export interface BranchRunnerOptions {
  readonly branch: string;
  readonly snapshot: Snapshot;
  readonly parentRoot: string | null;
  /** What the branch's first request is compared with: its parent's last, or its own before a restart. */
  readonly prior: PriorRequest | null;
  readonly maxSteps: number;
  /** Starts the branches that the calls of one message ask for, and answers those calls. */
  startBranches(runner: BranchRunner, calls: readonly CallPart[]): Map<string, ToolOutput>;
  reportOf(branch: string): ForkReport;
  /** Children that are still out. */
  remaining(): number;
  /** Files of the branch's root may have changed. */
  onChange(): void;
  /** Of any request of the branch. */
  onProgress(event: RequestProgress): void;
  /** Runs in front of an end, e.g. to count the worktree's changes a last time. */
  beforeEnd(): Promise<void>;
  /** The branch ended, or went idle to wait for its children. */
  onIdle(end: EndStatus | 'waiting'): void;
  /** A bug stopped the branch. */
  onFault(error: unknown): void;
}

const REPORT_NOW = 'This was your last step. Write your report now, without any tool.';

/** Runs one branch: from a message that waits until the branch is idle again. */
export class BranchRunner {
  readonly id: string;
  readonly #context: SessionContext;
  readonly #options: BranchRunnerOptions;
  readonly #deltas: DeltaBuffer;
  readonly #gate = new PauseGate();
  readonly #mailbox: Inbound[] = [];
  #prior: PriorRequest | null;
  #params: CacheSafeParams | null = null;
  #controller: AbortController | null = null;
  #run: Promise<void> | null = null;
  #interruptedBy: string | null = null;
  #command: Parameters<NonNullable<ToolContext['onCommand']>>[0] = null;

  constructor(context: SessionContext, options: BranchRunnerOptions) {
    this.id = options.branch;
    this.#context = context;
    this.#options = options;
    this.#prior = options.prior;
    this.#deltas = new DeltaBuffer((delta) => context.journal.append(delta));
  }

  get isRunning(): boolean {
    return this.#run !== null;
  }

  get isPaused(): boolean {
    return this.#gate.isClosed;
  }

  /** Frozen parameters and messages of the last request, or null before the first one. */
  getCacheSafeParams(): CacheSafeParams | null {
    return this.#params;
  }

  /** Puts something into the branch's next message: at the next step if it runs, else by starting a turn. */
  post(item: Inbound): void {
    this.#mailbox.push(item);
    if (!this.#run && !(item.kind === 'report' && this.#interruptedBy !== null)) this.activate();
  }

  /** Keeps a report for the next turn without starting one (after a restart nothing is spent unasked). */
  keep(item: Inbound): void {
    this.#mailbox.push(item);
  }

  activate(origin?: TurnStarted['origin']): void {
    if (this.#run) return;
    const byPerson = this.#mailbox.some((item) => item.kind === 'person');
    this.#interruptedBy = null;
    this.#controller = new AbortController();
    this.#run = this.#turn(origin ?? (byPerson ? 'person' : 'notification'), this.#controller.signal).finally(() => {
      this.#run = null;
      this.#command = null;
      if (this.#mailbox.length > 0 && this.#interruptedBy === null && !this.#failed()) this.activate();
    });
  }

  /** Ends what runs. Resolves when its processes are gone and the end is written. */
  async interrupt(reason: string): Promise<void> {
    this.#interruptedBy = reason;
    this.#gate.open();
    if (this.#run) {
      this.#controller?.abort();
      await this.#run;
    } else if (this.#branch().endedAt === null) {
      this.#end('interrupted', reason, null);
    }
  }

  pause(): void {
    this.#gate.close();
  }

  resume(): void {
    this.#gate.open();
  }

  /** Writes to the terminal of the command that runs now; false when none does. */
  writeTerminal(data: string): boolean {
    this.#command?.write(data);
    return this.#command !== null;
  }

  /** Fits the terminal of the command that runs now, in character cells; later commands start at their own size. */
  resizeTerminal(columns: number, rows: number): void {
    this.#command?.resize(columns, rows);
  }

  async #turn(origin: TurnStarted['origin'], signal: AbortSignal): Promise<void> {
    try {
      this.#append({ type: 'turn-started', turn: this.#branch().turns + 1, origin });
      this.#append({ type: 'branch-status', status: 'running' });
      let report: string;
      do {
        report = await this.#steps(signal);
        await this.#options.beforeEnd();
        if (signal.aborted) throw new InterruptedError('');
      } while (this.#mailbox.length > 0);
      this.#complete(report);
    } catch (error) {
      await this.#options.beforeEnd();
      this.#close(error);
    }
  }

  /** Steps until an answer asks for nothing more. Returns its text. */
  async #steps(signal: AbortSignal): Promise<string> {
    let results: readonly ResultPart[] = [];
    for (let taken = 1; ; taken++) {
      this.#deliver(results, taken > this.#options.maxSteps);
      const answer = await this.#request(signal);
      const message: Message = { id: this.#context.ids('message'), role: 'model', parts: answer.parts };
      this.#add(message, 'model');
      const calls = callsOf(message);
      if (answer.reason === 'safety') {
        this.#answerOpen(calls, 'Not run: the answer was blocked.');
        throw new BranchFailure(
          `The provider blocked the answer (${answer.providerReason}). Say it in other words and send it again.`,
        );
      }
      if (calls.length === 0) {
        if (answer.reason !== 'stop') throw new BranchFailure(cutSentence(answer));
        if (this.#mailbox.length === 0) return textOf(message);
        results = [];
        continue;
      }
      if (taken > this.#options.maxSteps) {
        this.#answerOpen(calls, 'Not run: the step limit was reached.');
        throw new BranchFailure(
          `It reached its limit of ${this.#options.maxSteps} steps without a report. Send it a message to go on.`,
        );
      }
      results =
        answer.reason === 'max-tokens'
          ? calls.map((call) => resultFor(call, { text: CUT_CALL, isError: true }))
          : await this.#runCalls(calls, signal);
      if (signal.aborted) {
        this.#add({ id: this.#context.ids('message'), role: 'user', parts: results }, 'tools');
        throw new InterruptedError('');
      }
    }
  }

  async #request(signal: AbortSignal): Promise<ModelAnswer> {
    const { snapshot } = this.#options;
    const messages = contextOf(this.#context.journal.state, this.id);
    const built = this.#context.builder.build(snapshot, messages);
    const answer = await callModel(this.#context, {
      branch: this.id,
      step: this.#branch().steps + 1,
      built,
      prior: this.#prior,
      sharedMessages: messages.length - this.#branch().entries.length,
      signal,
      deltas: this.#deltas,
      beforeAttempt: () => this.#passGate(signal),
      onRequest: (requestId) => {
        this.#params = Object.freeze({ snapshot, messages: deepFreeze(messages), requestId, built });
        this.#prior = { requestId, segments: built.segments, relation: 'own' };
      },
      onProgress: (event) => this.#options.onProgress(event),
    });
    return answer;
  }

  /** In front of every request: a pause, an interrupt, the budget. */
  async #passGate(signal: AbortSignal): Promise<void> {
    if (this.#gate.isClosed && !signal.aborted) {
      this.#append({ type: 'branch-status', status: 'paused', reason: 'paused before its next request' });
      await this.#gate.pass(signal);
      if (!signal.aborted) this.#append({ type: 'branch-status', status: 'running' });
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

  #runCalls(calls: readonly CallPart[], signal: AbortSignal): Promise<ResultPart[]> {
    const { parentRoot, startBranches, onChange } = this.#options;
    return runCalls(
      this.#context,
      {
        branch: this.id,
        root: this.#branch().root,
        parentRoot,
        allowedTools: this.#branch().allowedTools,
        signal,
        deltas: this.#deltas,
        startBranches: (agentCalls) => startBranches(this, agentCalls),
        onChange,
        onCommand: (command) => {
          this.#command = command;
        },
      },
      calls,
    );
  }

  /** Adds one user message of the results and of all that waits: roles must alternate. */
  #deliver(results: readonly ResultPart[], isLastStep: boolean): void {
    const { reportOf, remaining } = this.#options;
    const delivery = deliveryOf(this.#mailbox.splice(0), reportOf, remaining());
    const grace: Part[] = isLastStep ? [{ kind: 'text', text: REPORT_NOW }] : [];
    const parts: Part[] = [...results, ...(delivery?.parts ?? []), ...grace];
    if (parts.length === 0) return;
    const message: Message = { id: this.#context.ids('message'), role: 'user', parts };
    this.#add(message, results.length > 0 ? 'tools' : (delivery?.author ?? 'tools'));
    if (delivery && delivery.from.length > 0) {
      this.#append({ type: 'report-delivered', from: delivery.from, messageId: message.id });
    }
  }

  #answerOpen(calls: readonly CallPart[], text: string): void {
    if (calls.length === 0) return;
    const parts = calls.map((call) => resultFor(call, { text, isError: true }));
    this.#add({ id: this.#context.ids('message'), role: 'user', parts }, 'tools');
  }

  #complete(report: string): void {
    const remaining = this.#options.remaining();
    if (remaining > 0) {
      const reason = `waits for ${remaining === 1 ? 'one fork' : `${remaining} forks`}`;
      this.#append({ type: 'branch-status', status: 'waiting', waitingFor: 'children', reason });
      this.#options.onIdle('waiting');
    } else {
      this.#end('completed', null, report);
    }
  }

  #close(error: unknown): void {
    if (error instanceof InterruptedError) {
      this.#standIn(error.partialText || INTERRUPTED_STAND_IN, error.partialText ? 'model' : 'stand-in');
      this.#end('interrupted', this.#interruptedBy ?? 'Interrupted.', null);
    } else if (error instanceof ModelError || error instanceof BranchFailure) {
      this.#standIn('[No answer: the request failed.]', 'stand-in');
      this.#end('failed', error.message, this.#lastText());
    } else {
      this.#end('failed', `An internal fault stopped this branch: ${(error as Error).message}`, null);
      this.#options.onFault(error);
    }
  }

  /** A history must not end on a user message, or the next one could not be added. */
  #standIn(text: string, author: MessageAdded['author']): void {
    const last = contextOf(this.#context.journal.state, this.id).at(-1);
    if (last?.role !== 'user') return;
    this.#add({ id: this.#context.ids('message'), role: 'model', parts: [{ kind: 'text', text }] }, author);
  }

  #end(status: EndStatus, reason: string | null, report: string | null): void {
    this.#deltas.flush();
    this.#append({ type: 'branch-ended', status, reason, report });
    this.#options.onIdle(status);
  }

  #failed(): boolean {
    return this.#branch().status === 'failed';
  }

  #lastText(): string | null {
    const entry = this.#branch().entries.findLast(({ author }) => author === 'model');
    return (entry && textOf(entry.message)) || null;
  }

  #add(message: Message, author: MessageAdded['author']): void {
    this.#deltas.flush();
    this.#append({ type: 'message-added', message, author });
  }

  #append(body: BranchEventBody): void {
    this.#context.journal.append({ ...body, branch: this.id });
  }

  #branch(): BranchState {
    const branch = this.#context.journal.state.branches[this.id];
    if (!branch) throw new Error(`branch ${this.id} is not in the log`);
    return branch;
  }
}

type InBranch<E> = E extends { readonly branch: string } ? Omit<E, 'branch'> : never;
type BranchEventBody = InBranch<TurnStarted | MessageAdded | BranchStatusChanged | BranchEnded | ReportDelivered>;

const CUT_CALL =
  'Not run: your answer was cut at the output limit before this call was complete. Send it again in smaller pieces.';

function cutSentence({ reason, providerReason }: ModelAnswer): string {
  return reason === 'max-tokens'
    ? 'The answer was cut at the output limit. Send "go on" to let it continue.'
    : `The answer ended early (${providerReason}). Send a message to try again.`;
}

/** Steps that a branch may take in one turn; forks have the limit of their synthetic agent. */
export const MAX_STEPS = FORK_AGENT.maxSteps;
