import type { EventBody } from '../../core/session/events.ts';
import type { SessionState } from '../../core/session/state.ts';
import type { WorktreeService } from '../worktrees/worktree-service.ts';
import { WorktreeWatch } from './worktree-watch.ts';

export interface WorktreeWatchesOptions {
  readonly worktrees: Pick<WorktreeService, 'changes' | 'keepSnapshot'>;
  readonly state: () => SessionState;
  readonly append: (body: EventBody) => void;
}

/** Counts, and keeps, what each branch has changed in its worktree; made when it is first asked for. */
export class WorktreeWatches {
  readonly #options: WorktreeWatchesOptions;
  readonly #made = new Map<string, WorktreeWatch>();

  constructor(options: WorktreeWatchesOptions) {
    this.#options = options;
  }

  /** Null for a branch without a worktree of its own. */
  of(branch: string): WorktreeWatch | null {
    const { worktrees, state, append } = this.#options;
    const known = this.#made.get(branch);
    if (known) return known;
    const worktree = state().branches[branch]?.worktree;
    if (!worktree) return null;
    const session = state().session?.sessionId ?? '';
    const watch = new WorktreeWatch(
      branch,
      {
        count: () => worktrees.changes(worktree.path),
        keep: (previous) => worktrees.keepSnapshot(worktree.path, `${session}/${branch}`, previous),
      },
      append,
      worktree,
      () => state().branches[branch]?.worktree?.removedRef === undefined,
    );
    this.#made.set(branch, watch);
    return watch;
  }
}
