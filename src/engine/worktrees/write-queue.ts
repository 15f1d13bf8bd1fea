import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { inTurn } from '../abort.ts';
import type { GitOutput } from './git.ts';
import { interruptible } from './git-error.ts';

/** One queue per repository and process, keyed by the real path of the git directory that its worktrees share. */
const queues = new Map<string, PQueue>();

/**
 * Runs one git write of a repository at a time, in the order of the calls. Between processes (a second app, the
 * person's own terminal) nothing is locked: a lock file of ours would not stop git itself. There `writeUntilVerified`
 * does the work. An abort gives up a turn that has not come yet, with a `GitError`.
 */
export function inWriteQueue<T>(commonDir: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  let queue = queues.get(commonDir);
  if (queue === undefined) {
    queue = new PQueue({ concurrency: 1 });
    queues.set(commonDir, queue);
  }
  return interruptible(signal, inTurn(queue, signal, task));
}

/** Tries when git's words point at a lock or at a sibling's half-written entry; about 2 s in all. */
const MOST_TRIES = 9;
/** Tries when they do not: the words are only a hint, so something unknown gets a second and a third chance too. */
const FEW_TRIES = 3;
/** Milliseconds before the second try; doubles up to the longest pause. */
const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 500;
const CONTENTION = /\.lock\b|lock ref|lock file|commondir|another git process/i;

export interface Write<T> {
  /** Runs git with `exitCodes: 'any'`. */
  readonly run: () => Promise<GitOutput>;
  /** Looks whether the result is there, whatever git said; null when it is not. */
  readonly verify: (output: GitOutput) => Promise<T | null>;
  readonly signal?: AbortSignal | undefined;
  /** Waits some milliseconds; a parameter for tests. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

export type WriteOutcome<T> =
  | { readonly done: true; readonly value: T }
  | { readonly done: false; readonly last: GitOutput };

/**
 * Repeats a write until its result is there. Pauses are random, so that two processes that met once do not meet again.
 */
export async function writeUntilVerified<T>(write: Write<T>): Promise<WriteOutcome<T>> {
  for (let tries = 1; ; tries += 1) {
    const last = await write.run();
    const value = await write.verify(last);
    if (value !== null) return { done: true, value };
    const most = CONTENTION.test(last.stderr) ? MOST_TRIES : FEW_TRIES;
    if (tries >= most || write.signal?.aborted) return { done: false, last };
    const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tries - 1));
    await (write.pause ?? sleep)(longest * (0.5 + Math.random() / 2));
  }
}
