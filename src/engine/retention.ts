import type { PrunedWorktrees } from '../shared/worktree-calls.ts';
import { GitError } from './worktrees/git-error.ts';

export interface RetentionParts {
  /** Days; null: never. */
  days(): number | null;
  prune(root: string, days: number): Promise<PrunedWorktrees>;
  /** Roots of the checkouts that stored sessions work in. */
  roots(): Promise<readonly string[]>;
  /** Something was removed, or joined with its repository again. */
  onRemoved(report: PrunedWorktrees): void;
}

/** Removes old worktrees that hold nothing, by itself, where a person has set after how many days. One run at a time. */
export class Retention {
  readonly #parts: RetentionParts;
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  /** All repositories that sessions know. Resolves when it is done; a repository that cannot be read is passed over. */
  async runAll(): Promise<void> {
    if (this.#parts.days() === null) return;
    for (const root of await this.#parts.roots()) await this.run(root);
  }

  /** The repository of one checkout. */
  run(root: string): Promise<void> {
    this.#last = this.#last.then(() => this.#prune(root));
    return this.#last;
  }

  /** Resolves when what runs has ended; nothing begins after it. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#last;
  }

  async #prune(root: string): Promise<void> {
    const days = this.#parts.days();
    if (this.#isClosed || days === null) return;
    try {
      const report = await this.#parts.prune(root, days);
      if (report.removed.length + report.repaired.length + report.snapshots.length > 0) this.#parts.onRemoved(report);
    } catch (error) {
      // A repository that was moved, or is locked now: its worktrees stay until the next time.
      if (!(error instanceof GitError)) throw error;
    }
  }
}
