import type PQueue from 'p-queue';
import { buildChildMessage } from '../../core/fork/child-message.ts';
import { FORK_AGENT } from '../../core/fork/fork-agent.ts';
import { buildForkedMessages } from '../../core/fork/forked-messages.ts';
import { buildWorktreeNotice } from '../../core/fork/worktree-notice.ts';
import type { Snapshot } from '../../core/prefix/snapshot.ts';
import type { Isolation } from '../../core/session/events.ts';
import type { Message } from '../../core/session/message.ts';
import { inTurn } from '../abort.ts';
import type { BranchRunner } from '../agent/branch-runner.ts';
import type { PriorRequest, RequestProgress } from '../agent/model-call.ts';
import type { SessionContext } from '../agent/session-context.ts';
import { HoldGroup } from './hold-group.ts';
import { preFlight } from './pre-flight.ts';

/** One fork to start. */
export interface ForkItem {
  readonly description: string;
  readonly directive: string;
  readonly isolation: Isolation;
  /** The parent's `agent` call; null when a person forked. `wireId` is what the model knows the call by. */
  readonly call: { readonly callId: string; readonly wireId?: string } | null;
  /** The only tools that may run in it; absent or null when all may. They are refused when called, never undeclared. */
  readonly allowedTools?: readonly string[] | null;
}

/** Where forks start from: their parent's frozen parameters and messages. */
export interface ForkOrigin {
  readonly parent: string;
  readonly parentRoot: string;
  readonly snapshot: Snapshot;
  /** `prepared` when the parent had no snapshot yet: nothing is shared. */
  readonly source: 'inherited' | 'prepared';
  readonly history: readonly Message[];
  /** The parent's last request, up to the fork point, for the comparison of bytes; null without one. */
  readonly prior: PriorRequest | null;
}

export interface ForkRunnerOptions {
  readonly context: SessionContext;
  /** The places that forks and subagents share. */
  readonly places: PQueue;
  /** Makes the fork's own working copy, or throws an error with a plain sentence. After an abort it leaves nothing. */
  createWorktree(parentRoot: string, branch: string, signal: AbortSignal): Promise<ForkWorktree>;
  /**
   * Makes a new working copy ready. Resolves with what the branch must be told of it, or null; throws an error with a
   * plain sentence when the branch must end.
   */
  prepareWorktree(branch: string, folder: string, signal: AbortSignal): Promise<string | null>;
  makeRunner(options: MakeRunner): BranchRunner;
  /** The fork ended before it could run. Resolves when what was made for it is gone. */
  onStillborn(branch: string, status: 'failed' | 'interrupted', reason: string): Promise<void>;
}
export interface ForkWorktree {
  readonly path: string;
  readonly baseCommit: string;
  readonly gitBranch: string | null;
  readonly notices: readonly string[];
}
export interface MakeRunner {
  readonly branch: string;
  readonly snapshot: Snapshot;
  readonly parentRoot: string;
  readonly prior: PriorRequest | null;
  readonly onProgress: (event: RequestProgress) => void;
  readonly onIdle: () => void;
}

/** A fork that does not run yet; `settled` resolves when it has ended. */
interface PendingFork {
  readonly controller: AbortController;
  settled: Promise<void>;
}

/** Starts forks: birth, working copy, first messages, hold, run. Places are limited; what is over waits, visibly. */
export class ForkRunner {
  readonly #options: ForkRunnerOptions;
  readonly #places: PQueue;
  readonly #pending = new Map<string, PendingFork>();
  readonly #groups = new Map<string, HoldGroup>();

  constructor(options: ForkRunnerOptions) {
    this.#options = options;
    this.#places = options.places;
  }

