import type { SessionState } from '../core/session/state.ts';
import { safeAction, worktreeCondition } from '../core/worktree/housekeeping.ts';
import { canRemove } from '../core/worktree/survey-rows.ts';
import { sessionsNamed, type Tenant, tenantsOf } from '../core/worktree/tenants.ts';
import type { DeletedForGood, TrashedSession } from '../shared/contract.ts';
import type {
  HeldSnapshots,
  HousekeepingSurvey,
  PrunedWorktrees,
  SetupInForce,
  WorktreeResponses,
} from '../shared/worktree-calls.ts';
import type { Session } from './agent/session.ts';
import { EngineFault } from './engine-fault.ts';
import { readRepositorySetup } from './setup/repository-setup.ts';
import { sweepTemporaryFolders } from './temporary-folders.ts';
import { GitError } from './worktrees/git-error.ts';
import type { PruneOptions } from './worktrees/housekeeping/prune-worktrees.ts';
import type { WorktreeService } from './worktrees/worktree-service.ts';

export interface HousekeepingParts {
  readonly worktrees: WorktreeService;
  /** Ids of all sessions that are there, those in the trash included; throws where that cannot be known. */
  readonly existing: () => Promise<ReadonlySet<string>>;
  /** Titles by session: of those that are stored, and of those in the trash. */
  titles(): Promise<{ readonly stored: ReadonlyMap<string, string>; readonly trash: ReadonlyMap<string, string> }>;
  open(sessionId: string): Promise<Session>;
  /** Without opening it. */
  stateOf(sessionId: string): Promise<SessionState>;
  /** Those that are open here now. */
  openSessions(): Promise<readonly Session[]>;
  /** Ids of all stored sessions. */
  sessionIds(): Promise<readonly string[]>;
}

/** All worktrees of a session's repository, whosever they are, and what may be done to each. Throws `EngineFault` or `GitError`. */
export class Housekeeping {
  readonly #parts: HousekeepingParts;

  constructor(parts: HousekeepingParts) {
    this.#parts = parts;
  }

