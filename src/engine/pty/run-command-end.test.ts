import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandOptions } from './command.ts';
import { commandEnvironment } from './command-environment.ts';
import { runCommand } from './run-command.ts';

const env = commandEnvironment(process.env);
const onLinux = describe.skipIf(process.platform !== 'linux');
let cwd = '';
let counter = 0;

beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'forkscope-end-')));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

function run(command: string, options: Partial<CommandOptions> = {}) {
  return runCommand({ command, cwd, env, timeoutMs: 20_000, ...options });
}

/** A sleep that no other test starts, so that it can be found by its command line. */
function uniqueSeconds(): string {
  counter += 1;
  return `${3000 + counter}.${process.pid}`;
}

/** Process ids whose command line holds a word, read from /proc by other code than the one under test. */
function processesWith(word: string): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(word);
    } catch {
      return false;
    }
  });
}

/** Resolves once `count` processes with that word live. */
async function started(word: string, count: number): Promise<void> {
  for (let tries = 0; tries < 200 && processesWith(word).length < count; tries += 1) await wait(20);
}

/** Aborts a command once its sleeps live. @returns the result and the ms from the abort to the result. */
async function abortOnceStarted(
  command: string,
  seconds: string,
  count: number,
  options: Partial<CommandOptions> = {},
) {
  const abort = new AbortController();
  const running = run(command, { signal: abort.signal, ...options });
  await started(`sleep\0${seconds}`, count);
  expect(processesWith(`sleep\0${seconds}`).length).toBeGreaterThanOrEqual(count);
  const startedAt = performance.now();
  abort.abort();
  const result = await running;
  return { result, ms: performance.now() - startedAt, left: processesWith(seconds) };
}

onLinux.each(['perl', 'sh'] as const)('after an abort nothing lives, with the %s keeper', (keeper) => {
  test.each([
    ['a plain command', 'sleep @', 1],
    ['children and grandchildren', "sh -c 'sleep @ & sleep @ & wait'", 2],
    ['sessions of their own', 'setsid sleep @ & setsid sh -c "sleep @; true" & wait', 2],
    ['daemons that forked twice', '(setsid sh -c "sleep @ & sleep @ & wait" > /dev/null 2>&1 &); sleep @', 3],
    [
      'a stopped process',
      'setsid sh -c "kill -STOP \\$\\$; sleep @" & until grep -q "^State:.T" /proc/$!/status; do :; done; sleep @',
      1,
    ],
    ['orphans without environment', '(env -i sleep @ &); sleep @', 2],
    ['children of a shell that was killed', 'sh -c "sleep @ & kill -9 \\$\\$"; sleep @', 2],
  ])('%s', async (_, template, count) => {
    const seconds = uniqueSeconds();
    const { result, ms, left } = await abortOnceStarted(template.replaceAll('@', seconds), seconds, count, { keeper });
    expect(result).toMatchObject({ interrupted: true, timedOut: false, exitCode: null, signal: 'SIGTERM' });
    expect(left).toEqual([]);
    // TERM was enough, so the grace of 500 ms was not waited for.
    expect(ms).toBeLessThan(500);
  });

  test('what ignores TERM is killed after the grace', async () => {
    const seconds = uniqueSeconds();
    const stubborn = `trap "" TERM HUP INT; setsid sleep ${seconds} & (sleep ${seconds} &) ; while :; do sleep ${seconds}; done`;
    const { result, ms, left } = await abortOnceStarted(stubborn, seconds, 3, { keeper });
    expect(result).toMatchObject({ interrupted: true, signal: 'SIGKILL' });
    expect(left).toEqual([]);
    expect(ms).toBeGreaterThanOrEqual(490);
    expect(ms).toBeLessThan(2_000);
  });

  test('what starts itself again on TERM is killed too', async () => {
    const seconds = uniqueSeconds();
    const script = `f() { trap "(f &) ; exit" TERM; sleep ${seconds} & wait; }; f`;
    const { left } = await abortOnceStarted(script, seconds, 1, { keeper });
    expect(left).toEqual([]);
  });
});

