import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contextOf } from '../../core/session/selectors.ts';
import type { Usage } from '../../core/session/usage.ts';
import type { Answer } from '../demo/answer.ts';
import { startDemoServer } from '../demo/demo-server.ts';
import type { FaultKind } from '../demo/faults.ts';
import { type CountingProxy, startCountingProxy } from '../providers/testing/counting-proxy.ts';
import { ask, lastText, say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { expectValid } from '../testing/valid-history.ts';
import { bash, done, isSubagent, promptOf, read, setUp, start, turnOf } from './testing/scripted-subagents.ts';

/** How many random scripts are played; each takes a fraction of a second. */
const CASES = Number(process.env.FORKSCOPE_PROPERTY_CASES ?? 100);
/** Another one each time, and printed, so that a bad run can be played again. */
const SEED = Number(process.env.FORKSCOPE_PROPERTY_SEED ?? Date.now() % 2_147_483_647);
const STEPS = 6;

const ANSWERS = {
  text: () => say('I think about it.'),
  empty: () => ({ parts: [] }),
  thought: () => ({ parts: [{ type: 'thought', text: 'hm' }] }),
  read: (n: number) => read('notes.txt', { offset: 1 + (n % 3) }),
  'read too much': () => read('big.txt'),
  'two calls': (n: number) =>
    ask(...['notes.txt', 'big.txt'].map((path) => ({ name: 'read_file', args: { path, offset: 1 + n } }))),
  command: () => bash('echo out'),
  'long command': () => bash('sleep 0.15'),
  'foreign tool': () => ask({ name: 'browser', args: {} }),
  'blank end': () => done(' '),
  'cut call': () => ({ ...read('notes.txt'), finishReason: 'MAX_TOKENS' }),
  end: () => done('the result'),
  'end among others': () =>
    ask({ name: 'attempt_completion', args: { result: 'r' } }, { name: 'bash', args: { command: 'true' } }),
} satisfies Record<string, (n: number) => Answer>;
type AnswerKind = keyof typeof ANSWERS;

/** Faults that cost no long wait before the next attempt; each stands for one attempt. */
const FAULTS: readonly FaultKind[] = [
  'context-exceeded',
  'unauthorized',
  'no-finish',
  'drop-text',
  'drop-call',
  'malformed-call',
  'safety',
];

interface Script {
  readonly steps: readonly AnswerKind[];
  readonly fault: { readonly at: number; readonly kind: FaultKind } | null;
}

const script: fc.Arbitrary<Script> = fc.record({
  steps: fc.array(fc.constantFrom(...(Object.keys(ANSWERS) as AnswerKind[])), { minLength: 1, maxLength: 8 }),
  fault: fc.option(fc.record({ at: fc.integer({ min: 0, max: 4 }), kind: fc.constantFrom(...FAULTS) }), { freq: 3 }),
});
const run = fc.record({
  children: fc.array(script, { minLength: 1, maxLength: 3 }),
  /** Milliseconds after which everything is aborted; null for never. */
  abortAfter: fc.option(fc.integer({ min: 0, max: 400 })),
});

it(
  `${CASES} random runs stay valid, within their bounds, without leftovers, and true to the server's count`,
  async () => {
    // A clean server in the tests' own engine is not used: the witness stands in front of this one.
    const model = await startDemoServer({ latency: 'fast' });
    const proxy = await startCountingProxy(model.url);
    const test = await startTestEngine({ FORKSCOPE_DEMO_URL: proxy.url });
    const big = Array.from({ length: 400 }, (_, n) => `${n} ${'x'.repeat(60)}`).join('\n');
    const bounds = { steps: STEPS, wallClockMs: 15_000 };
    await setUp(test, {
      'big.txt': big,
      'settings.json': JSON.stringify({ bounds, windows: { 'demo-planner': 24_000 } }),
    });
    process.stdout.write(`subagents, random runs: FORKSCOPE_PROPERTY_SEED=${SEED}\n`);
    try {
      await fc.assert(
        fc.asyncProperty(run, (example) => playRun(test, model, proxy, example)),
        { numRuns: CASES, seed: SEED, endOnFailure: true, verbose: fc.VerbosityLevel.Verbose },
      );
    } finally {
      await test.dispose();
      await proxy.close();
      await model.close();
    }
  },
  CASES * 5_000,
);

async function playRun(
  test: TestEngine,
  model: Awaited<ReturnType<typeof startDemoServer>>,
  proxy: CountingProxy,
  { children, abortAfter }: { children: readonly Script[]; abortAfter: number | null },
): Promise<void> {
  const asked = new Map<string, number>();
  model.script((request) => {
    if (!isSubagent(request))
      return turnOf(request) === 0 ? start('general', ...children.map((_, n) => `child ${n}`)) : say('end');
    if (lastText(request).includes('last step')) return say('my findings');
    const name = promptOf(request);
    const step = asked.get(name) ?? 0;
    asked.set(name, step + 1);
    const { steps } = children[Number(name.split(' ')[1])] ?? { steps: [] };
    const kind = steps[Math.min(step, steps.length - 1)] ?? 'end';
    return ANSWERS[kind](step);
  });
  children.forEach(({ fault }, n) => {
    if (!fault) return;
    const fits = (request: Parameters<typeof isSubagent>[0]) =>
      isSubagent(request) && promptOf(request) === `child ${n}` && (asked.get(`child ${n}`) ?? 0) >= fault.at;
    model.injectFault(fault.kind, 1, fits);
  });
  const before = proxy.counts().length;
  const session = await test.create({ isolation: 'none' });
  const timer = abortAfter === null ? null : setTimeout(() => void session.interruptAll(), abortAfter);
  await session.idle();
  if (timer) clearTimeout(timer);
  const { state } = session;

  expect(state.problems).toEqual([]);
  for (const id of state.order) {
    const branch = state.branches[id];
    expectValid(contextOf(state, id));
    expect(['completed', 'failed', 'interrupted']).toContain(branch?.status);
    // Attempts at one step are not steps; the last one is the step at the bound.
    if (branch?.kind === 'subagent') expect(branch.steps).toBeLessThanOrEqual(STEPS + 2);
    if (branch?.status === 'completed' && branch.kind === 'subagent') expect(branch.report).toMatch(/^(the result|r)$/);
  }
  expect(leftovers()).toEqual([]);

  // What the server reported is counted as it reported it, once and in no other way. It may have said more to a client
  // that had just gone away; such a request is counted by an estimate.
  const requests = Object.values(state.requests);
  const reported = requests.flatMap(({ usage, estimated }) => (usage && !estimated ? [countOf(usage)] : []));
  const aborted = requests.filter(({ failure }) => failure?.kind === 'aborted').length;
  const missing = () => without(proxy.counts().slice(before).map(keyOf), reported);
  await expect.poll(() => missing().unknown).toEqual([]);
  expect(missing().left.length).toBeLessThanOrEqual(aborted);
}

const keyOf = ({ input, cacheRead, output }: { input: number; cacheRead: number; output: number }) =>
  `${input} ${cacheRead} ${output}`;
const countOf = ({ input, cacheRead, output, thoughts }: Usage) =>
  keyOf({ input, cacheRead, output: output + thoughts });

/** Takes the second list out of the first: what is left of that, and what was not in it. */
function without(all: readonly string[], some: readonly string[]): { left: string[]; unknown: string[] } {
  const left = [...all];
  const unknown = some.filter((item) => {
    const index = left.indexOf(item);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return { left, unknown };
}

/** Commands of the scripts that still run. */
function leftovers(): string[] {
  const all = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
  return all.filter((line) => line.trim() === 'sleep 0.15');
}
