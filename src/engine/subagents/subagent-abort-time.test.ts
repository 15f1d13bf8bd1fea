import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { contextOf } from '../../core/session/selectors.ts';
import { startCountingProxy } from '../providers/testing/counting-proxy.ts';
import { eventOf, startTestEngine } from '../testing/test-engine.ts';
import { expectValid } from '../testing/valid-history.ts';
import { bash, play, promptOf, start } from './testing/scripted-subagents.ts';

const PROMPTS = ['one', 'two', 'three', 'four', 'five'];
/** Milliseconds in which an abort has to reach everything, on a machine that has nothing else to do. */
const LIMIT = 100;

/** Writes down when it is told to end, as it sees it itself, and leaves. Bash has the time of day without a process. */
const SCRIPT = `trap 'echo "$EPOCHREALTIME" > "$1/$2"; exit 143' TERM
sleep 300 &
wait
`;

interface Running {
  readonly pid: number;
  readonly group: number;
}

function running(folder: string): Running[] {
  const table = execFileSync('ps', ['-eo', 'pid=,pgid=,args='], { encoding: 'utf8' }).split('\n');
  const rows = table.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)).filter((row) => row !== null);
  const groups = new Set(rows.filter(([, , , args]) => args?.includes(folder)).map(([, , group]) => group));
  return rows
    .filter(([, , group]) => groups.has(group))
    .map(([, pid, group]) => ({ pid: Number(pid), group: Number(group) }));
}

/** A zombie has ended; only its parent has not looked yet. */
function isAlive({ pid }: Running): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

async function allSleep(folder: string): Promise<Running[]> {
  await expect
    .poll(() => execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' }).match(/^sleep 300$/gm)?.length ?? 0, {
      timeout: 20_000,
    })
    .toBeGreaterThanOrEqual(PROMPTS.length);
  return running(folder);
}

/** Ends all with `end`, and measures, in milliseconds from there: the last signal seen, and the last process gone. */
async function measure(folder: string, end: () => void): Promise<{ seen: number; gone: number; groups: number }> {
  const before = await allSleep(folder);
  const groups = new Set(before.map(({ group }) => group)).size;
  const began = performance.timeOrigin + performance.now();
  end();
  while (before.some(isAlive)) {
    if (performance.timeOrigin + performance.now() - began > 5_000) throw new Error('some are not ended');
    await sleep(1);
  }
  const gone = performance.timeOrigin + performance.now() - began;
  const times = PROMPTS.map(
    (name) => Number(readFileSync(join(folder, name), 'utf8').trim().replace(',', '.')) * 1_000,
  );
  return { seen: Math.max(...times) - began, gone, groups };
}

/** How many times longer than alone a process runs now: 100 ms of its own time, by the clock on the wall. */
function slowdown(): number {
  const [began, used] = [performance.now(), process.cpuUsage()];
  let own = 0;
  while (own < 100_000) {
    const { user, system } = process.cpuUsage(used);
    own = user + system;
  }
  return Math.max(1, (performance.now() - began) / 100);
}

/** As many processes of the same kind, ended by hand: what the machine needs now, whoever does it. */
async function baseline(script: string): Promise<{ seen: number; gone: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'forkscope-baseline-'));
  const children: ChildProcess[] = PROMPTS.map((name) =>
    spawn('bash', [script, folder, name], { detached: true, stdio: 'ignore' }),
  );
  try {
    return await measure(folder, () => {
      for (const { pid } of children) if (pid !== undefined) process.kill(-pid, 'SIGTERM');
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('one abort reaches five commands, their process groups and the model within 100 ms', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'forkscope-abort-'));
  const script = join(tmpdir(), `forkscope-abort-${process.pid}.sh`);
  writeFileSync(script, SCRIPT);
  const model = await startTestEngine();
  const proxy = await startCountingProxy(model.model.url);
  const test = await startTestEngine({ FORKSCOPE_DEMO_URL: proxy.url });
  onTestFinished(async () => {
    await test.dispose();
    await proxy.close();
    await model.dispose();
    rmSync(folder, { recursive: true, force: true });
    rmSync(script, { force: true });
  });
  // The system's own bash of a Mac has no such variable.
  if (execFileSync('bash', ['-c', 'echo "$EPOCHREALTIME"'], { encoding: 'utf8' }).trim() === '') context.skip();
  const first = { ...(await baseline(script)), slowdown: slowdown() };

  play({ ...test, model: model.model }, start('general', ...PROMPTS), (request) =>
    bash(`bash ${script} ${folder} ${promptOf(request)}`),
  );
  const session = await test.create({ isolation: 'none' });
  for (const index of PROMPTS.keys()) {
    const branch = `subagent-${index + 1}`;
    await eventOf(session, (event) => event.type === 'tool-started' && event.branch === branch);
  }
  expect(session.state.branches.root).toMatchObject({ status: 'waiting', reason: 'waits for 5 subagents' });
  await allSleep(folder);
  const asked = proxy.requests.length;
  expect(asked).toBe(PROMPTS.length + 1);
  let interrupted: Promise<unknown> = Promise.resolve();
  let branchesAfter = 0;
  const abort = await measure(folder, () => {
    const began = performance.now();
    interrupted = session.interruptAll().then(() => {
      branchesAfter = performance.now() - began;
    });
  });
  await interrupted;
  const second = { ...(await baseline(script)), slowdown: slowdown() };

  const slowest = {
    seen: Math.max(first.seen, second.seen),
    gone: Math.max(first.gone, second.gone),
    slowdown: Math.max(first.slowdown, second.slowdown),
  };
  const limit = slowest.seen + LIMIT * slowest.slowdown;
  const figures = [
    `signal seen by all five after ${abort.seen.toFixed(1)} ms`,
    `all ${abort.groups} process groups gone after ${abort.gone.toFixed(1)} ms`,
    `all branches interrupted after ${branchesAfter.toFixed(1)} ms`,
    `by hand on this machine: seen ${slowest.seen.toFixed(1)} ms, gone ${slowest.gone.toFixed(1)} ms`,
    `which runs ${slowest.slowdown.toFixed(2)} times slower than alone, so ${limit.toFixed(0)} ms are allowed`,
  ].join('; ');
  process.stdout.write(`abort: ${figures}\n`);
  expect(abort.groups, figures).toBeGreaterThanOrEqual(PROMPTS.length);
  expect(abort.seen, figures).toBeLessThan(limit);
  const { branches, order } = session.state;
  expect(order.map((id) => branches[id]?.status)).toEqual(Array(6).fill('interrupted'));
  await sleep(500);
  expect(proxy.requests.length).toBe(asked);
  for (const id of order) expectValid(contextOf(session.state, id));
}, 60_000);