onLinux('ends', () => {
  test('a daemon without environment and session is found through the keeper', async () => {
    const seconds = uniqueSeconds();
    const command = `(env -i setsid sleep ${seconds} > /dev/null 2>&1 < /dev/null &); sleep ${seconds}`;
    const { left } = await abortOnceStarted(command, seconds, 2, { keeper: 'perl' });
    expect(left).toEqual([]);
  });

  test('output that was printed before an abort is kept', async () => {
    const seconds = uniqueSeconds();
    const { result } = await abortOnceStarted(`echo before; sleep ${seconds}`, seconds, 1);
    expect(result.output).toBe('before\n');
  });

  test('a command that cleans up on TERM can print and choose its code', async () => {
    const seconds = uniqueSeconds();
    const command = `trap 'echo cleaned; exit 4' TERM; sleep ${seconds} & wait`;
    const { result } = await abortOnceStarted(command, seconds, 1);
    expect(result).toMatchObject({ output: 'cleaned\n', exitCode: 4, signal: null, interrupted: true });
  });

  test('an abort does not wait for a reader that is behind', async () => {
    const abort = new AbortController();
    let seen = 0;
    const running = run('yes', {
      signal: abort.signal,
      onData: (text) => {
        seen += text.length;
        return new Promise(() => undefined);
      },
    });
    // Until the terminal is paused and full, so that `yes` cannot write either.
    for (let before = -1; seen === 0 || before !== seen; ) {
      before = seen;
      await wait(100);
    }
    const startedAt = performance.now();
    abort.abort();
    expect(await running).toMatchObject({ interrupted: true, signal: 'SIGTERM' });
    // A keeper that cannot write its mark would cost another second, and hide the signal.
    expect(performance.now() - startedAt).toBeLessThan(900);
  });

  test('the time limit ends everything, and says so', async () => {
    const seconds = uniqueSeconds();
    const result = await run(`echo begun; sleep ${seconds} & sleep ${seconds}`, { timeoutMs: 300 });
    expect(result).toMatchObject({ output: 'begun\n', timedOut: true, interrupted: false, signal: 'SIGTERM' });
    expect(result.durationMs).toBeGreaterThanOrEqual(299);
    expect(result.durationMs).toBeLessThan(1_000);
    expect(processesWith(seconds)).toEqual([]);
  });

  test('what a command leaves in the background ends with it and is named; its last words are kept', async () => {
    const seconds = uniqueSeconds();
    const result = await run(
      `sleep ${seconds} & (trap 'echo bye; exit' TERM; setsid sleep ${seconds} & wait) & echo started`,
    );
    expect(result).toMatchObject({ output: 'started\nbye\n', exitCode: 0, interrupted: false });
    expect(result.endedInBackground.filter((command) => command === `sleep ${seconds}`)).toHaveLength(2);
    expect(processesWith(seconds)).toEqual([]);
  });

  test('a background process that ends soon by itself is waited for and not named', async () => {
    const result = await run('(sleep 0.1; echo late) & echo first');
    expect(result).toMatchObject({ output: 'first\nlate\n', endedInBackground: [] });
  });

  test('300 short commands and 50 aborted ones leave no terminal and no zombie', async () => {
    const before = openTerminals();
    for (let round = 0; round < 50; round += 1) await Promise.all([1, 2, 3, 4, 5, 6].map(() => run('echo x')));
    const seconds = uniqueSeconds();
    for (let round = 0; round < 10; round += 1) {
      const abort = new AbortController();
      const five = [1, 2, 3, 4, 5].map(() => run(`sleep ${seconds} & sleep ${seconds}`, { signal: abort.signal }));
      await started(`sleep\0${seconds}`, 10);
      abort.abort();
      const results = await Promise.all(five);
      expect(results.every((result) => result.interrupted)).toBe(true);
    }
    expect(openTerminals()).toBe(before);
    expect(zombieChildren()).toEqual([]);
    expect(processesWith(seconds)).toEqual([]);
  }, 60_000);
});

/** Terminal masters that this process holds. */
function openTerminals(): number {
  return readdirSync('/proc/self/fd').filter((name) => {
    try {
      return /ptmx|\/dev\/pts\//.test(readlinkSync(`/proc/self/fd/${name}`));
    } catch {
      return false;
    }
  }).length;
}

function zombieChildren(): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      const [state, parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return state === 'Z' && Number(parent) === process.pid;
    } catch {
      return false;
    }
  });
}
