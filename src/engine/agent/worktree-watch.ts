import { setTimeout as sleep } from 'node:timers/promises';
import type { EventBody } from '../../core/session/events.ts';
import type { WorktreeState } from '../../core/session/state.ts';

/** What a fork's worktree holds beyond its base commit; `tree` tells two states with the same counts apart. */
export interface WorktreeCount {
  readonly tree: string;
  readonly files: readonly { readonly path: string }[];
  readonly added: number;
  readonly removed: number;
}

type KnownCount = Pick<WorktreeState, 'files' | 'paths' | 'added' | 'removed' | 'snapshot'>;

/** The two looks at a worktree. */
export interface WorktreeLooks {
  count(): Promise<WorktreeCount>;
  /** Keeps the files as they are now, after the commit that kept them before; returns a commit. */
  keep(previous: string | null): Promise<string>;
}

const SETTLE_MS = 400;
/** Counts of large worktrees take long: they may take at most a fifth of the time. */
const PAUSE_PER_COUNT = 4;
const LONGEST_PAUSE_MS = 10_000;
/** Paths that an event names; `files` counts all. A tool may change many thousands, again and again. */
const MOST_PATHS = 1_000;
/** Files come and go while tools work, and git gives up on one that has gone: a second look tells a fault from that. */
const AGAIN_MS = 250;

/**
 * Counts a worktree's changes after something changed, and keeps its files as they are then, so that a replay can show
 * them: debounced, one count at a time, written only when something differs.
 */
export class WorktreeWatch {
  readonly #branch: string;
  readonly #looks: WorktreeLooks;
  readonly #append: (body: EventBody) => void;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #last: string;
  /** The tree that was counted last, and the commit that keeps it. */
  #tree: string | null = null;
  #snapshot: string | null;
  readonly #isThere: () => boolean;
  /** Milliseconds that the last count took. */
  #lastMs = 0;

  /** `known` is what the log says of it already; `isThere` is false once the worktree was removed. */
  constructor(
    branch: string,
    looks: WorktreeLooks,
    append: (body: EventBody) => void,
    known: KnownCount = { files: 0, paths: [], added: 0, removed: 0 },
    isThere: () => boolean = () => true,
  ) {
    this.#branch = branch;
    this.#looks = looks;
    this.#append = append;
    this.#last = keyOf(known);
    this.#snapshot = known.snapshot ?? null;
    this.#isThere = isThere;
  }

  touch(): void {
    if (this.#timer) return;
    const pause = Math.min(LONGEST_PAUSE_MS, Math.max(SETTLE_MS, this.#lastMs * PAUSE_PER_COUNT));
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.settle();
    }, pause);
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
    if (!this.#isThere()) return;
    let count: WorktreeCount;
    const startedAt = performance.now();
    try {
      count = await this.#looks.count().catch(async () => {
        await sleep(AGAIN_MS);
        return this.#looks.count();
      });
    } catch (error) {
      if (!this.#isThere()) return;
      this.#append({
        type: 'notice',
        level: 'warning',
        branch: this.#branch,
        text: `The worktree's changes could not be counted: ${(error as Error).message}`,
      });
      return;
    }
    const { tree, added, removed } = count;
    if (tree === this.#tree) return;
    // Without a snapshot the counts are still worth telling; a replay says that it has no files of this moment.
    const isUntouched = count.files.length === 0 && this.#snapshot === null;
    const snapshot = isUntouched ? undefined : await this.#looks.keep(this.#snapshot).catch(() => undefined);
    if (snapshot !== undefined) this.#snapshot = snapshot;
    // Files that could not be kept are tried again with the next look.
    this.#tree = snapshot === undefined && !isUntouched ? null : tree;
    this.#lastMs = performance.now() - startedAt;
    const paths = count.files.slice(0, MOST_PATHS).map((file) => file.path);
    const now: KnownCount = { files: count.files.length, paths, added, removed, snapshot };
    if (keyOf(now) === this.#last) return;
    this.#last = keyOf(now);
    this.#append({ type: 'worktree-changed', branch: this.#branch, ...now });
  }
}

function keyOf({ files, paths, added, removed, snapshot }: KnownCount): string {
  return JSON.stringify([files, paths, added, removed, snapshot]);
}
