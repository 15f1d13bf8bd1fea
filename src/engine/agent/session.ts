import PQueue from 'p-queue';
import type { LaunchEstimate } from '../../core/prefix/launch-estimate.ts';
import { freezeSnapshot, type Snapshot } from '../../core/prefix/snapshot.ts';
import { modelNameFault } from '../../core/providers/model-name.ts';
import type { Approval, EndStatus, EventBody, SessionCreated, SessionEvent } from '../../core/session/events.ts';
import { recoveryEvents } from '../../core/session/recover.ts';
import { branchesOf, contextOf, hasEnded, rootOf } from '../../core/session/selectors.ts';
import type { BranchState, SessionState } from '../../core/session/state.ts';
import type { PromptImage } from '../../shared/contract.ts';
import { EngineFault } from '../engine-fault.ts';
import { type ForkItem, ForkRunner, type MakeRunner } from '../forks/fork-runner.ts';
import { preFlight } from '../forks/pre-flight.ts';
import { NO_SETUP_RULES, type SetupRules } from '../setup/setup-rules.ts';
import { WorktreeSetup } from '../setup/worktree-setup.ts';
import { type AgentShelf, BUILT_IN_SHELF } from '../subagents/agent-shelf.ts';
import type { RunRole } from '../subagents/run-role.ts';
import { SubagentPolicy } from '../subagents/subagent-policy.ts';
import { SubagentRunner } from '../subagents/subagent-runner.ts';
import type { BlobStore } from '../transcripts/blob-store.ts';
import { StorageError } from '../transcripts/event-log.ts';
import type { FileList } from '../worktrees/list-files.ts';
import { SessionFolders, type WatchMode } from '../worktrees/live/session-folders.ts';
import { type DiffChoice, SessionWorktrees } from '../worktrees/session-worktrees.ts';
import type { CarriedForks } from '../worktrees/share/carried-forks.ts';
import type { WorktreeService } from '../worktrees/worktree-service.ts';
import { startAgentCalls } from './agent-calls.ts';
import { BranchLog } from './branch-log.ts';
import { reportOf } from './branch-report.ts';
import { BranchRunner } from './branch-runner.ts';
import { ConversationPolicy } from './conversation-policy.ts';
import { requireFolder, requireRoom } from './fork-checks.ts';
import { originAt } from './fork-origin.ts';
import { IdleWait } from './idle-wait.ts';
import type { EventListener } from './journal.ts';
import type { PermissionAnswer } from './permission-queue.ts';
import { partsOfMessage } from './person-message.ts';
import type { RunPolicy } from './run-policy.ts';
import type { SessionContext } from './session-context.ts';
import { SessionModels } from './session-models.ts';
import { forkPriorOf, priorRequestOf } from './stored-request.ts';
import { WorktreeWatches } from './worktree-watches.ts';

export interface SessionOptions {
  readonly context: SessionContext;
  readonly worktrees: WorktreeService;
  /** The agents of the workspace; the built-in ones when left out. */
  readonly shelf?: AgentShelf;
  /** True while a fork's worktree that holds nothing is to go when the fork ends. */
  readonly discardClean?: (() => boolean) | undefined;
  /** What the person has set and allowed about setup commands; nothing when left out. */
  readonly setupRules?: SetupRules;
  /** What an imported bundle carries of its forks. */
  readonly carried?: CarriedForks;
  /** Frees what the session holds (its lock). */
  readonly release: () => void;
  /** Request parameters for branches that have none of their own: those of an imported session. */
  readonly fallback?: Snapshot;
}

/** What a fork may run: all its parent may (null), what only reads, or the tools named here. All stay declared. */
export type ForkTools = 'read-only' | readonly string[] | null;

type RunnerParts = Pick<MakeRunner, 'snapshot' | 'prior'> &
  Partial<Pick<MakeRunner, 'onProgress' | 'onIdle'>> & {
    readonly parentRoot: string | null;
    /** Of a subagent. */
    readonly role?: RunRole | null;
  };

