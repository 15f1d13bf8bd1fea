import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { GitOutput } from './git.ts';
import { inWriteQueue, writeUntilVerified } from './write-queue.ts';

const failed = (stderr: string): GitOutput => ({ stdout: '', stderr, exitCode: 128 });

describe('inWriteQueue', () => {
  it('runs the writes of one repository in turn, also after one failed, and repositories side by side', async () => {
    const events: string[] = [];
    const write = (repository: string, name: string, fails = false) =>
      inWriteQueue(repository, async () => {
        events.push(`${name} begins`);
        await sleep(20);
        events.push(`${name} ends`);
        if (fails) throw new Error(name);
      });
    const outcomes = await Promise.allSettled([write('/r1', 'a', true), write('/r1', 'b'), write('/r2', 'c')]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(events.indexOf('b begins')).toBeGreaterThan(events.indexOf('a ends'));
    expect(events.indexOf('c begins')).toBeLessThan(events.indexOf('a ends'));
  });
});

describe('writeUntilVerified', () => {
  it('believes the result, not the exit code', async () => {
    let runs = 0;
    const outcome = await writeUntilVerified({
      run: async () => {
        runs += 1;
        return failed('fatal: a hook failed');
      },
      verify: async () => 'there',
    });
    expect(outcome).toEqual({ done: true, value: 'there' });
    expect(runs).toBe(1);
  });

  it.each([
    ["fatal: Unable to create '/r/.git/index.lock': File exists.", 9],
    ['error: could not lock config file .git/config: File exists\nfatal: .git/config.lock', 9],
    ['fatal: failed to read .git/worktrees/a/commondir: Success', 9],
    ['fatal: words that nobody knows', 3],
  ])('%j is tried again', async (stderr, tries) => {
    let runs = 0;
    let waited = 0;
    const outcome = await writeUntilVerified({
      run: async () => {
        runs += 1;
        return failed(stderr);
      },
      verify: async () => null,
      pause: async (milliseconds) => {
        waited += milliseconds;
      },
    });
    expect(outcome).toEqual({ done: false, last: failed(stderr) });
    expect(runs).toBe(tries);
    expect(waited).toBeLessThan(3000);
  });

  it('stops trying once interrupted', async () => {
    const controller = new AbortController();
    let runs = 0;
    await writeUntilVerified({
      run: async () => {
        runs += 1;
        controller.abort();
        return failed('index.lock');
      },
      verify: async () => null,
      signal: controller.signal,
    });
    expect(runs).toBe(1);
  });
});
