import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { modelNameFault } from '../core/providers/model-name.ts';
import type { SessionEvent } from '../core/session/events.ts';
import { LOG_VERSION } from '../core/session/events.ts';
import { branchesOf, hasEnded } from '../core/session/selectors.ts';
import type { SessionState } from '../core/session/state.ts';
import type {
  ConnectionTest,
  DeletedForGood,
  SessionListItem,
  SessionLoss,
  SessionOptions,
  TrashedSession,
  WorkspaceInfo,
} from '../shared/contract.ts';
import type { ProviderId } from '../shared/settings.ts';
import type { PrunedWorktrees, SetupInForce } from '../shared/worktree-calls.ts';
import { Session } from './agent/session.ts';
import { Clones } from './clones.ts';
import { DEMO_PROMPT } from './demo/demo-prompt.ts';
import { makeDemoRepository } from './demo/make-demo-repository.ts';
import { EngineFault } from './engine-fault.ts';
import { Housekeeping } from './housekeeping.ts';
import { ModelServices, type ModelServicesOptions, sessionParameters } from './model-services.ts';
import { type ContextParts, newContext, randomId, storedContext } from './open-session.ts';
import { testConnection } from './providers/connection-test.ts';
import type { ModelAdapter } from './providers/model-adapter.ts';
import { Retention } from './retention.ts';
import { Reviews } from './review/reviews.ts';
import { lossOf } from './session-loss.ts';
import { CarefulSettings } from './settings/careful-settings.ts';
import { loadPrices } from './settings/prices.ts';
import { type SetupRules, storedSetupRules } from './setup/setup-rules.ts';
import { AgentConfigLoader } from './subagents/agent-config-loader.ts';
import type { AgentShelf } from './subagents/agent-shelf.ts';
import { sweepTemporaryFolders } from './temporary-folders.ts';
import { coreTools } from './tools/registry.ts';
import { existingSessions } from './transcripts/existing-sessions.ts';
import { FollowedSessions } from './transcripts/import/followed-sessions.ts';
import { listedOf, listSessionIds, listStoredSessions, readStoredSession } from './transcripts/list-sessions.ts';
import { readLog, stateOf } from './transcripts/read-log.ts';
import { runSearch } from './transcripts/search/run-search.ts';
import type { SearchEnd, SearchStep } from './transcripts/search/search-logs.ts';
import { sessionFolder } from './transcripts/session-folder.ts';
import { lockHolder, lockSession } from './transcripts/session-lock.ts';
import {
  listTrash,
  purgeSession,
  restoreSession,
  sessionBytes,
  setArchived,
  trashSession,
} from './transcripts/session-shelf.ts';
import {
  forgetPreview,
  keepPreview,
  piecesOf,
  readPreview,
  type StoredPreview,
  stampOf,
} from './transcripts/stored-preview.ts';
import type { PruneOptions } from './worktrees/housekeeping/prune-worktrees.ts';
import type { CheckoutWatch } from './worktrees/live/checkout-watch.ts';
import { SessionWorktrees } from './worktrees/session-worktrees.ts';
import { carriedForks } from './worktrees/share/carried-forks.ts';
import { WorktreeService } from './worktrees/worktree-service.ts';
import type { WorktreeTeam } from './worktrees/worktree-team.ts';

export interface EngineOptions extends ModelServicesOptions {
  /** The data folder. */
  readonly home: string;
  /** Folder of what is shipped as it is: the demo repository, the price table. */
  readonly resources: string;
  readonly clock?: () => number;
}