/** One open session: its branches, and everything that a person can do to them. */
export class Session {
  /** What a team does with the forks' worktrees. */
  readonly team: SessionWorktrees;
  readonly #context: SessionContext;
  readonly #discardClean: () => boolean;
  readonly #worktrees: WorktreeService;
  readonly #release: () => void;
  readonly #models: SessionModels;
  readonly #forks: ForkRunner;
  readonly #subagents: SubagentRunner;
  readonly #runners = new Map<string, BranchRunner>();
  /** Branches that were paused before they had a runner. */
  readonly #pausedEarly = new Set<string>();
  readonly #watches: WorktreeWatches;
  readonly #folders: SessionFolders;
  readonly #setup: WorktreeSetup;
  readonly #idle = new IdleWait();
  #fault: Error | null = null;

  private constructor(options: SessionOptions, maxForks: number) {
    const { context, worktrees, discardClean, release, fallback, shelf = BUILT_IN_SHELF } = options;
    this.#context = context;
    this.#models = new SessionModels(context, fallback ?? null);
    this.#worktrees = worktrees;
    this.#discardClean = discardClean ?? (() => false);
    this.#release = release;
    this.#watches = new WorktreeWatches({
      worktrees,
      state: () => context.journal.state,
      append: (body) => this.#append(body),
    });
    this.#setup = new WorktreeSetup(context, options.setupRules ?? NO_SETUP_RULES);
    this.#folders = new SessionFolders({
      state: () => context.journal.state,
      subscribe: (listener) => context.journal.subscribe(listener),
      watch: (folder) => worktrees.watch(folder),
      touch: (branch) => this.#watches.of(branch)?.touch(),
      append: (body) => this.#append(body),
    });
    this.team = new SessionWorktrees({
      worktrees,
      state: () => context.journal.state,
      append: (body) => this.#append(body),
      aroundRemoval: (branch, work) => this.#folders.around(branch, work),
      carried: options.carried,
    });
    context.journal.onBreak((error) => this.#stopForFault(error));
    const birth = {
      context,
      places: new PQueue({ concurrency: maxForks }),
      createWorktree: (parentRoot: string, branch: string, signal: AbortSignal) =>
        worktrees.create(parentRoot, this.#worktreeName(branch), signal),
      prepareWorktree: async (branch: string, folder: string, signal: AbortSignal) => {
        const told = await this.#setup.prepare(branch, folder, signal);
        if (told !== null) this.#watches.of(branch)?.touch();
        return told;
      },
      onStillborn: async (branch: string, status: 'failed' | 'interrupted', reason: string) => {
        this.#append({ type: 'branch-ended', branch, status, reason, report: null });
        await this.#onIdle(branch, status);
      },
    };
    this.#forks = new ForkRunner({ ...birth, makeRunner: (fork) => this.#makeForkRunner(fork) });
    this.#subagents = new SubagentRunner({
      ...birth,
      shelf,
      makeRunner: ({ branch, ...parts }) => this.#addRunner(branch, { ...parts, prior: null }),
    });
  }

  /** Writes the head of a new session's log and its root branch. Nothing runs before the first prompt. */
  static start(options: SessionOptions, header: Omit<SessionCreated, 'type'>, snapshot: Snapshot): Session {
    const session = new Session(options, header.maxForks);
    session.#append({ type: 'session-created', ...header });
    session.#append({ type: 'snapshot-taken', snapshot: freezeSnapshot(snapshot) });
    session.#append({
      type: 'branch-created',
      branch: 'root',
      parent: null,
      kind: 'root',
      title: header.title,
      directive: null,
      forkPoint: null,
      callId: null,
      snapshot: 'inherited',
      snapshotVersion: snapshot.version,
      root: header.workspace.root,
    });
    return session;
  }

  /** Goes on with a stored session: what a crash left open is ended first, and reports that never arrived wait. */
  static async resume(options: SessionOptions): Promise<Session> {
    const { journal } = options.context;
    const session = new Session(options, journal.state.session?.maxForks ?? 8);
    for (const event of recoveryEvents(journal.state)) session.#append(event);
    for (const branch of branchesOf(journal.state)) await session.#revive(branch);
    for (const branch of branchesOf(journal.state)) {
      if (branch.parent === null || branch.delivered || branch.turns === 0) continue;
      session.#runners.get(branch.parent)?.keep({ kind: 'report', branch: branch.id });
    }
    return session;
  }

  get state(): SessionState {
    return this.#context.journal.state;
  }

  /** The stored bytes of this session's requests. */
  get blobs(): BlobStore {
    return this.#context.blobs;
  }

  /** Why the session had to stop; null while it may go on. A stopped one takes nothing more: it must be reopened. */
  get fault(): Error | null {
    return this.#fault;
  }

  /** Every event of the log so far, in order. */
  pastEvents(): readonly SessionEvent[] {
    return this.#context.journal.events;
  }

  subscribe(listener: EventListener): () => void {
    return this.#context.journal.subscribe(listener);
  }

  /** A person's message, with pictures: starts a turn when the branch is idle, steers it when it runs. */
  prompt(branch: string, text: string, images: readonly PromptImage[] = []): void {
    const message = { text, images, now: this.#context.clock() };
    const parts = partsOfMessage(this.state, this.#branch(branch).id, this.#subagents.shelf, message);
    this.#runner(branch).post({ kind: 'person', parts });
  }

  /** Interrupts a branch, and with `subtree` all below it. Resolves when nothing of it runs any more. */
  async interrupt(branch: string, subtree: boolean, reason = 'Interrupted by you.'): Promise<string[]> {
    const ids = subtree ? this.#subtree(branch) : [branch];
    const active = ids.filter((id) => {
      const state = this.state.branches[id];
      return state !== undefined && !hasEnded(state);
    });
    await Promise.all(
      active.map(
        (id) =>
          this.#forks.cancelPending(id) ??
          this.#subagents.cancelPending(id) ??
          this.#runners.get(id)?.interrupt(reason),
      ),
    );
    return active;
  }

  async interruptAll(reason = 'Interrupted by you.'): Promise<string[]> {
    const root = rootOf(this.state);
    return root ? this.interrupt(root.id, true, reason) : [];
  }

  /** Pauses a branch in front of its next request. One that is still being made pauses in front of its first. */
  pause(branch: string): void {
    if (this.#isBeingMade(branch)) this.#pausedEarly.add(branch);
    else this.#runner(branch).pause();
  }

  resume(branch: string): void {
    if (this.#isBeingMade(branch)) this.#pausedEarly.delete(branch);
    else this.#runner(branch).resume();
  }

  skipHold(branch: string): void {
    this.#forks.skipHold(branch);
  }

  /** "Fork from here": siblings from any message of a branch, one per directive. */
  async fork(
    branch: string,
    messageId: string | null,
    directives: readonly string[],
    tools: ForkTools = null,
  ): Promise<string[]> {
    requireFolder(this.state, this.#branch(branch));
    const isolation = this.state.session?.isolation ?? 'worktree';
    const allowedTools = tools === 'read-only' ? this.#readingTools() : tools;
    const items = directives.map((directive): ForkItem => {
      const description = directive.split('\n')[0]?.slice(0, 60) ?? directive;
      return { description, directive, isolation, call: null, allowedTools };
    });
    const origin = await originAt(this.#context, this.#models, this.#branch(branch), messageId);
    requireRoom(this.state, items.length);
    this.#models.store(origin.snapshot);
    return this.#forks.launch(origin, items);
  }

  /** What "Fork from here" would share and cost, before anything is started. */
  async estimateFork(branch: string, messageId: string | null, count: number): Promise<LaunchEstimate> {
    const origin = await originAt(this.#context, this.#models, this.#branch(branch), messageId);
    return preFlight(this.#context, origin, count).estimate;
  }

  #readingTools(): string[] {
    return [...this.#context.tools.values()].flatMap(({ risk, declaration }) =>
      risk === 'read' ? declaration.name : [],
    );
  }

  answerPermission(promptId: string, answer: PermissionAnswer): boolean {
    return this.#context.permissions.answer(promptId, answer);
  }

  setApproval(approval: Approval): void {
    this.#append({ type: 'approval-changed', approval });
    this.#context.permissions.recheck();
  }

  /** From the next request on. USD; null lifts the limit. */
  setBudget(budget: number | null): void {
    this.#append({ type: 'budget-changed', budget });
  }

  /** Where forks of an imported session work from now on. */
  setWorkspace(workspace: SessionCreated['workspace']): void {
    this.#append({ type: 'workspace-changed', workspace });
  }

  /** Whether edits that no tool made are counted too: while somebody looks. */
  watchFolders(mode: WatchMode): void {
    this.#folders.setMode(this.#fault ? 'off' : mode);
  }

  /**
   * Another model of the same provider, from the branch's next request on. What the provider has cached for the former
   * one is of no use to it. Forks and subagents that run already keep theirs.
   */
  setModel(branch: string, model: string): void {
    const own = this.state.snapshots[this.#branch(branch).snapshotVersion];
    const runner = this.#runner(branch);
    if (!own) throw new Error('This branch has not started yet. Wait a moment, then try again.');
    const fault = modelNameFault(model);
    if (fault !== null) throw new EngineFault('usage', fault);
    runner.changeLine(model === own.model ? null : () => this.#models.change(branch, { ...own, model }));
  }

  /** Files that a person may name in a message to this branch. */
  files(branch: string): Promise<FileList> {
    return this.#worktrees.files(this.#branch(branch).root);
  }

  rename(title: string): void {
    this.#append({ type: 'session-renamed', title });
  }

  /** Writes to the terminal of the branch's running command; false when none runs. */
  writeTerminal(branch: string, data: string): boolean {
    const setup = this.#setup.commandOf(branch);
    setup?.write(data);
    return setup !== null || (this.#runners.get(branch)?.writeTerminal(data) ?? false);
  }

  /** Fits the terminal of the branch's running command to its pane; in character cells. */
  resizeTerminal(branch: string, columns: number, rows: number): void {
    this.#setup.commandOf(branch)?.resize(columns, rows);
    this.#runners.get(branch)?.resizeTerminal(columns, rows);
  }

  async diff(branch: string, choice: DiffChoice = {}): Promise<string> {
    return this.#branch(branch).worktree ? this.team.diff(branch, choice) : '';
  }

  /** Removes a branch's worktree after an explicit choice; returns the ref of the backup, if there was something. */
  discardWorktree(branch: string, confirmed: boolean): Promise<string | null> {
    return this.team.discard(branch, { confirmed });
  }

  /** Resolves when no branch runs and none waits for another. Rejects when the session had to stop for a fault. */
  idle(): Promise<void> {
    const promise = this.#idle.next();
    this.#checkIdle();
    return promise.then(() => {
      if (this.#fault) throw this.#fault;
    });
  }

  async close(): Promise<void> {
    this.#folders.close();
    if (!this.#fault) await this.interruptAll('The app was closed. Send a message to go on.');
    await this.#context.blobs.flush().catch(() => {});
    this.#context.journal.close();
    this.#release();
  }

  #makeForkRunner({ branch, snapshot, parentRoot, prior, onProgress, onIdle }: MakeRunner): BranchRunner {
    return this.#addRunner(branch, { snapshot, parentRoot, prior, onProgress, onIdle });
  }

  #addRunner(branch: string, options: RunnerParts): BranchRunner {
    const isolation = this.state.session?.isolation ?? 'worktree';
    const runner = new BranchRunner(this.#context, {
      branch,
      snapshot: options.snapshot,
      parentRoot: options.parentRoot,
      prior: options.prior,
      ...this.#models.connectFor(options.snapshot),
      policy: () => this.#policyFor(branch, options.role ?? null),
      startBranches: (self, calls, signal) => {
        const { forks, subagents } = { forks: this.#forks, subagents: this.#subagents };
        return startAgentCalls({ context: this.#context, forks, subagents, runner: self, isolation, signal }, calls);
      },
      reportedBy: (callId) => this.#subagents.takeReported(callId),
      reportOf: (child) => reportOf(this.#branch(child), this.#context.settings().resultCharacters),
      remaining: () => this.#branch(branch).children.filter((id) => !hasEnded(this.#branch(id))).length,
      onChange: () => this.#watches.of(branch)?.touch(),
      onProgress: (event) => options.onProgress?.(event),
      beforeEnd: async () => this.#watches.of(branch)?.settle(),
      onIdle: (end) => {
        options.onIdle?.();
        void this.#onIdle(branch, end);
      },
      onFault: (error) => this.#stopForFault(error),
    });
    this.#runners.set(branch, runner);
    if (this.#pausedEarly.delete(branch)) runner.pause();
    return runner;
  }

  #policyFor(branch: string, role: RunRole | null): RunPolicy {
    if (!role) return new ConversationPolicy();
    const { clock, ids } = this.#context;
    const log = new BranchLog(this.#context, branch);
    return new SubagentPolicy({
      role,
      clock,
      branch: () => log.branch,
      callId: () => ids('call'),
      lastText: () => log.lastText,
    });
  }

  async #revive(branch: BranchState): Promise<void> {
    const snapshot = this.state.snapshots[branch.snapshotVersion];
    if (!snapshot) return;
    const parentRoot = branch.parent === null ? null : (this.state.branches[branch.parent]?.root ?? null);
    const { blobs } = this.#context;
    const own = await priorRequestOf(this.state, branch, blobs, 'own');
    // A fork that never sent one still starts from its parent's.
    const isUnsent = own === null && branch.kind === 'fork' && branch.snapshot === 'inherited';
    const history = contextOf(this.state, branch.id);
    const prior = isUnsent ? await forkPriorOf(this.state, branch, null, history, blobs) : own;
    this.#addRunner(branch.id, { snapshot, parentRoot, prior, role: this.#subagents.revive(branch) });
  }

  #isBeingMade(branch: string): boolean {
    const { status } = this.#branch(branch);
    return (status === 'starting' || status === 'held') && !this.#runners.has(branch);
  }

  #runner(branch: string): BranchRunner {
    const runner = this.#runners.get(branch);
    if (runner) return runner;
    const { kind, snapshotVersion } = this.#branch(branch);
    const { session } = this.state;
    const snapshot = this.state.snapshots[snapshotVersion];
    if (!snapshot && session?.importedFrom) {
      throw new Error('An imported conversation cannot be gone on with. Fork it from any message instead.');
    }
    if (kind !== 'root' || !snapshot)
      throw new Error('This branch has not started yet. Wait a moment, then try again.');
    return this.#addRunner(branch, { snapshot, parentRoot: null, prior: null });
  }

  /** Resolves when the branch's worktree is left. */
  #onIdle(branch: string, end: EndStatus | 'waiting'): Promise<void> {
    const { parent, callId, worktree } = this.#branch(branch);
    // From now on the worktree may be discarded; one that cannot be unlocked stays as it is.
    const isLeft = end !== 'waiting' && worktree !== null;
    const left = isLeft ? this.#leaveWorktree(branch, worktree.path).catch(() => {}) : Promise.resolve();
    if (end !== 'waiting' && parent !== null && !this.#subagents.isAwaited(branch)) {
      const runner = this.#runners.get(parent);
      // A fork that a person started is told to the parent with its next message; nothing is spent unasked.
      if (callId === null) runner?.keep({ kind: 'report', branch });
      else runner?.post({ kind: 'report', branch });
    }
    setImmediate(() => this.#checkIdle());
    return left;
  }

  async #leaveWorktree(branch: string, path: string): Promise<void> {
    await this.#worktrees.release(path);
    // Nobody can want one in which nothing ever ran.
    const isUnused = this.#branch(branch).turns === 0;
    if (isUnused || this.#discardClean()) await this.team.discardIfClean(branch);
  }

  #checkIdle(): void {
    const busy = branchesOf(this.state).some((branch) => !hasEnded(branch));
    const running = [...this.#runners.values()].some((runner) => runner.isRunning);
    if (this.#fault || (!busy && !running)) this.#idle.tell();
  }

  /** The disk refused (nothing more can be stored), or a bug: everything stops, and the person is told. */
  #stopForFault(error: unknown): void {
    if (this.#fault) return;
    this.#fault = error instanceof Error ? error : new Error(String(error));
    const isStorage = error instanceof StorageError;
    const text = isStorage ? error.message : `An internal fault stopped the session: ${this.#fault.message}`;
    this.#append({ type: 'notice', level: 'error', branch: null, text });
    void this.interruptAll(text).finally(() => this.#checkIdle());
  }

  #subtree(branch: string): string[] {
    return [branch, ...this.#branch(branch).children.flatMap((child) => this.#subtree(child))];
  }

  #worktreeName(branch: string): string {
    const { sessionId } = this.state.session ?? { sessionId: 'session' };
    return `${sessionId.slice(-6)}-${branch}`;
  }

  #append(body: EventBody): void {
    this.#context.journal.append(body);
  }

  #branch(id: string): BranchState {
    const branch = this.state.branches[id];
    if (!branch) throw new Error(`There is no branch ${id} in this session. List them with \`forkscope show\`.`);
    return branch;
  }
}
