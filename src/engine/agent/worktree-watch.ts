import { setTimeout as sleep } from 'node:timers/promises';
import type { EventBody } from '../../core/session/events.ts';

/** What a fork's worktree holds beyond its base commit. */
export interface WorktreeCount {
  readonly files: readonly { readonly path: string }[];
  readonly added: number;
  readonly removed: number;
}

const SETTLE_MS = 400;
/** Files come and go while tools work, and git gives up on one that has gone: a second look tells a fault from that. */
const AGAIN_MS = 250;

/** Counts a worktree's changes after its tools ran: debounced, one count at a time, written only when it differs. */
export class WorktreeWatch {
  readonly #branch: string;
  readonly #count: () => Promise<WorktreeCount>;
  readonly #append: (body: EventBody) => void;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #last = '';

  constructor(branch: string, count: () => Promise<WorktreeCount>, append: (body: EventBody) => void) {
    this.#branch = branch;
    this.#count = count;
    this.#append = append;
  }

  touch(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.settle();
    }, SETTLE_MS);
  }

  /** Counts now, after a count that may be running. */
  async settle(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#running;
    this.#running = this.#write().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #write(): Promise<void> {
    let count: WorktreeCount;
    try {
      count = await this.#count().catch(async () => {
        await sleep(AGAIN_MS);
        return this.#count();
      });
    } catch (error) {
      this.#append({
        type: 'notice',
        level: 'warning',
        branch: this.#branch,
        text: `The worktree's changes could not be counted: ${(error as Error).message}`,
      });
      return;
    }
    const { added, removed } = count;
    const paths = count.files.map((file) => file.path);
    const key = JSON.stringify([paths, added, removed]);
    if (key === this.#last || (this.#last === '' && paths.length === 0)) return;
    this.#last = key;
    this.#append({ type: 'worktree-changed', branch: this.#branch, files: paths.length, added, removed, paths });
  }
}