/** Everything the hosts (the window, the command line) need: sessions, live and stored, and workspaces. */
export class Engine {
  /** Comments and findings of the sessions that are open here. */
  readonly reviews: Reviews;
  readonly #options: EngineOptions;
  readonly #clock: () => number;
  readonly #models: ModelServices;
  readonly #worktrees: WorktreeService;
  readonly #open = new Map<string, Promise<Session>>();
  readonly followed: FollowedSessions;
  #retention: Retention | null = null;
  readonly #setupRules: SetupRules;
  /** Every worktree of a repository, whosever it is. */
  readonly housekeeping: Housekeeping;
  readonly #careful: CarefulSettings;
  /** Where forks that came with a bundle can be merged. */
  readonly clones: Clones;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#clock = options.clock ?? Date.now;
    this.#careful = new CarefulSettings(options.settings);
    this.#models = new ModelServices(options);
    this.#setupRules = storedSetupRules(options.settings);
    this.reviews = new Reviews(options.home, this.#clock);
    this.#worktrees = new WorktreeService({
      directory: join(options.home, 'worktrees'),
      clock: this.#clock,
      ids: () => randomId('worktree'),
      rebuilt: () => this.#careful.rebuiltFolders(),
    });
    this.housekeeping = new Housekeeping({
      worktrees: this.#worktrees,
      open: (sessionId) => this.open(sessionId),
      stateOf: (sessionId) => this.#stateOf(sessionId),
      openSessions: () => this.#openSessions(),
      sessionIds: () => listSessionIds(options.home),
      existing: () => existingSessions(options.home),
      titles: async () => ({
        stored: new Map((await this.list()).map(({ sessionId, title }) => [sessionId, title])),
        trash: new Map((await this.trash()).map(({ sessionId, title }) => [sessionId, title])),
      }),
    });
    this.clones = new Clones({
      team: this.#worktrees.team,
      worktreesOf: (sessionId) => this.readWorktrees(sessionId),
      workspaces: async () => (await listStoredSessions(options.home)).map(({ workspace }) => workspace),
      inspect: (path) => this.inspect(path),
    });
    this.followed = new FollowedSessions(options.home, () => this.releaseImported());
  }

  /** Removes old worktrees of a repository that hold nothing of their own, and whose owner is gone. */
  pruneWorktrees(root: string, options: PruneOptions): Promise<PrunedWorktrees> {
    return this.housekeeping.prune(root, options);
  }

  /**
   * From now on old worktrees that hold nothing go by themselves, as the settings say: those of all repositories now, in
   * the background, and those of a session's repository whenever the session ends. `onRemoved` hears what went. What
   * killed processes left among the system's temporary files goes first.
   */
  async startRetention(onRemoved: (report: PrunedWorktrees) => void): Promise<void> {
    await sweepTemporaryFolders(this.#clock());
    this.#retention = new Retention({
      days: () => this.#careful.retentionDays(),
      prune: (root, days) => this.housekeeping.prune(root, { days, dryRun: false }),
      roots: async () => {
        const stored = await listStoredSessions(this.#options.home);
        return [...new Set(stored.map(({ workspace }) => workspace))].filter((root) => root !== '' && existsSync(root));
      },
      onRemoved,
    });
    return this.#retention.runAll();
  }

  /** What the repository of a session asks for in new worktrees, and whether the person has allowed it. */
  async setupInForce(sessionId: string): Promise<SetupInForce> {
    const found = await this.housekeeping.setupOf(sessionId);
    return { ...found, isAllowed: this.#setupRules.allowedIn(found.workspace).includes(found.asked ?? '') };
  }

  /** Merges that belong to no session of one's own: of forks that a bundle carries. */
  get team(): WorktreeTeam {
    return this.#worktrees.team;
  }

  /** Watches the checkout that `folder` is in until it is closed. */
  watchCheckout(folder: string, onChange: () => void): Promise<CheckoutWatch> {
    return this.#worktrees.watchCheckout(folder, onChange);
  }

  /** Throws an `EngineFault` when the folder cannot be worked in. */
  async inspect(path: string): Promise<WorkspaceInfo> {
    const inspection = await this.#worktrees.inspect(path);
    if (inspection.kind !== 'ok') throw new EngineFault(inspection.kind, inspection.message);
    const { root, gitBranch, head, state } = inspection.workspace;
    const notice =
      state === 'clean' ? null : `A ${state} is in progress here. Forks start from the files as they are now.`;
    return { root, gitBranch, head, notice };
  }

  /** Starts a session and gives it its first prompt. */
  async create(options: SessionOptions): Promise<Session> {
    const { provider, approval, isolation, maxForks, budget, prompt } = options;
    const { root, gitBranch, head, notice } = await this.inspect(options.workspace);
    const fault = options.model === undefined ? null : modelNameFault(options.model);
    if (fault !== null) throw new EngineFault('usage', fault);
    const model = options.model ?? this.#models.defaultModel(provider);
    const adapter = await this.#models.adapter(provider, model);
    const sessionId = `${new Date(this.#clock()).toISOString().slice(0, 10)}-${randomUUID().slice(0, 8)}`;
    const folder = sessionFolder(this.#options.home, sessionId);
    const parts = this.#contextParts(adapter);
    const shelf = await this.#shelf(root);
    const release = lockSession(folder.lock);
    const context = newContext(folder, parts);
    const session = Session.start(
      { context, release, shelf, ...this.#sessionParts() },
      {
        version: LOG_VERSION,
        sessionId,
        title: titleOf(prompt),
        workspace: { root, gitBranch, head },
        provider,
        model,
        approval,
        isolation,
        maxForks,
        budget,
      },
      { version: 1, ...sessionParameters({ provider, model }) },
    );
    if (session.fault) {
      // Not even its head could be stored: nothing half-made stays behind.
      await session.close();
      await rm(folder.folder, { recursive: true, force: true });
      throw session.fault;
    }
    this.#open.set(sessionId, Promise.resolve(session));
    for (const text of parts.problems) context.journal.append({ type: 'notice', level: 'warning', branch: null, text });
    if (notice) context.journal.append({ type: 'notice', level: 'warning', branch: null, text: notice });
    this.#cleanAfter(session);
    session.prompt('root', prompt);
    return session;
  }

  /** Makes a repository of the demo's own and starts the demo session in it. */
  async createDemo(): Promise<Session> {
    const folder = join(this.#options.home, 'demo');
    await mkdir(folder, { recursive: true });
    const workspace = await makeDemoRepository(
      this.#options.resources,
      join(folder, `tides-${randomUUID().slice(0, 4)}`),
    );
    const prompt = DEMO_PROMPT;
    return this.create({
      workspace,
      prompt,
      provider: 'demo',
      approval: 'all',
      isolation: 'worktree',
      maxForks: 8,
      budget: null,
    });
  }

  /** The live session of this id, reopened when needed. Throws when another process holds it or its log is unreadable. */
  async open(sessionId: string): Promise<Session> {
    this.followed.refuse(sessionId);
    const open = this.#open.get(sessionId);
    const session = await open;
    if (session && !session.fault) return session;
    if (this.#open.get(sessionId) !== open) return this.open(sessionId);
    const opening = (session?.close() ?? Promise.resolve()).then(() => this.#reopen(sessionId));
    this.#open.set(sessionId, opening);
    opening.catch(() => this.#open.delete(sessionId));
    return opening;
  }

  async list(): Promise<SessionListItem[]> {
    const items = await listStoredSessions(this.#options.home, async (sessionId) => {
      const followed = this.followed.get(sessionId);
      return followed?.state ?? (await this.#open.get(sessionId)?.catch(() => null))?.state ?? null;
    });
    return items.map((item) => ({ ...item, followed: this.followed.get(item.sessionId) !== null }));
  }

  /** What a long stored session adds up to, before its log was read; null when that is not known, or it is open. */
  async preview(sessionId: string): Promise<StoredPreview | null> {
    if (this.#open.has(sessionId)) return null;
    const folder = sessionFolder(this.#options.home, sessionId);
    return lockHolder(folder.lock) === null ? readPreview(folder) : null;
  }

  /** The log as it is stored, in pieces of whole lines. */
  storedPieces(sessionId: string, bytes: number, pieceBytes: number): AsyncGenerator<string> {
    return piecesOf(sessionFolder(this.#options.home, sessionId).events, bytes, pieceBytes);
  }

  /** A preview that led nowhere is not used again. */
  forgetPreview(sessionId: string): Promise<void> {
    return forgetPreview(sessionFolder(this.#options.home, sessionId));
  }

  /** Frees imported sessions in which nothing runs, so that their transcripts can be imported again. */
  async releaseImported(): Promise<void> {
    for (const [sessionId, opening] of this.#open) {
      const session = await opening.catch(() => null);
      if (!session?.state.session?.importedFrom || branchesOf(session.state).some((branch) => !hasEnded(branch)))
        continue;
      this.#open.delete(sessionId);
      await session.close();
    }
  }

  /** Lets the forks of an imported session work in a folder that is here. Throws when it is no repository. */
  async setWorkspace(sessionId: string, path: string): Promise<void> {
    const { root, gitBranch, head } = await this.inspect(path);
    (await this.open(sessionId)).setWorkspace({ root, gitBranch, head });
  }

  /** Keeps a session out of the way, or brings it back. Nothing of it changes. */
  archive(sessionId: string, archived: boolean): Promise<void> {
    return setArchived(this.#options.home, sessionId, archived);
  }

  /** What deleting a session would put away. */
  async loss(sessionId: string): Promise<SessionLoss> {
    return lossOf(await this.#stateOf(sessionId), await sessionBytes(this.#options.home, sessionId));
  }

  /** Moves a session into the trash. Its worktrees stay where they are. Throws while a branch of it runs. */
  async delete(sessionId: string): Promise<void> {
    await this.followed.stop(sessionId);
    const state = await this.#stateOf(sessionId).catch(() => null);
    if (state && branchesOf(state).some((branch) => !hasEnded(branch))) {
      throw new EngineFault('running', 'A branch of this session still runs. Abort it first, then delete the session.');
    }
    const open = await this.#open.get(sessionId)?.catch(() => null);
    await open?.close();
    this.#open.delete(sessionId);
    this.reviews.forget(sessionId);
    const title = state?.title ?? sessionId;
    const workspace = state?.session?.workspace.root ?? '';
    await trashSession(this.#options.home, sessionId, { title, workspace, deletedAt: this.#clock() });
  }

  trash(): Promise<TrashedSession[]> {
    return listTrash(this.#options.home);
  }

  restore(sessionId: string): Promise<void> {
    return restoreSession(this.#options.home, sessionId);
  }

  /** Removes a session from the trash for good, and with it what it had kept of its forks' files. Its worktrees stay. */
  async deleteForGood(sessionId: string): Promise<DeletedForGood> {
    return this.housekeeping.forgetSession(await purgeSession(this.#options.home, sessionId));
  }

  /** Searches the transcripts of all stored sessions, or of one. */
  search(
    query: string,
    sessionId: string | null,
    signal: AbortSignal,
    onStep: (step: SearchStep) => void,
  ): Promise<SearchEnd | 'failed'> {
    return runSearch({ home: this.#options.home, query, sessionId }, signal, onStep);
  }

  /** The full id of a stored session, of which a unique end is enough. */
  async find(target: string): Promise<string> {
    const ids = await listSessionIds(this.#options.home);
    const exact = ids.find((id) => id === target);
    if (exact !== undefined) return exact;
    const matches = ids.filter((id) => id.endsWith(target));
    if (matches.length === 1 && matches[0] !== undefined && target !== '') return matches[0];
    const why =
      matches.length > 1 ? `${matches.length} sessions end in "${target}"` : `There is no session "${target}"`;
    throw new EngineFault('not-found', `${why}. List them with \`forkscope sessions\`.`);
  }

  /** All events of a stored session, in their order, as its log has them now. */
  async storedEvents(sessionId: string): Promise<readonly SessionEvent[]> {
    return (await readLog(sessionFolder(this.#options.home, sessionId).events)).events;
  }

  /** The worktrees of a stored session for looking at, without opening it: what would write into its log is refused. */
  async readWorktrees(sessionId: string): Promise<SessionWorktrees> {
    const open = await this.#open.get(sessionId)?.catch(() => null);
    if (open) return open.team;
    const state = await this.read(sessionId);
    const refuse = () => {
      throw new EngineFault('read-only', `The session ${sessionId} is only looked at. Open it to change it.`);
    };
    const carried = carriedForks(sessionFolder(this.#options.home, sessionId).folder);
    return new SessionWorktrees({ worktrees: this.#worktrees, state: () => state, append: refuse, carried });
  }

  /** The state of a stored session, read only. */
  read(sessionId: string): Promise<SessionState> {
    return readStoredSession(this.#options.home, sessionId);
  }

  /** Asks a provider one tiny thing, and reports what came back. Throws an `EngineFault` when it cannot even be asked. */
  async testProvider(
    provider: SessionOptions['provider'],
    model?: string,
    signal?: AbortSignal,
  ): Promise<ConnectionTest> {
    const asked = model ?? this.#models.defaultModel(provider);
    return testConnection(await this.#models.adapter(provider, asked), asked, { clock: this.#clock, signal });
  }

  /** Interrupts what runs, writes everything down, and frees what is held. */
  async close(): Promise<void> {
    await this.#retention?.close();
    await Promise.all((await this.#openSessions()).map((session) => this.#closeAndKeep(session)));
    await this.followed.close();
    this.#open.clear();
    await this.#models.close();
    await this.#worktrees.team.close();
  }

  /** Closes a session, and keeps what it adds up to for the next start. */
  async #closeAndKeep(session: Session): Promise<void> {
    await session.close();
    const { state } = session;
    const sessionId = state.session?.sessionId;
    if (sessionId === undefined || session.fault) return;
    const folder = sessionFolder(this.#options.home, sessionId);
    const stamp = await stampOf(folder);
    if (!stamp) return;
    const listed = listedOf(state, sessionId);
    await keepPreview(folder, stamp, { state, events: session.pastEvents().length, lastSeq: state.lastSeq, listed });
  }

  /** What all sessions get alike. */
  #sessionParts() {
    const discardClean = () => this.#careful.discardClean();
    return { worktrees: this.#worktrees, setupRules: this.#setupRules, discardClean };
  }

  async #openSessions(): Promise<Session[]> {
    const opening = [...this.#open.values()].map((open) => open.catch(() => null));
    return (await Promise.all(opening)).filter((session) => session !== null);
  }

  /** When a session ends, its repository is cleaned, if the person wants that. */
  #cleanAfter(session: Session): void {
    session.subscribe(({ type }) => {
      if (type !== 'branch-ended' || !branchesOf(session.state).every(hasEnded)) return;
      // The fork's worktree is released in the same moment; one that is still held stays until the next time.
      setImmediate(() => void this.#retention?.run(session.state.session?.workspace.root ?? ''));
    });
  }

  async #reopen(sessionId: string): Promise<Session> {
    const folder = sessionFolder(this.#options.home, sessionId);
    // A log that is not there is told of before a lock makes its folder.
    if ((await stampOf(folder)) === null) await readLog(folder.events);
    const release = lockSession(folder.lock);
    try {
      const read = await readLog(folder.events);
      const stored = stateOf(read);
      const { session: header, snapshots } = stored;
      if (!header) throw new EngineFault('foreign', `The session ${sessionId} has no header. Choose another one.`);
      const { provider, model } = header.importedFrom ? await this.#models.runnable(header, snapshots) : header;
      const adapter = await this.#models.adapterOrAbsent(provider as ProviderId, model);
      const context = storedContext(folder, this.#contextParts(adapter), read, stored);
      const fallback = { version: 0, ...sessionParameters({ provider, model }) };
      const shelf = await this.#shelf(header.workspace.root);
      const carried = carriedForks(folder.folder);
      const session = await Session.resume({ context, release, fallback, shelf, carried, ...this.#sessionParts() });
      await session.team.notePruned(await this.#worktrees.pruned());
      this.#cleanAfter(session);
      return session;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** The live state when the session is open here, else the stored one. */
  async #stateOf(sessionId: string): Promise<SessionState> {
    const open = await this.#open.get(sessionId)?.catch(() => null);
    return open?.state ?? this.read(sessionId);
  }

  #contextParts(adapter: ModelAdapter): ContextParts {
    const problems: string[] = [];
    const prices = loadPrices(this.#options.home, (problem) => problems.push(problem));
    return {
      adapter,
      tools: coreTools(),
      prices,
      clock: this.#clock,
      problems,
      connect: (provider, model) => this.#models.adapter(provider as ProviderId, model),
      defaultModel: (provider) => this.#models.defaultModel(provider as ProviderId),
      settings: () => this.#careful.run(),
    };
  }

  /** The agents and skills of a workspace, as they are now. */
  async #shelf(workspace: string): Promise<AgentShelf> {
    const loader = new AgentConfigLoader({ workspace, home: this.#options.home });
    await loader.load();
    return loader;
  }
}

/** The first line of a prompt, cut at a word: the session's title until somebody renames it. */
function titleOf(prompt: string): string {
  const line = (prompt.trim().split('\n')[0] ?? '').replace(/[.:;,\s]+$/, '');
  return line.length <= 80 ? line : `${line.slice(0, 80).replace(/\s+\S*$/, '')}…`;
}