  async survey(sessionId: string): Promise<HousekeepingSurvey> {
    const root = await this.#rootOf(sessionId);
    const survey = await this.#parts.worktrees.survey(root);
    const names = [...survey.worktrees, ...survey.backups].flatMap(({ name }) => name ?? []);
    return { ...survey, tenants: await this.#tenants(names), snapshots: await this.#snapshots(root) };
  }

  /** What sessions keep of their forks' files in the repository of this one. */
  async snapshotsOf(sessionId: string): Promise<readonly HeldSnapshots[]> {
    return this.#snapshots(await this.#rootOf(sessionId));
  }

  /** Removes what a session that was deleted for good had kept of its forks' files. */
  async forgetSession({ sessionId, workspace }: TrashedSession): Promise<DeletedForGood> {
    if (workspace === '') return { snapshots: null, problem: null };
    try {
      return { snapshots: await this.#parts.worktrees.snapshots.removeOf(workspace, sessionId), problem: null };
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      const problem = `What it kept of its forks' files is still in the repository of ${workspace}: ${error.message} Clean up there later with \`forkscope worktree prune\`.`;
      return { snapshots: null, problem };
    }
  }

  /** Removes a worktree and keeps a backup of what it holds; the session that it belongs to notes it. */
  async remove(sessionId: string, path: string, confirmed: boolean): Promise<WorktreeResponses['worktree.remove']> {
    const { worktrees } = await this.#parts.worktrees.list(await this.#rootOf(sessionId));
    const found = worktrees.find((worktree) => worktree.path === path);
    if (!found) throw unknown(path);
    const { action, why } = safeAction(worktreeCondition({ ...found, lock: found.lock.kind }));
    if (!canRemove(action)) throw new EngineFault('refused', why);
    // Said afterwards: without a confirmation nothing of the kind is removed.
    const notKept = confirmed && found.record ? (await this.#parts.worktrees.loss(path)).ignored.notKept : null;
    const tenant = (await this.#tenants([found.record?.name ?? ''])).find((one) => one.path === path);
    if (tenant) {
      const session = await this.#parts.open(tenant.sessionId);
      return { backupRef: await session.discardWorktree(tenant.branch, confirmed), notKept };
    }
    const result = await this.#parts.worktrees.discard(path, { confirmed });
    if (result.kind !== 'discarded') throw new EngineFault(result.kind, result.message);
    return { backupRef: result.backupRef, notKept };
  }

  /** Removes what is older than `days` and holds nothing; the open sessions that it belonged to note it. */
  async prune(root: string, options: PruneOptions): Promise<PrunedWorktrees> {
    if (!options.dryRun) await sweepTemporaryFolders(Date.now());
    const cleaned = await this.#parts.worktrees.prune(root, options);
    // Where it is not known which sessions there are, none of their snapshots goes.
    const snapshots = await this.#parts.worktrees.snapshots
      .prune(root, this.#parts.existing, options)
      .catch((error: unknown) => {
        if (error instanceof EngineFault) return [];
        throw error;
      });
    const report = { ...cleaned, snapshots };
    if (options.dryRun || report.removed.length === 0) return report;
    const pruned = await this.#parts.worktrees.pruned();
    for (const session of await this.#parts.openSessions()) await session.team.notePruned(pruned);
    return report;
  }

  /** The same, of a session's repository. */
  async pruneOf(sessionId: string, options: PruneOptions): Promise<PrunedWorktrees> {
    return this.prune(await this.#rootOf(sessionId), options);
  }

  /** What the session's repository asks for in new worktrees. */
  async setupOf(sessionId: string): Promise<Omit<SetupInForce, 'isAllowed'>> {
    const workspace = await this.#rootOf(sessionId);
    const { command: asked, problem } = await readRepositorySetup(workspace);
    return { workspace, asked, problem };
  }

  /** Brings a backup back as a worktree; the fork whose discard left it has it again. */
  async restore(sessionId: string, ref: string): Promise<{ path: string; notices: readonly string[] }> {
    const { worktrees } = this.#parts;
    const root = await this.#rootOf(sessionId);
    const backup = (await worktrees.backups(root)).find((one) => one.ref === ref);
    if (!backup) {
      throw new EngineFault('no-backup', `There is no backup ${ref} any more. Look at the list again.`);
    }
    const tenant = (await this.#tenants([backup.name])).find(({ backupRef }) => backupRef === ref);
    if (tenant) {
      const session = await this.#parts.open(tenant.sessionId);
      const { path, notices } = await session.team.restore(tenant.branch, ref);
      return { path, notices };
    }
    const { path, notices } = await worktrees.restore(root, ref);
    // Nothing runs in it: nobody's fork it is.
    await worktrees.release(path);
    return { path, notices };
  }

  async repair(sessionId: string, path: string): Promise<void> {
    await this.#parts.worktrees.repair(await this.#rootOf(sessionId), await this.known(sessionId, path));
  }

  /** The path, when it is that of a worktree here; else throws: no other folder is any of our business. */
  async known(sessionId: string, path: string): Promise<string> {
    const root = await this.#rootOf(sessionId);
    const { worktrees } = await this.#parts.worktrees.list(root);
    if (worktrees.some((worktree) => worktree.path === path)) return path;
    // A folder that neither git nor a record names is only seen on the disk.
    if ((await this.#parts.worktrees.survey(root)).worktrees.some((worktree) => worktree.path === path)) return path;
    throw unknown(path);
  }

  async #snapshots(root: string): Promise<HeldSnapshots[]> {
    const kept = await this.#parts.worktrees.snapshots.survey(root, this.#parts.existing);
    if (kept.length === 0) return [];
    const { stored, trash } = await this.#parts.titles();
    return kept.map(({ holder, ...each }): HeldSnapshots => {
      if (holder !== 'there') return { ...each, holder, title: null };
      const title = stored.get(each.sessionId);
      if (title !== undefined) return { ...each, holder: 'stored', title };
      return { ...each, holder: 'trash', title: trash.get(each.sessionId) ?? null };
    });
  }

  async #tenants(names: readonly string[]): Promise<Tenant[]> {
    const ids = sessionsNamed(names, await this.#parts.sessionIds());
    const tenants = ids.map(async (id) => {
      // A log that cannot be read names nobody; its worktrees are listed all the same.
      const state = await this.#parts.stateOf(id).catch(() => null);
      return state === null ? [] : tenantsOf(id, state);
    });
    return (await Promise.all(tenants)).flat();
  }

  async #rootOf(sessionId: string): Promise<string> {
    const { session } = await this.#parts.stateOf(sessionId);
    if (session) return session.workspace.root;
    throw new EngineFault('foreign', 'This session has no workspace. Choose another session.');
  }
}

function unknown(path: string): EngineFault {
  return new EngineFault('not-found', `${path} is no worktree of this repository any more. Look at the list again.`);
}
