import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MemoryParts, sessionEvents } from '../../../core/import/memory-parts.ts';
import { fold } from '../../../core/session/reduce.ts';
import { EMPTY_SESSION } from '../../../core/session/state.ts';
import { summaryOf } from '../../../core/session/summary.ts';
import { EngineFault } from '../../engine-fault.ts';
import { Checkpoint } from './checkpoint.ts';
import { collectOneSource } from './collect-sources.ts';
import { readSource } from './read-source.ts';
import { seeded } from './testing/large-transcript.ts';

/** `FORKSCOPE_FUZZ_CASES=20000` is the long run; `FORKSCOPE_FUZZ_SEED` repeats one. */
const CASES = Number(process.env.FORKSCOPE_FUZZ_CASES ?? 300);
const SEED = Number(process.env.FORKSCOPE_FUZZ_SEED ?? Date.now() % 1_000_000);
/** No case may take longer, in milliseconds: the inputs are a few hundred kilobytes at most. */
const PATIENCE = 5_000;

const FIXTURES = join(import.meta.dirname, '../../../core/import/fixtures');
const LINES = readdirSync(FIXTURES).filter((name) => name.endsWith('.jsonl') && name !== 'expected.jsonl');
const DOCUMENTS = ['gemini-two-turns-cache.json', 'cline-task-command-dupts', 'derived-cline-crash'];
const folder = mkdtempSync(join(tmpdir(), 'forkscope-fuzz-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Random = () => number;
type Damage = (lines: string[], random: Random) => void;

const pick = (random: Random, length: number) => Math.floor(random() * length);

/** Gives a row one more value, well formed or not. */
function insertInto(lines: string[], random: Random, value: string): void {
  const at = pick(random, lines.length);
  if (lines[at]?.startsWith('{"')) lines[at] = `{"extra":${value},${lines[at]?.slice(1) ?? ''}`;
}

/** Each changes one place of a file. A line that is changed is no longer healthy; all others still are. */
const DAMAGES: { readonly [name: string]: Damage } = {
  cut: (lines, random) => {
    const at = pick(random, lines.length);
    lines[at] = lines[at]?.slice(0, pick(random, lines[at]?.length ?? 0)) ?? '';
  },
  end: (lines, random) => {
    lines.length = 1 + pick(random, lines.length);
    const last = lines.length - 1;
    lines[last] = lines[last]?.slice(0, pick(random, lines[last]?.length ?? 0)) ?? '';
  },
  doubled: (lines, random) => {
    const at = pick(random, lines.length);
    lines.splice(at, 0, lines[at] ?? '');
  },
  shuffled: (lines, random) => {
    for (let times = 0; times < 6; times++) {
      const [a, b] = [pick(random, lines.length), pick(random, lines.length)];
      [lines[a], lines[b]] = [lines[b] ?? '', lines[a] ?? ''];
    }
  },
  glued: (lines, random) => {
    const at = pick(random, lines.length - 1);
    lines.splice(at, 2, `${lines[at] ?? ''}${lines[at + 1] ?? ''}`);
  },
  tornAndGlued: (lines, random) => {
    const at = pick(random, lines.length - 1);
    const torn = lines[at]?.slice(0, 1 + pick(random, (lines[at]?.length ?? 2) - 1)) ?? '';
    lines.splice(at, 2, `${torn}${lines[at + 1] ?? ''}`);
  },
  flipped: (lines, random) => {
    const at = pick(random, lines.length);
    const bytes = Buffer.from(lines[at] ?? '');
    const place = pick(random, bytes.length);
    if (bytes.length > 0) bytes[place] = (bytes[place] ?? 0) ^ (1 << pick(random, 8));
    // A flip that makes a line break or a blank line would only cut it.
    lines[at] = bytes.toString('latin1').replaceAll('\n', ' ');
  },
  nul: (lines, random) => {
    lines.splice(pick(random, lines.length), 0, '\0'.repeat(1 + pick(random, 600)));
  },
  noise: (lines, random) => {
    lines.splice(
      pick(random, lines.length),
      0,
      Array.from({ length: 80 }, () => String.fromCharCode(32 + pick(random, 90))).join(''),
    );
  },
  deep: (lines, random) => {
    const depth = 1_000 + pick(random, 40_000);
    insertInto(lines, random, pick(random, 2) === 0 ? `${'['.repeat(depth)}${']'.repeat(depth)}` : '['.repeat(depth));
  },
  huge: (lines, random) => {
    insertInto(lines, random, JSON.stringify('x'.repeat(300_000)));
  },
  bytes: (lines, random) => {
    const at = pick(random, lines.length);
    lines[at] = `\uFEFF${lines[at] ?? ''}  \r`;
  },
  circle: (lines, random) => {
    const ids = lines.flatMap((line) => /"uuid":"([^"]+)"/.exec(line)?.[1] ?? []);
    const at = pick(random, lines.length);
    const other = ids[pick(random, ids.length)];
    if (other !== undefined)
      lines[at] = (lines[at] ?? '').replace(/"parentUuid":(null|"[^"]*")/, `"parentUuid":"${other}"`);
  },
};

interface Case {
  readonly path: string;
  readonly story: string;
  /** Texts of rows that are whole: they must be in the result. */
  readonly needles: ReadonlySet<string>;
}

function caseOf(number: number): Case {
  const random = seeded(SEED * 100_003 + number);
  if (random() < 0.15) return documentCase(number, random);
  const name = LINES[pick(random, LINES.length)] ?? '';
  const original = readFileSync(join(FIXTURES, name), 'utf8');
  const lines = original.split('\n').filter((line, index, all) => line !== '' || index < all.length - 1);
  const before = new Set(lines.filter((line) => isWhole(line)));
  const story: string[] = [];
  for (let times = 1 + pick(random, 3); times > 0; times--) {
    const kinds = Object.keys(DAMAGES);
    const kind = kinds[pick(random, kinds.length)] ?? 'cut';
    DAMAGES[kind]?.(lines, random);
    story.push(kind);
  }
  const path = join(folder, `case-${number}.jsonl`);
  const text = lines.join('\n');
  writeFileSync(path, text);
  const healthy = lines.filter((line) => before.has(line));
  // Of rows with one id, one is shown.
  const isOnce = (row: { uuid?: string }) => row.uuid === undefined || text.split(`"uuid":"${row.uuid}"`).length === 2;
  const rows = healthy.map((line) => JSON.parse(line.replace(/^\uFEFF/, '')) as { uuid?: string });
  const needles = new Set(rows.filter(isOnce).flatMap((row) => needlesOf(row, name)));
  return { path, story: `${name}: ${story.join(', ')}`, needles };
}

/** A JSON document, cut or flipped. What stands before the damage is whole. */
function documentCase(number: number, random: Random): Case {
  const name = DOCUMENTS[pick(random, DOCUMENTS.length)] ?? '';
  const target = join(folder, `case-${number}${name.endsWith('.json') ? '.json' : ''}`);
  cpSync(join(FIXTURES, name), target, { recursive: true });
  const isFolder = statSync(target).isDirectory();
  const file = isFolder ? join(target, random() < 0.5 ? 'ui_messages.json' : 'api_conversation_history.json') : target;
  const bytes = readFileSync(file);
  const at = pick(random, bytes.length);
  const isCut = random() < 0.6;
  if (!isCut) bytes[at] = (bytes[at] ?? 0) ^ (1 << pick(random, 8));
  writeFileSync(file, isCut ? bytes.subarray(0, at) : bytes);
  const needles = new Set<string>();
  if (isCut && !isFolder) {
    const whole = JSON.parse(readFileSync(join(FIXTURES, name), 'utf8')) as { messages: unknown[] };
    const kept = readFileSync(file, 'utf8');
    for (const message of whole.messages) {
      const id = (message as { id: string }).id;
      const next = kept.indexOf('\n    {', kept.indexOf(`"id": "${id}"`));
      if (kept.includes(`"id": "${id}"`) && next > 0) for (const each of needlesOf(message, name)) needles.add(each);
    }
  }
  return { path: target, story: `${name}: ${isCut ? 'cut' : 'flipped'} at ${at} of ${basename(file)}`, needles };
}

function isWhole(line: string): boolean {
  try {
    return typeof JSON.parse(line.replace(/^\uFEFF/, '')) === 'object';
  } catch {
    return false;
  }
}

/** What a reader must find again of a row: its texts and its calls. Rows that repeat others are not looked at. */
function needlesOf(row: unknown, fixture: string): string[] {
  const found: string[] = [];
  const record = row as Record<string, unknown>;
  const blocks = (content: unknown) => {
    if (typeof content === 'string') found.push(content);
    if (!Array.isArray(content)) return;
    for (const block of content as Record<string, unknown>[]) {
      if (typeof block.text === 'string') found.push(block.text);
      if (block.type === 'tool_use') found.push(String(block.id));
      if (typeof block.content === 'string') found.push(block.content);
      const call = block.functionCall as Record<string, unknown> | undefined;
      if (call) found.push(String(call.id));
    }
  };
  const message = record.message as Record<string, unknown> | undefined;
  if (fixture.includes('claude')) {
    if (record.type !== 'user' && record.type !== 'assistant') return [];
    blocks(message?.content);
  } else if (fixture.includes('qwen')) {
    if (record.type === 'user') return [String((record.systemPayload as { displayText: string }).displayText)];
    if (record.type !== 'system') blocks(message?.parts);
  } else if (fixture.includes('codex')) {
    const item = (record.payload ?? record) as Record<string, unknown>;
    if (item.type === 'message') blocks(item.content);
    if (item.type === 'function_call') found.push(String(item.call_id));
  } else if (fixture.includes('gemini') && typeof record.id === 'string') {
    blocks(record.content);
  }
  return found.filter((text) => text.trim() !== '');
}

async function eventsOf(path: string) {
  const source = await collectOneSource(path);
  const parts = new MemoryParts();
  const draft = await readSource(source, parts, {
    prices: null,
    live: false,
    holdLast: false,
    checkpoint: new Checkpoint(),
  });
  return [...sessionEvents(draft, { sessionId: 'fuzz', path, fallbackAt: 1_772_000_000_000 }, parts)];
}

/** Every text that the events hold, for a look-up. */
function textsOf(value: unknown, into: Set<string>): Set<string> {
  if (typeof value === 'string') into.add(value);
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) textsOf(each, into);
  return into;
}

describe(`${CASES} damaged transcripts, seed ${SEED}`, () => {
  it('neither hang, nor crash, nor lose a healthy row', { timeout: 60_000 + CASES * 60 }, async () => {
    process.stderr.write(`fuzz seed ${SEED}, ${CASES} cases\n`);
    mkdirSync(folder, { recursive: true });
    let refused = 0;
    let needlesFound = 0;
    for (let number = 0; number < CASES; number++) {
      const { path, story, needles } = caseOf(number);
      const where = `case ${number} of seed ${SEED} (${story})`;
      const start = performance.now();
      try {
        const events = await eventsOf(path);
        const state = fold(EMPTY_SESSION, events);
        const summary = summaryOf(state, path);
        JSON.stringify(events);
        expect(summary.totals.branches, where).toBeGreaterThan(0);
        expect(
          state.problems.filter(({ reason }) => /^[a-z-]+: .*(never created|never started|twice)/.test(reason)),
          where,
        ).toEqual([]);
        const texts = textsOf(events, new Set());
        const lost = [...needles].filter((needle) => !texts.has(needle));
        expect(lost, where).toEqual([]);
        needlesFound += needles.size;
      } catch (error) {
        // Only what holds nothing that can be told apart may be refused, and in plain words.
        if (!(error instanceof EngineFault)) throw new Error(`${where}: ${String(error)}`, { cause: error });
        expect(needles.size, `${where}: ${error.message}`).toBe(0);
        refused++;
      }
      expect(performance.now() - start, where).toBeLessThan(PATIENCE);
      rmSync(path, { recursive: true, force: true });
    }
    expect(needlesFound).toBeGreaterThan(CASES);
    expect(refused).toBeLessThan(CASES / 4);
  });
});
