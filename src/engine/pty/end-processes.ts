import { setTimeout as wait } from 'node:timers/promises';

/** What is needed of a process to end it. */
export interface Endable {
  readonly pid: number;
}

/** Times in ms. */
export interface EndTimes {
  /** From the first TERM to the first KILL. */
  readonly graceMs: number;
  /** From the first TERM until we give up on what even KILL does not end, e.g. a process in a broken disk's driver. */
  readonly giveUpMs: number;
}

/** First pause between two looks, in ms; it doubles up to the second. */
const SHORTEST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 80;

/**
 * Ends processes: TERM for each, KILL for those that are left after the grace. The list is made anew at every look,
 * so that what they start meanwhile ends too.
 * @returns those that are still alive after `giveUpMs`: normally none.
 */
export async function endProcesses<Process extends Endable>(
  find: () => Promise<Process[]>,
  times: EndTimes,
): Promise<Process[]> {
  const startedAt = performance.now();
  const terminated = new Set<number>();
  for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const alive = await find();
    if (alive.length === 0) return [];
    const elapsed = performance.now() - startedAt;
    if (elapsed >= times.giveUpMs) return alive;
    for (const { pid } of alive) {
      if (elapsed >= times.graceMs) {
        send(pid, 'SIGKILL');
      } else if (!terminated.has(pid)) {
        terminated.add(pid);
        send(pid, 'SIGTERM');
        // A stopped process gets TERM only when it goes on.
        send(pid, 'SIGCONT');
      }
    }
    const untilKill = times.graceMs - elapsed;
    await wait(untilKill > 0 ? Math.min(pause, Math.ceil(untilKill)) : SHORTEST_PAUSE_MS);
  }
}

/** Waits until nothing is found, for at most `mostMs`. @returns what is still there. */
export async function awaitProcesses<Process extends Endable>(
  find: () => Promise<Process[]>,
  mostMs: number,
): Promise<Process[]> {
  const startedAt = performance.now();
  for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const alive = await find();
    if (alive.length === 0 || performance.now() - startedAt >= mostMs) return alive;
    await wait(pause);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended in the meantime, or it belongs to another user (sudo) and stays.
  }
}