  /** Starts siblings. Their branches exist when this returns; the rest happens in the background. */
  launch(origin: ForkOrigin, items: readonly ForkItem[]): string[] {
    const { context } = this.#options;
    const first = context.journal.state.order.length;
    const branches = items.map((_, index) => `fork-${first + index}`);
    const group = this.#groupFor(origin, items.length);
    items.forEach((item, index) => {
      const branch = branches[index] ?? '';
      this.#bear(origin, item, branch);
      this.#groups.set(branch, group);
      const controller = new AbortController();
      const number = index + 1;
      const run = () =>
        this.#start(origin, item, { branch, number, count: items.length, group, signal: controller.signal });
      if (this.#places.pending >= this.#places.concurrency) this.#say(branch, 'starting', 'waits for a free place');
      // In the map before it starts: a fork without a worktree runs at once.
      const pending: PendingFork = { controller, settled: Promise.resolve() };
      this.#pending.set(branch, pending);
      pending.settled = inTurn(this.#places, controller.signal, run).catch((error: Error) =>
        this.#endUnborn(branch, controller.signal, error),
      );
    });
    return branches;
  }

  skipHold(branch: string): void {
    this.#groups.get(branch)?.skip(branch);
  }

  /** Stops a fork that does not run yet, and resolves when its end is written; null when it runs, or never was. */
  cancelPending(branch: string): Promise<void> | null {
    const pending = this.#pending.get(branch);
    pending?.controller.abort();
    return pending?.settled ?? null;
  }

  #bear(origin: ForkOrigin, { description, directive, call, allowedTools }: ForkItem, branch: string): void {
    const { history, snapshot, source, parent, parentRoot } = origin;
    const last = history.at(-1);
    const point = last?.role === 'user' ? history.at(-2) : last;
    this.#options.context.journal.append({
      type: 'branch-created',
      branch,
      parent,
      kind: 'fork',
      title: description,
      directive,
      forkPoint: point ? { branch: parent, messageId: point.id } : null,
      callId: call?.callId ?? null,
      snapshot: source,
      snapshotVersion: snapshot.version,
      root: parentRoot,
      ...(allowedTools ? { allowedTools } : {}),
    });
  }

  async #start(
    origin: ForkOrigin,
    item: ForkItem,
    place: { branch: string; number: number; count: number; group: HoldGroup; signal: AbortSignal },
  ): Promise<void> {
    const { branch, number, count, group, signal } = place;
    const notices: string[] = item.allowedTools ? [toolsNotice(item.allowedTools)] : [];
    if (item.isolation === 'worktree') {
      this.#say(branch, 'starting', 'makes its worktree');
      const worktree = await this.#options.createWorktree(origin.parentRoot, branch, signal);
      this.#options.context.journal.append({ type: 'worktree-created', branch, ...worktree });
      notices.push(buildWorktreeNotice(origin.parentRoot, worktree.path));
      signal.throwIfAborted();
      const told = await this.#options.prepareWorktree(branch, worktree.path, signal);
      if (told !== null) notices.push(told);
    }
    // A fork that is interrupted must not become the one that the others wait for.
    signal.throwIfAborted();
    const identity = {
      number,
      count,
      description: item.description,
      callId: item.call?.wireId ?? item.call?.callId ?? null,
    };
    this.#addFirstMessages(origin, branch, buildChildMessage(item.directive, { identity, notices }));
    if (group.mustWait(branch)) {
      this.#say(branch, 'held', `held: warming cache (${group.leader ?? 'another fork'} goes first)`);
      await group.wait(branch, signal);
    }
    signal.throwIfAborted();
    this.#pending.delete(branch);
    await this.#run(origin, branch, group);
  }

  #run(origin: ForkOrigin, branch: string, group: HoldGroup): Promise<void> {
    return new Promise((resolve) => {
      const runner = this.#options.makeRunner({
        branch,
        snapshot: origin.snapshot,
        parentRoot: origin.parentRoot,
        prior: origin.prior,
        onProgress: (event) => group.leaderSent(branch, event),
        onIdle: () => {
          // An end without a request (an interrupt, the budget) lets the others go as an error does.
          group.leaderSent(branch, 'error');
          resolve();
        },
      });
      runner.activate('directive');
    });
  }

  #addFirstMessages({ history }: ForkOrigin, branch: string, childText: string): void {
    const { context } = this.#options;
    const shape = context.adapter.dialect.forkShape;
    const { added, notice } = buildForkedMessages(history, childText, shape, (kind) => context.ids(kind));
    for (const message of added) {
      context.journal.append({ type: 'message-added', branch, message, author: 'fork-start' });
    }
    if (notice) context.journal.append({ type: 'notice', level: 'info', branch, text: notice });
  }

  /** Weighs the launch; when it would cost more than it should, the log says so before a request leaves. */
  #groupFor(origin: ForkOrigin, count: number): HoldGroup {
    const { context } = this.#options;
    const { hold, estimate } = preFlight(context, origin, count);
    if (estimate.warning !== null) {
      context.journal.append({ type: 'notice', level: 'warning', branch: origin.parent, text: estimate.warning });
    }
    return new HoldGroup(hold);
  }

  #say(branch: string, status: 'starting' | 'held', reason: string): void {
    this.#options.context.journal.append({ type: 'branch-status', branch, status, reason });
  }

  async #endUnborn(branch: string, signal: AbortSignal, error: Error): Promise<void> {
    this.#groups.get(branch)?.leave(branch);
    const { onStillborn } = this.#options;
    if (signal.aborted) await onStillborn(branch, 'interrupted', 'Interrupted before it started.');
    else await onStillborn(branch, 'failed', error.message);
    this.#pending.delete(branch);
  }
}

/** The fallback of a fork whose parent has no snapshot: its own system text and the tools as they are prepared now. */
export function preparedSnapshot(from: Snapshot, version: number): Snapshot {
  return { ...from, version, systemText: FORK_AGENT.systemPrompt };
}

/** Stands behind the directive, where it costs no shared byte. */
function toolsNotice(allowed: readonly string[]): string {
  if (allowed.length === 0) return 'No tool will run for you: answer from what you know.';
  return `Only these tools will run for you: ${allowed.join(', ')}. Calls of the others are refused.`;
}
