import { setTimeout as sleep } from 'node:timers/promises';
import { startBareSession } from '../src/engine/forks/testing/bare-session.ts';
import { type RecordedRequest, startRecordingProxy } from '../src/engine/providers/testing/recording-proxy.ts';
import type { Script } from '../src/engine/providers/testing/vendor-answers.ts';
import { ANTHROPIC, GEMINI, type Vendor } from '../src/engine/providers/testing/vendors.ts';
import { type Block, bytesOf, cachedByMarks, cachedByPrefix, type Sent } from './lib/cache-model.ts';
import type { Measurement } from './lib/measure.ts';
import { makeWorkspace } from './lib/workspace.ts';

const CHILDREN = 3;
/** First byte of the parent's answers and of the children's, in milliseconds, as with the peers. */
const FIRST_BYTE_MS = { parent: 150, child: 600 };
const TARGET_KB = 110;

interface Counted {
  readonly requests: number;
  readonly totalKb: number;
  readonly uncachedKb: number;
  /** uncached + 0.1 x cached; no write premium, no output. */
  readonly equivalentKb: number;
}

/** The whole run of three children: the peers' script, counted in their way. */
export async function measureChildren(): Promise<Measurement> {
  const gemini = await runScript(GEMINI, cachedByPrefix);
  const anthropic = await runScript(ANTHROPIC, cachedByMarks);
  const row = (what: string, { requests, totalKb, uncachedKb, equivalentKb }: Counted) => ({
    what: `${what}: ${requests} requests, ${totalKb.toFixed(0)} kB sent, ${uncachedKb.toFixed(1)} kB uncached (${((100 * equivalentKb) / totalKb).toFixed(1)} % paid)`,
    measured: `${equivalentKb.toFixed(0)} kB-equivalents`,
    target: `< ${TARGET_KB} kB`,
    met: equivalentKb < TARGET_KB && requests === 3 * CHILDREN,
    peers: `Claude Code fork 110 (${(TARGET_KB / equivalentKb).toFixed(1)}x; 802 kB sent, 13.7 % paid), qwen-code fork 370 (${(370 / equivalentKb).toFixed(1)}x; 41.6 %)`,
  });
  return {
    title: 'Three children, whole run, input only',
    rows: [row('Gemini shape, by prefix', gemini), row('Anthropic shape, by its breakpoints', anthropic)],
    raw: { gemini, anthropic },
  };
}

async function runScript(vendor: Vendor, cachedOf: (sent: Sent, earlier: readonly Sent[]) => number): Promise<Counted> {
  const workspace = makeWorkspace(5, 7_500);
  const steps = new Map<string, number>();
  const sent: (Sent & { readonly sender: string })[] = [];
  const proxy = await startRecordingProxy({
    answer: async (response, recorded) => {
      const arrivedAt = performance.now();
      const sender = /Directive: Part (\d)/.exec(recorded.body.toString('utf8'))?.[1] ?? 'parent';
      const step = (steps.get(sender) ?? 0) + 1;
      steps.set(sender, step);
      const delay = sender === 'parent' ? FIRST_BYTE_MS.parent : FIRST_BYTE_MS.child;
      const request = { sender, blocks: blocksOf(vendor, recorded), arrivedAt, begunAt: Number.POSITIVE_INFINITY };
      sent.push(request);
      await sleep(delay);
      request.begunAt = performance.now();
      vendor.answer(response, sayTo(sender, step));
    },
  });
  const session = startBareSession({
    folder: workspace.folder,
    workspace: workspace.root,
    model: vendor.model,
    maxForks: 8,
    adapter: () => vendor.adapter(proxy.url),
  });
  try {
    session.prompt('root', 'Read the files, then do the work in three parts.');
    await session.idle();
  } finally {
    await session.close();
    await proxy.close();
    workspace.dispose();
  }
  return count(sent, cachedOf);
}

function count(
  sent: readonly (Sent & { readonly sender: string })[],
  cachedOf: (sent: Sent, earlier: readonly Sent[]) => number,
): Counted {
  let [total, cached, requests] = [0, 0, 0];
  sent.forEach((request, index) => {
    if (request.sender === 'parent') return;
    requests++;
    total += bytesOf(request.blocks);
    cached += cachedOf(request, sent.slice(0, index));
  });
  const uncached = total - cached;
  const kb = (bytes: number) => bytes / 1_000;
  return { requests, totalKb: kb(total), uncachedKb: kb(uncached), equivalentKb: kb(uncached + 0.1 * cached) };
}

function sayTo(sender: string, step: number): Script {
  const call = (name: string, args: unknown, number = 1) => ({
    id: `toolu_${sender}_${step}_${number}`,
    name,
    args: JSON.stringify(args),
  });
  const read = (file: number, number = 1) => call('read_file', { path: `f${file}.txt` }, number);
  if (sender === 'parent') {
    if (step <= 2) return { text: 'I read.', calls: [read(2 * step - 2), read(2 * step - 1, 2)] };
    if (step === 3) {
      const agent = (part: number) =>
        call('agent', { description: `part ${part}`, prompt: `Part ${part} of the work.` }, part);
      return { text: 'I fork.', calls: Array.from({ length: CHILDREN }, (_, index) => agent(index + 1)) };
    }
    return step === 4 ? { text: 'One more.', calls: [read(4)] } : { text: 'Done.' };
  }
  if (step === 1) return { text: 'I run it.', calls: [call('bash', { command: 'echo one; echo two' })] };
  return step === 2 ? { text: 'I read it.', calls: [read(Number(sender))] } : { text: 'Scope: my part. Result: done.' };
}

/** A body as blocks: each tool, the system text's blocks, each block of each message. */
function blocksOf(vendor: Vendor, { body }: RecordedRequest): Block[] {
  const [tools, system, ...messages] = vendor.pieces(JSON.parse(body.toString('utf8')));
  const list = (value: unknown): unknown[] =>
    Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  const inside = (message: unknown): unknown[] => {
    const { content, parts, role } = message as { content?: unknown; parts?: unknown; role: string };
    // The role opens a message's first block.
    return list(content ?? parts).map((block, index) => (index === 0 ? { role, block } : block));
  };
  return [...list(tools), ...list(system), ...messages.flatMap(inside)].map((value) => {
    const text = JSON.stringify(value);
    const { marker } = vendor;
    return {
      text: marker === null ? text : text.replaceAll(marker, ''),
      marked: marker !== null && text.includes(marker),
    };
  });
}
