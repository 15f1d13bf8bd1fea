import type { ForkReport } from '../../core/fork/notification.ts';
import type { Snapshot } from '../../core/prefix/snapshot.ts';
import type { EndStatus, TurnStarted } from '../../core/session/events.ts';
import type { CallPart } from '../../core/session/message.ts';
import { INTERRUPTED_STAND_IN } from '../../core/session/recover.ts';
import { waitsForWords } from '../../core/session/selectors.ts';
import type { BoundKind } from '../../core/subagent/bounds.ts';
import { ModelError } from '../providers/model-adapter.ts';
import type { ToolContext, ToolOutput } from '../tools/tool.ts';
import { BranchFailure } from './branch-failure.ts';
import { BranchLog } from './branch-log.ts';
import { BranchRequests, type RequestLine } from './branch-requests.ts';
import { runSteps } from './branch-steps.ts';
import type { Connection } from './connections.ts';
import { type Inbound, Inbox } from './mailbox.ts';
import { InterruptedError, type PriorRequest, type RequestProgress } from './model-call.ts';
import { PauseGate } from './pause-gate.ts';
import type { RunPolicy } from './run-policy.ts';
import type { CacheSafeParams, SessionContext } from './session-context.ts';
import { type RunCalls, runCalls } from './tool-calls.ts';

