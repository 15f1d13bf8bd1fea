import type PQueue from 'p-queue';
import type { Snapshot } from '../../core/prefix/snapshot.ts';
import type { Isolation } from '../../core/session/events.ts';
import type { BranchState } from '../../core/session/state.ts';
import type { AgentConfig } from '../../core/subagent/agent-config.ts';
import { branchTitles } from '../../core/subagent/branch-titles.ts';
import { buildFirstMessage } from '../../core/subagent/first-message.ts';
import { inTurn, onAbort } from '../abort.ts';
import type { BranchRunner } from '../agent/branch-runner.ts';
import type { SessionContext } from '../agent/session-context.ts';
import type { ForkWorktree } from '../forks/fork-runner.ts';
import type { ToolOutput } from '../tools/tool.ts';
import type { AgentShelf } from './agent-shelf.ts';
import { outcomeOf } from './outcome-text.ts';
import { type RunRole, revivedRole, storedRole } from './run-role.ts';
import { SubagentBuilder, type SubagentPlan } from './subagent-builder.ts';

export interface SubagentRunnerOptions {
  readonly context: SessionContext;
  /** The places that forks and subagents share. */
  readonly places: PQueue;
  readonly shelf: AgentShelf;
  /** As for forks. */
  createWorktree(parentRoot: string, branch: string, signal: AbortSignal): Promise<ForkWorktree>;
  /** As for forks. */
  prepareWorktree(branch: string, folder: string, signal: AbortSignal): Promise<string | null>;
  makeRunner(options: MakeSubagentRunner): BranchRunner;
  /** The subagent ended before it could run. Resolves when what was made for it is gone. */
  onStillborn(branch: string, status: 'failed' | 'interrupted', reason: string): Promise<void>;
}

export interface MakeSubagentRunner {
  readonly branch: string;
  readonly snapshot: Snapshot;
  readonly role: RunRole;
  readonly parentRoot: string;
  readonly onIdle: () => void;
}

/** One `agent` call with a `subagent_type`. */
export interface SubagentLaunch {
  readonly parent: string;
  readonly agent: AgentConfig;
  readonly description: string;
  readonly prompts: readonly string[];
  /** The call's own wish; null for the agent's, or the session's. */
  readonly isolation: Isolation | null;
  readonly callId: string;
  /** Aborts when the parent is interrupted: then all that it waits for is. */
  readonly signal: AbortSignal;
}

/** What answers a call that does not wait. */
export const BACKGROUND_RESULT =
  'Started in the background. Each report will come to you as a message; do not poll or guess.';

/** Starts subagents: a branch for each prompt, all at once under the cap, each with a fresh context and its own role. */
export class SubagentRunner {
  readonly #options: SubagentRunnerOptions;
  readonly #pending = new Map<string, { readonly controller: AbortController; settled: Promise<void> }>();
  readonly #runners = new Map<string, BranchRunner>();
  /** Branches that a call waits for: their reports come with its result, and not as notifications. */
  readonly #awaited = new Map<string, string>();

  constructor(options: SubagentRunnerOptions) {
    this.#options = options;
  }

  get shelf(): AgentShelf {
    return this.#options.shelf;
  }

