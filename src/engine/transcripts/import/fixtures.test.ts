import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { collectOneSource, collectSources } from './collect-sources.ts';
import { runImport } from './run-import.ts';

const FIXTURES = join(import.meta.dirname, '../../../core/import/fixtures');

interface Tokens {
  in: number;
  out: number;
  cache_read: number;
  cache_write?: number;
}
interface Expected {
  fixture: string;
  turns: number;
  tools?: number;
  tools_main?: number;
  tools_side?: number;
  executed?: number;
  leaves?: number;
  lanes?: number;
  tok?: Tokens | null;
  tok_side?: Tokens;
  tok_path?: Tokens;
  cost?: number;
}

const EXPECTED = readFileSync(join(FIXTURES, 'expected.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Expected);

const folder = mkdtempSync(join(tmpdir(), 'forkscope-fixtures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A fixture of two files is a folder that holds both. */
function pathOf(fixture: string, from = FIXTURES): string {
  const names = fixture.split('+');
  if (names.length === 1) return join(from, fixture);
  const both = mkdtempSync(join(folder, 'both-'));
  for (const name of names) cpSync(join(from, name), join(both, name));
  return both;
}

/** Main conversation and subagents together, input with cached tokens in it. */
function tokensOf({ fixture, tok, tok_side, tok_path }: Expected) {
  const main = tok ?? tok_path;
  if (!main) return null;
  const isOutside = /claude|cline/.test(fixture);
  const sum = (pick: (tokens: Tokens) => number) => pick(main) + (tok_side ? pick(tok_side) : 0);
  const cached = sum(({ cache_read, cache_write = 0 }) => cache_read + cache_write);
  return {
    input: sum((tokens) => tokens.in) + (isOutside ? cached : 0),
    output: sum((tokens) => tokens.out),
    cacheRead: sum((tokens) => tokens.cache_read),
    cacheWrite: sum((tokens) => tokens.cache_write ?? 0),
  };
}

async function summaryOf(path: string) {
  const result = await runImport({ kind: 'summary', source: await collectOneSource(path), prices: null });
  if (result.kind !== 'summary') throw new Error('a summary was asked for');
  return result.value.summary;
}

describe('every fixture shows the numbers that were counted apart', () => {
  it.each(EXPECTED.map((expected) => [expected.fixture, expected] as const))('%s', async (fixture, expected) => {
    const { totals } = await summaryOf(pathOf(fixture));
    const { thoughts: _, ...usage } = totals.usage ?? { thoughts: 0 };
    const calls = expected.executed ?? expected.tools ?? (expected.tools_main ?? 0) + (expected.tools_side ?? 0);
    expect({ turns: totals.turns, toolCalls: totals.toolCalls, usage: totals.usage && usage }).toEqual({
      turns: expected.turns,
      toolCalls: calls,
      usage: tokensOf(expected),
    });
    if (expected.leaves !== undefined) expect(totals.branches).toBe(expected.leaves + (expected.lanes ?? 0));
    if (expected.cost !== undefined) expect(totals.costUsd).toBeCloseTo(expected.cost, 6);
  });
});

describe('rows that were written twice count once', () => {
  const doubled = mkdtempSync(join(folder, 'doubled-'));
  for (const name of readdirSync(FIXTURES).filter((each) => each.endsWith('.jsonl'))) {
    const lines = readFileSync(join(FIXTURES, name), 'latin1').replace(/\n$/, '').split('\n');
    writeFileSync(join(doubled, name), lines.map((line) => `${line}\n${line}\n`).join(''), 'latin1');
  }
  const files = EXPECTED.map(({ fixture }) => fixture).filter((fixture) => fixture.endsWith('.jsonl'));

  it.each(files)('%s with every line doubled', async (fixture) => {
    const { totals } = await summaryOf(pathOf(fixture, doubled));
    expect(totals).toEqual((await summaryOf(pathOf(fixture))).totals);
  });

  it('a task of Cline with every row doubled', async () => {
    const name = 'cline-task-command-dupts';
    for (const file of ['ui_messages.json', 'api_conversation_history.json']) {
      const rows = JSON.parse(readFileSync(join(FIXTURES, name, file), 'utf8')) as unknown[];
      mkdirSync(join(doubled, name), { recursive: true });
      writeFileSync(join(doubled, name, file), JSON.stringify(rows.flatMap((row) => [row, row])));
    }
    expect((await summaryOf(join(doubled, name))).totals).toEqual((await summaryOf(pathOf(name))).totals);
  });

  it.each(files.filter((fixture) => !/[+]|gemini/.test(fixture)))('%s beside a copy of itself', async (fixture) => {
    const twice = mkdtempSync(join(folder, 'twice-'));
    cpSync(join(FIXTURES, fixture), join(twice, fixture));
    cpSync(join(FIXTURES, fixture), join(twice, `copy-of-${fixture}`));
    const alone = mkdtempSync(join(folder, 'alone-'));
    cpSync(join(FIXTURES, fixture), join(alone, fixture));
    expect((await summaryOf(twice)).totals).toEqual((await summaryOf(alone)).totals);
  });
});

describe('what the numbers do not say', () => {
  const show = (fixture: string) => summaryOf(pathOf(fixture));

  it.each([
    ['claude-glued-lines.jsonl', [15]],
    ['derived-claude-nul-run.jsonl', [9]],
    ['derived-claude-bom-crlf.jsonl', []],
    ['claude-image-result.jsonl', []],
    ['claude-tail-slice.jsonl', []],
    ['codex-legacy-bare.jsonl', []],
    ['derived-gemini-jsonl-rewind.jsonl', []],
    ['derived-codex-fork-child.jsonl', []],
  ])('%s has a problem for each damaged spot', async (fixture, lines) => {
    expect((await show(fixture)).problems.map(({ line }) => line)).toEqual(lines);
  });

  it('bytes that are no text are one problem, and their row is shown', async () => {
    const path = join(folder, 'bytes.jsonl');
    const lines = readFileSync(join(FIXTURES, 'claude-image-result.jsonl'), 'latin1').split('\n');
    const second = (lines[1] ?? '').replace('"sessionId":"', '"sessionId":"\xff\xfe');
    writeFileSync(path, [lines[0], second, ...lines.slice(2)].join('\n'), 'latin1');
    const damaged = await summaryOf(path);
    expect(damaged.problems.map(({ line }) => line)).toEqual([2]);
    expect(damaged.totals).toEqual((await show('claude-image-result.jsonl')).totals);
  });

  it('a damaged file in a folder is named, and the others are found', async () => {
    const mixed = mkdtempSync(join(folder, 'mixed-'));
    cpSync(join(FIXTURES, 'claude-image-result.jsonl'), join(mixed, 'good.jsonl'));
    writeFileSync(join(mixed, 'bad.jsonl'), '\0\0{"type":"us\n\xff');
    writeFileSync(join(mixed, 'package.json'), '{"name":"x"}');
    const named: string[] = [];
    const sources = await collectSources(mixed, undefined, (path) => named.push(path));
    expect(sources.map(({ path }) => path)).toEqual([join(mixed, 'good.jsonl')]);
    expect(named).toEqual([join(mixed, 'bad.jsonl')]);
  });

  it('a cut file of Cline is one problem, and all whole rows are there', async () => {
    const { problems, branches } = await show('derived-cline-crash');
    expect(problems).toHaveLength(1);
    expect(problems[0]?.reason).toContain('ui_messages.json');
    expect(branches[0]).toMatchObject({ status: 'completed', turns: 1, toolCalls: 4 });
  });

  it('unknown times and tokens are unknown', async () => {
    const summary = await show('codex-legacy-bare.jsonl');
    expect(summary).toMatchObject({ timesKnown: false, totals: { usage: null, costUsd: null } });
  });

  it('both files of a copied session are one tree with a fork', async () => {
    const { branches } = await show('claude-fork-copy-parent.jsonl+claude-fork-copy-child.jsonl');
    expect(branches.map(({ id, parentId, kind }) => [id, parentId, kind])).toEqual([
      ['root', null, 'root'],
      ['a00000f', 'root', 'subagent'],
      ['fork-1', 'root', 'fork'],
      ['root-2', null, 'root'],
    ]);
  });

  it('a session with forkedFrom rows starts where its parent ended', async () => {
    const { branches, totals } = await show('claude-dangling-plan.jsonl+derived-claude-forkedfrom.jsonl');
    expect(branches.map(({ kind, turns, usage }) => [kind, turns, usage?.input])).toEqual([
      ['root', 1, 11 + 49327 + 33531],
      ['fork', 1, 4 + 21000 + 120],
    ]);
    expect(totals).toMatchObject({ turns: 2, toolCalls: 3 });
  });

  it('a Codex fork counts only its own, with the parent beside it, without it, and in one tree with it', async () => {
    const own = {
      turns: 1,
      toolCalls: 0,
      usage: { input: 4100, output: 60, cacheRead: 3968, cacheWrite: 0, thoughts: 0 },
    };
    const beside = await show('derived-codex-fork-child.jsonl');
    cpSync(join(FIXTURES, 'derived-codex-fork-child.jsonl'), join(folder, 'alone', 'child.jsonl'));
    const alone = await summaryOf(join(folder, 'alone', 'child.jsonl'));
    for (const { branches, totals } of [beside, alone]) {
      expect(totals).toMatchObject({ ...own, branches: 1 });
      expect(branches.map(({ kind, leftOut }) => [kind, leftOut])).toEqual([
        ['root', 'inherited'],
        ['fork', null],
      ]);
    }
    const both = await show('derived-codex-fork-parent.jsonl+derived-codex-fork-child.jsonl');
    expect(both.branches.map(({ kind, toolCalls }) => [kind, toolCalls])).toEqual([
      ['root', 2],
      ['fork', 0],
    ]);
    expect(both.totals).toMatchObject({
      turns: 2,
      toolCalls: 2,
      usage: { input: 10736, output: 384, cacheRead: 9600 },
    });
  });

  it('what Gemini rewound is a dead branch that is not counted', async () => {
    const { branches, totals } = await show('derived-gemini-jsonl-rewind.jsonl');
    expect(branches.map(({ id, leftOut, turns }) => [id, leftOut, turns])).toEqual([
      ['root', null, 2],
      ['rewound-1', 'abandoned', 1],
    ]);
    expect(totals.unknownUsage).toBe(1);
  });

  it('an unfinished call is shown as such', async () => {
    const { branches } = await show('claude-tail-slice.jsonl');
    expect(branches.map(({ id, status }) => [id, status])).toEqual([
      ['root', 'interrupted'],
      ['a00001f', 'interrupted'],
    ]);
  });
});