export interface BranchRunnerOptions {
  readonly branch: string;
  readonly snapshot: Snapshot;
  readonly parentRoot: string | null;
  /** What the branch's first request is compared with: its parent's last, or its own before a restart. */
  readonly prior: PriorRequest | null;
  /** The provider that the snapshot names; the session's own when left out. */
  connect?(): Promise<Connection>;
  /** Makes the rules of one turn. */
  policy(): RunPolicy;
  /** Starts the branches that the calls of one message ask for, and answers those calls. */
  startBranches(
    runner: BranchRunner,
    calls: readonly CallPart[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, ToolOutput | Promise<ToolOutput>>>;
  /** See `StepRun`. */
  reportedBy(callId: string): readonly string[];
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

/** For a branch that failed while something waited for it: nothing is lost, but it is not known there yet. */
const ENDED_WITHOUT =
  'This branch failed before all reports and messages had reached it. They come with the next message that you send it.';

/** Runs one branch: from a message that waits until the branch is idle again. */
export class BranchRunner {
  readonly id: string;
  readonly #context: SessionContext;
  readonly #options: BranchRunnerOptions;
  readonly #log: BranchLog;
  readonly #requests: BranchRequests;
  readonly #gate = new PauseGate();
  readonly #inbox: Inbox;
  #controller: AbortController | null = null;
  #run: Promise<void> | null = null;
  #policy: RunPolicy | null = null;
  #change: (() => RequestLine) | null = null;
  #interruptedBy: string | null = null;
  #command: Parameters<NonNullable<ToolContext['onCommand']>>[0] = null;

  constructor(context: SessionContext, options: BranchRunnerOptions) {
    this.id = options.branch;
    this.#context = context;
    this.#options = options;
    this.#log = new BranchLog(context, options.branch);
    this.#inbox = new Inbox(options.reportOf, options.remaining);
    const { snapshot, prior, onProgress, connect } = options;
    this.#requests = new BranchRequests(context, this.#log, {
      snapshot,
      prior,
      gate: this.#gate,
      connect: connect ?? (() => Promise.resolve(context)),
      onProgress,
      onPause: (isPaused) => this.#policy?.wait(isPaused),
    });
  }

  get isRunning(): boolean {
    return this.#run !== null;
  }

  get isPaused(): boolean {
    return this.#gate.isClosed;
  }

  /** Frozen parameters and messages of the last request, or null before the first one. */
  getCacheSafeParams(): CacheSafeParams | null {
    return this.#requests.params;
  }

  /** Puts something into the branch's next message: at the next step if it runs, else by starting a turn. */
  post(item: Inbound): void {
    this.#inbox.add(item);
    if (!this.#run && !(item.kind === 'report' && this.#interruptedBy !== null)) this.activate();
  }

  /** Keeps a report for the next turn without starting one (after a restart nothing is spent unasked). */
  keep(item: Inbound): void {
    this.#inbox.add(item);
  }

  activate(origin?: TurnStarted['origin']): void {
    if (this.#run) return;
    const byPerson = this.#inbox.holdsPersonsWord;
    this.#interruptedBy = null;
    this.#controller = new AbortController();
    this.#run = this.#turn(origin ?? (byPerson ? 'person' : 'notification'), this.#controller.signal).finally(() => {
      this.#run = null;
      this.#command = null;
      this.#applyChange();
      if (this.#inbox.isEmpty || this.#interruptedBy !== null) return;
      if (this.#log.branch.status !== 'failed') this.activate();
      else this.#context.journal.append({ type: 'notice', level: 'warning', branch: this.id, text: ENDED_WITHOUT });
    });
  }

  /** Ends what runs. Resolves when its processes are gone and the end is written. */
  async interrupt(reason: string): Promise<void> {
    this.#interruptedBy = reason;
    this.#gate.open();
    if (this.#run) {
      this.#controller?.abort();
      await this.#run;
    } else if (this.#log.branch.endedAt === null) {
      this.#end('interrupted', reason, null);
    }
  }

  /**
   * Changes who is asked, and with which parameters: at once while the branch is idle, else in front of its next request
   * or at the end of its turn. In between an answer may be under way that belongs to the former ones. A later change takes
   * the place of one that waits; null takes it away.
   */
  changeLine(change: (() => RequestLine) | null): void {
    this.#change = change;
    if (!this.#run) this.#applyChange();
  }

  #applyChange(): void {
    const change = this.#change;
    this.#change = null;
    if (change) this.#requests.use(change());
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
      this.#log.append({ type: 'turn-started', turn: this.#log.branch.turns + 1, origin });
      this.#log.append({ type: 'branch-status', status: 'running' });
      let report: string;
      do {
        const policy = this.#options.policy();
        this.#policy = policy;
        report = await runSteps({
          log: this.#log,
          inbox: this.#inbox,
          policy,
          signal,
          request: (stop, rules) => {
            this.#applyChange();
            return this.#requests.send(stop, rules);
          },
          runCalls: (calls, stop) => this.#runCalls(calls, stop, policy),
          reportedBy: (callId) => this.#options.reportedBy(callId),
        });
        await this.#options.beforeEnd();
        if (signal.aborted) throw new InterruptedError('');
      } while (!this.#inbox.isEmpty);
      this.#complete(report);
    } catch (error) {
      await this.#options.beforeEnd();
      this.#close(error);
    }
  }

  #runCalls(calls: readonly CallPart[], signal: AbortSignal, policy: RunPolicy): Promise<RunCalls> {
    const { parentRoot, startBranches, onChange } = this.#options;
    const { root, allowedTools } = this.#log.branch;
    return runCalls(
      this.#context,
      {
        branch: this.id,
        root,
        parentRoot,
        allowedTools,
        reader: this.#options.snapshot,
        signal,
        deltas: this.#log.deltas,
        toolbox: policy.toolbox,
        startBranches: (agentCalls, stop) => startBranches(this, agentCalls, stop),
        onWait: (isWaiting) => policy.wait(isWaiting),
        onChange,
        onCommand: (command) => {
          this.#command = command;
        },
      },
      calls,
    );
  }

  #complete(report: string): void {
    const reason = waitsForWords(this.#context.journal.state, this.#log.branch);
    if (reason !== null) {
      this.#log.append({ type: 'branch-status', status: 'waiting', waitingFor: 'children', reason });
      this.#options.onIdle('waiting');
    } else {
      this.#end('completed', null, report);
    }
  }

  #close(error: unknown): void {
    if (error instanceof InterruptedError) {
      this.#log.standIn(error.partialText || INTERRUPTED_STAND_IN, error.partialText ? 'model' : 'stand-in');
      // A subagent's findings are not lost with it; a fork's parent hears that there is no report.
      const findings = this.#policy?.toolbox ? this.#log.lastText : null;
      this.#end('interrupted', this.#interruptedBy ?? 'Interrupted.', findings);
    } else if (error instanceof ModelError || error instanceof BranchFailure) {
      const { report = undefined, bound = null } = error instanceof BranchFailure ? error : {};
      this.#log.standIn(bound === null ? '[No answer: the request failed.]' : '[Stopped at a limit.]', 'stand-in');
      this.#end('failed', error.message, report === undefined ? this.#log.lastText : report, bound);
    } else {
      this.#end('failed', `An internal fault stopped this branch: ${(error as Error).message}`, null);
      this.#options.onFault(error);
    }
  }

  #end(status: EndStatus, reason: string | null, report: string | null, bound: BoundKind | null = null): void {
    this.#log.end(status, reason, report, bound);
    this.#options.onIdle(status);
  }
}