  /** Their branches exist when this returns. The promise of a call that waits resolves when all of them have ended. */
  launch(launch: SubagentLaunch): ToolOutput | Promise<ToolOutput> {
    const plan = this.#plan(launch);
    const { context } = this.#options;
    if (plan.isNewSnapshot) context.journal.append({ type: 'snapshot-taken', snapshot: plan.snapshot });
    const first = context.journal.state.order.length;
    const branches = launch.prompts.map((_, index) => `subagent-${first + index}`);
    branches.forEach((branch, index) => {
      this.#bear(launch, plan, branch, index);
    });
    const ended = branches.map((branch) => this.#enqueue(launch, plan, branch));
    if (plan.background) {
      return { text: BACKGROUND_RESULT, isError: false };
    }
    for (const branch of branches) this.#awaited.set(branch, launch.callId);
    const stop = onAbort(launch.signal, () => {
      for (const branch of branches) void this.#interrupt(branch);
    });
    return Promise.all(ended).then(() => {
      stop();
      return outcomeOf(
        branches.map((branch) => this.#branch(branch)),
        context.settings().resultCharacters,
      );
    });
  }

  /** True for a branch whose report comes with the result of the call that started it. */
  isAwaited(branch: string): boolean {
    return this.#awaited.has(branch);
  }

  /** The branches whose reports stand in the result of this call. From now on they are like any other. */
  takeReported(callId: string): string[] {
    const branches = [...this.#awaited].flatMap(([branch, by]) => (by === callId ? [branch] : []));
    for (const branch of branches) this.#awaited.delete(branch);
    return branches;
  }

  /** Stops a subagent that does not run yet, and resolves when its end is written; null when it runs, or never was. */
  cancelPending(branch: string): Promise<void> | null {
    const pending = this.#pending.get(branch);
    pending?.controller.abort();
    return pending?.settled ?? null;
  }

  /** The role of a stored subagent; null for a branch that is none, or whose log does not say. */
  revive({ role }: BranchState): RunRole | null {
    const { context, shelf } = this.#options;
    return role && revivedRole(role, context.tools, shelf.skills, context.settings().bounds);
  }

  #plan({ agent, parent }: SubagentLaunch): SubagentPlan {
    const { context, shelf } = this.#options;
    const { bounds, textModels } = context.settings();
    const { state } = context.journal;
    const snapshot = state.snapshots[this.#branch(parent).snapshotVersion];
    if (!snapshot) throw new Error('This session has no stored request parameters, so it cannot start subagents.');
    const builder = new SubagentBuilder({
      tools: [...context.tools.values()],
      bounds,
      defaultModel: (provider) => context.connections.defaultModel(provider),
      callsNatively: (_, model) => !textModels.includes(model),
    });
    return builder.build(agent, snapshot, shelf.skills, state.snapshots);
  }

  #bear(launch: SubagentLaunch, plan: SubagentPlan, branch: string, index: number): void {
    const { parent, description, prompts, callId } = launch;
    const { journal } = this.#options.context;
    const title = branchTitles(description, prompts)[index] ?? description;
    journal.append({
      type: 'branch-created',
      branch,
      parent,
      kind: 'subagent',
      title,
      directive: prompts[index] ?? '',
      forkPoint: null,
      callId,
      snapshot: 'prepared',
      snapshotVersion: plan.snapshot.version,
      root: this.#branch(parent).root,
      role: storedRole(plan),
    });
    for (const text of plan.notices) journal.append({ type: 'notice', level: 'warning', branch, text });
  }

  /** Resolves when the branch has ended, whichever way. */
  #enqueue(launch: SubagentLaunch, plan: SubagentPlan, branch: string): Promise<void> {
    const { places } = this.#options;
    const controller = new AbortController();
    if (places.pending >= places.concurrency) this.#say(branch, 'waits for a free place');
    const pending = { controller, settled: Promise.resolve() };
    this.#pending.set(branch, pending);
    const run = () => this.#start(launch, plan, branch, controller.signal);
    pending.settled = inTurn(places, controller.signal, run).catch((error: Error) =>
      this.#endUnborn(branch, controller.signal, error),
    );
    return pending.settled;
  }

  async #start(launch: SubagentLaunch, plan: SubagentPlan, branch: string, signal: AbortSignal): Promise<void> {
    const { context, createWorktree, prepareWorktree } = this.#options;
    const { journal } = context;
    const parentRoot = this.#branch(launch.parent).root;
    const isolation = launch.isolation ?? plan.isolation ?? journal.state.session?.isolation ?? 'worktree';
    let told: string | null = null;
    if (isolation === 'worktree') {
      this.#say(branch, 'makes its worktree');
      const worktree = await createWorktree(parentRoot, branch, signal);
      journal.append({ type: 'worktree-created', branch, ...worktree });
      signal.throwIfAborted();
      told = await prepareWorktree(branch, worktree.path, signal);
    }
    signal.throwIfAborted();
    const { directive, root, worktree } = this.#branch(branch);
    const { gitBranch = null, head = '' } = journal.state.session?.workspace ?? {};
    const workspace = buildFirstMessage(directive ?? '', {
      roots: [root],
      gitBranch: worktree ? worktree.gitBranch : gitBranch,
      commit: worktree?.baseCommit ?? head,
    });
    const parts = told === null ? workspace : [...workspace, { kind: 'text', text: told } as const];
    const message = { id: context.ids('start'), role: 'user', parts } as const;
    journal.append({ type: 'message-added', branch, message, author: 'fork-start' });
    this.#pending.delete(branch);
    await this.#run(plan, branch, parentRoot);
  }

  #run(plan: SubagentPlan, branch: string, parentRoot: string): Promise<void> {
    return new Promise((resolve) => {
      const { snapshot } = plan;
      const runner = this.#options.makeRunner({ branch, snapshot, role: plan, parentRoot, onIdle: resolve });
      this.#runners.set(branch, runner);
      runner.activate('directive');
    });
  }

  #interrupt(branch: string): Promise<void> {
    const reason = 'Interrupted, because the branch that waited for it was.';
    return this.cancelPending(branch) ?? this.#runners.get(branch)?.interrupt(reason) ?? Promise.resolve();
  }

  #say(branch: string, reason: string): void {
    this.#options.context.journal.append({ type: 'branch-status', branch, status: 'starting', reason });
  }

  async #endUnborn(branch: string, signal: AbortSignal, error: Error): Promise<void> {
    const { onStillborn } = this.#options;
    if (signal.aborted) await onStillborn(branch, 'interrupted', 'Interrupted before it started.');
    else await onStillborn(branch, 'failed', error.message);
    this.#pending.delete(branch);
  }

  #branch(id: string): BranchState {
    const branch = this.#options.context.journal.state.branches[id];
    if (!branch) throw new Error(`branch ${id} is not in the log`);
    return branch;
  }
}
