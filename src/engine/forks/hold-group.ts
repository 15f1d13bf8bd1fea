import type { HoldPlan } from '../../core/fork/hold.ts';
import { onAbort } from '../abort.ts';
import type { RequestProgress } from '../agent/model-call.ts';

/**
 * The wait of sibling forks until the first of them has warmed the cache. The leader is the first that is ready to go;
 * the others pass when it is released: by its first byte (or its end), its failure, the time limit, or a person. A
 * leader that ends before it sent anything hands over to the next.
 */
export class HoldGroup {
  readonly plan: HoldPlan;
  #leader: string | null = null;
  #released = false;
  #timer: NodeJS.Timeout | null = null;
  readonly #waiting = new Map<string, () => void>();
  readonly #skipped = new Set<string>();

  constructor(plan: HoldPlan) {
    this.plan = plan;
  }

  /** True when this branch must wait now; the first one asked is the leader and goes. */
  mustWait(branch: string): boolean {
    if (!this.plan.hold || this.#released) return false;
    if (this.#leader === null) this.#lead(branch, this.plan.atMostMs);
    return this.#leader !== branch && !this.#skipped.has(branch);
  }

  wait(branch: string, signal: AbortSignal): Promise<void> {
    if (this.#released) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.set(branch, resolve);
      onAbort(signal, () => this.#go(branch));
    });
  }

  /** Lets one branch go before its time, also one that is not ready yet. */
  skip(branch: string): void {
    this.#skipped.add(branch);
    this.#go(branch);
  }

  /** A branch ended before it sent anything. The first of those that wait leads then; without one, the next that is ready. */
  leave(branch: string): void {
    this.#waiting.delete(branch);
    if (!this.plan.hold || this.#released || branch !== this.#leader) return;
    this.#leader = null;
    if (this.#timer) clearTimeout(this.#timer);
    const [next] = this.#waiting.keys();
    if (next === undefined) return;
    this.#lead(next, this.plan.atMostMs);
    this.#go(next);
  }

  /** The fork that the others wait for; null before one is ready to go. */
  get leader(): string | null {
    return this.#leader;
  }

  /** What became of a fork's request. After an error nobody waits any longer: nothing is being warmed. */
  leaderSent(branch: string, event: RequestProgress): void {
    if (!this.plan.hold || branch !== this.#leader) return;
    if (event !== 'first-byte' || this.plan.until === 'first-byte') this.release();
  }

  #lead(branch: string, atMostMs: number): void {
    this.#leader = branch;
    this.#timer = setTimeout(() => this.release(), atMostMs);
  }

  #go(branch: string): void {
    this.#waiting.get(branch)?.();
    this.#waiting.delete(branch);
  }

  release(): void {
    this.#released = true;
    if (this.#timer) clearTimeout(this.#timer);
    for (const go of this.#waiting.values()) go();
    this.#waiting.clear();
  }
}
