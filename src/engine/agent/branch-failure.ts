import type { BoundKind } from '../../core/subagent/bounds.ts';

/** A branch ends `failed` with this reason: one plain sentence with a next step. */
export class BranchFailure extends Error {
  /** What it had found by then, where that is known better than by its last text; undefined for that. */
  readonly report: string | null | undefined;
  /** The bound that ended it, if one did. */
  readonly bound: BoundKind | null;

  constructor(reason: string, more: { report?: string | null; bound?: BoundKind | null } = {}) {
    super(reason);
    this.report = more.report;
    this.bound = more.bound ?? null;
  }
}
