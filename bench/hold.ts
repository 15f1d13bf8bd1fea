import type { Session } from '../src/engine/agent/session.ts';
import { type DemoServer, startDemoServer } from '../src/engine/demo/demo-server.ts';
import { DEFAULT_CACHE } from '../src/engine/demo/prompt-cache.ts';
import { startBareSession } from '../src/engine/forks/testing/bare-session.ts';
import { createGeminiAdapter } from '../src/engine/providers/gemini.ts';
import { skipHolds } from './lib/fork-session.ts';
import type { Measurement, Row } from './lib/measure.ts';
import { makeWorkspace } from './lib/workspace.ts';

const FORKS = 8;
const TARGET_RATIO = 4;
/** 20,000 tokens at the embedded model's 4 bytes each. */
const TAIL = 'What I found out. '.repeat(4_445);
const FIRST_BYTE_MS = 300;

interface Paid {
  readonly promptTokens: number;
  readonly fullPriceTokens: number;
  readonly held: number;
}

/** Input tokens at full price of 8 first requests, with the hold and without it, against the embedded model's cache. */
export async function measureHold(): Promise<Measurement> {
  const rows: Row[] = [];
  const raw: Record<string, unknown> = {};
  for (const parent of ['cold', 'warm'] as const) {
    const without = await fanOut(parent, false);
    const held = await fanOut(parent, true);
    raw[parent] = { held, without };
    const ratio = without.fullPriceTokens / held.fullPriceTokens;
    rows.push({
      what: `${parent} parent, tail of 20k tokens, ${FORKS} forks (${grouped(held.promptTokens)} tokens sent)`,
      measured: `${grouped(held.fullPriceTokens)} tokens at full price with the hold, ${grouped(without.fullPriceTokens)} without: ${ratio.toFixed(1)}x less`,
      target: `≥ ${TARGET_RATIO}x less`,
      met: ratio >= TARGET_RATIO && held.held === FORKS - 1,
      peers: 'no peer holds siblings back: 1x',
    });
  }
  return { title: 'Cached share with the hold', rows, raw };
}

async function fanOut(parent: 'cold' | 'warm', hold: boolean): Promise<Paid> {
  const workspace = makeWorkspace(1, 100);
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const model = await startDemoServer({
    latency: { firstByteMs: FIRST_BYTE_MS, perUncachedKilotokenMs: 0, perChunkMs: 0 },
    clock: { now, sleep },
  });
  model.script((request) => {
    const isFork = JSON.stringify(request.contents).includes('Directive: ');
    return { parts: [{ type: 'text', text: isFork ? 'Scope: done.' : TAIL }] };
  });
  const session = startBareSession({
    folder: workspace.folder,
    workspace: workspace.root,
    model: 'demo-planner',
    maxForks: FORKS,
    adapter: () =>
      createGeminiAdapter({ provider: 'demo', apiKey: 'demo', baseUrl: model.url, cacheTtlMs: DEFAULT_CACHE.ttlMs }),
    clock: now,
  });
  try {
    session.prompt('root', 'Find everything out.');
    await session.idle();
    if (parent === 'cold') ahead += 2 * DEFAULT_CACHE.ttlMs;
    const held = hold ? countHolds(session) : skipHolds(session);
    const before = model.stats().requests;
    await session.fork(
      'root',
      null,
      Array.from({ length: FORKS }, (_, index) => `Part ${index + 1}.`),
    );
    await session.idle();
    return { ...paid(model, before), held: held.count };
  } finally {
    await session.close();
    await model.close();
    workspace.dispose();
  }
}

function countHolds(session: Session): { count: number } {
  const held = { count: 0 };
  session.subscribe((event) => {
    if (event.type === 'branch-status' && event.status === 'held') held.count++;
  });
  return held;
}

function paid(model: DemoServer, before: number): Omit<Paid, 'held'> {
  const requests = model.stats().recent.slice(before);
  const sum = (pick: (request: (typeof requests)[number]) => number) =>
    requests.reduce((total, request) => total + pick(request), 0);
  return {
    promptTokens: sum(({ promptTokens }) => promptTokens),
    fullPriceTokens: sum(({ promptTokens, cachedTokens }) => promptTokens - cachedTokens),
  };
}

function grouped(value: number): string {
  return value.toLocaleString('en');
}
