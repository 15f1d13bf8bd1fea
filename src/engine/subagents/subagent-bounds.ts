import type { BranchState } from '../../core/session/state.ts';
import type { Usage } from '../../core/session/usage.ts';
import { type BoundReached, boundReached, type SubagentBounds } from '../../core/subagent/bounds.ts';
import type { Stopwatch } from '../agent/stopwatch.ts';

/** Watches how far one run of a subagent has come; what its branch had spent before does not count. */
export class BoundsWatch {
  readonly #bounds: SubagentBounds;
  readonly #branch: () => BranchState;
  readonly #watch: Stopwatch;
  readonly #tokensBefore: number;
  readonly #costBefore: number | null;
  /** Answers so far. */
  steps = 0;
  /** Set when the model was silent for too long. */
  silentMs = 0;
  /** Set when so many equal calls were made that the run is to stop. */
  identicalCalls = 0;

  constructor(bounds: SubagentBounds, branch: () => BranchState, watch: Stopwatch) {
    this.#bounds = bounds;
    this.#branch = branch;
    this.#watch = watch;
    this.#tokensBefore = tokensOf(branch());
    this.#costBefore = branch().cost;
  }

  get reached(): BoundReached | null {
    const branch = this.#branch();
    return boundReached(
      {
        steps: this.steps,
        elapsedMs: this.#watch.elapsedMs,
        tokens: tokensOf(branch) - this.#tokensBefore,
        cost: branch.cost === null || this.#costBefore === null ? null : branch.cost - this.#costBefore,
        identicalCalls: this.identicalCalls,
        modelSilentMs: this.silentMs,
        // A command that takes too long is ended by its tool, and its result says so: the run goes on.
        commandMs: 0,
      },
      this.#bounds,
    );
  }
}

function tokensOf({ usage, brokenUsage }: BranchState): number {
  const all = ({ input, output, thoughts }: Usage) => input + output + thoughts;
  return all(usage) + all(brokenUsage);
}
