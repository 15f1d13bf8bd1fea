import { branchesOf, hasEnded } from '../../core/session/selectors.ts';
import type { BranchState, SessionState, WorktreeState } from '../../core/session/state.ts';
import { EngineFault } from '../engine-fault.ts';

export interface Fork {
  readonly branch: BranchState;
  readonly worktree: WorktreeState;
}

/** A session's branches and their worktrees by branch id, as the log has them. What is not there is an `EngineFault`. */
export class WorktreeBranches {
  readonly #state: () => SessionState;

  constructor(state: () => SessionState) {
    this.#state = state;
  }

  /** The checkout that the session works in. */
  get root(): string {
    const { session } = this.#state();
    if (!session) throw new EngineFault('foreign', 'This session has no workspace. Choose another session.');
    return session.workspace.root;
  }

  all(): readonly BranchState[] {
    return branchesOf(this.#state());
  }

  /** Those with a worktree of their own that was not removed. */
  forks(): Fork[] {
    return this.all().flatMap((branch) =>
      branch.worktree && branch.worktree.removedRef === undefined && !branch.worktree.isCarried
        ? [{ branch, worktree: branch.worktree }]
        : [],
    );
  }

  branch(id: string): BranchState {
    const branch = this.#state().branches[id];
    if (branch) return branch;
    throw new EngineFault('not-found', `There is no branch ${id} in this session. List them with \`forkscope show\`.`);
  }

  /** True for a fork that came with a bundle: its worktree is on another computer. */
  isCarried(id: string): boolean {
    return this.#state().branches[id]?.worktree?.isCarried === true;
  }

  /** Where the branch works. */
  folderOf(id: string): string {
    const state = this.branch(id);
    return state.worktree ? this.presentWorktree(id).path : state.root;
  }

  worktreeOf(id: string): WorktreeState {
    const { worktree } = this.branch(id);
    if (worktree) return worktree;
    throw new EngineFault(
      'no-worktree',
      `The branch ${id} has no worktree of its own. List those that have with \`forkscope worktree list\`.`,
    );
  }

  /** A worktree that nobody has removed, as far as the log knows. */
  presentWorktree(id: string): WorktreeState {
    const worktree = this.worktreeOf(id);
    if (worktree.isCarried) {
      throw new EngineFault(
        'elsewhere',
        `The worktree of ${id} is on another computer. Merge what it changed into a clone of your own.`,
      );
    }
    if (worktree.removedRef === undefined) return worktree;
    if (worktree.removedRef === null && worktree.files > 0 && worktree.snapshot !== undefined) {
      throw new EngineFault(
        'removed',
        `The folder of ${id} was removed, but a snapshot of its files is kept. Restore it with \`forkscope worktree restore\`.`,
      );
    }
    throw new EngineFault(
      'removed',
      worktree.removedRef === null
        ? `The worktree of ${id} held nothing of its own and was removed. Fork again to go on from there.`
        : `The worktree of ${id} was discarded. Restore it first.`,
    );
  }

  requireEnd(id: string): void {
    const refusal = refusalOf(this.branch(id));
    if (refusal !== null) throw new EngineFault('running', refusal);
  }
}

/** Why a branch's worktree cannot be discarded yet; null when it can. */
export function refusalOf(branch: BranchState): string | null {
  if (hasEnded(branch)) return null;
  return `This branch is still ${branch.status}. Abort it first, then discard its worktree.`;
}
