import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Content, type FunctionCall, GoogleGenAI, type Part } from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildChildMessage } from '../../core/fork/child-message.ts';
import { FORK_ACKNOWLEDGEMENT, FORK_BEGIN, FORK_PLACEHOLDER_RESULT } from '../../core/fork/fork-agent.ts';
import { buildNotification } from '../../core/fork/notification.ts';
import { DEMO_PROMPT } from '../demo/demo-prompt.ts';
import { type DemoServer, startDemoServer } from '../demo/demo-server.ts';
import { SkippingClock } from '../demo/testing/skipping-clock.ts';
import { runTool, SESSION_TOOLS } from '../demo/testing/tool-executor.ts';

const DEMO_REPOSITORY = fileURLToPath(new URL('../../../resources/demo-repo', import.meta.url));

interface Usage {
  readonly prompt: number;
  readonly cached: number;
}

interface Run {
  readonly contents: Content[];
  readonly usages: Usage[];
  /** Milliseconds that the model took. */
  readonly took: number;
}

const clock = new SkippingClock();
const folders: string[] = [];
let server: DemoServer;
let ai: GoogleGenAI;
let root: Run;
const forks: { readonly folder: string; readonly run: Run; readonly title: string }[] = [];

/** Runs one branch to its end: real SDK, real files, real commands. */
async function runBranch(folder: string, start: readonly Content[]): Promise<Run> {
  const contents = [...start];
  const usages: Usage[] = [];
  const startedAt = clock.now();
  for (let step = 0; step < 40; step += 1) {
    const stream = await ai.models.generateContentStream({
      model: 'demo-planner',
      contents,
      config: {
        systemInstruction: 'You work on a git repository.',
        tools: [{ functionDeclarations: SESSION_TOOLS }],
        thinkingConfig: { includeThoughts: true },
      },
    });
    const parts: Part[] = [];
    for await (const chunk of stream) {
      parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
      const { promptTokenCount = 0, cachedContentTokenCount = 0 } = chunk.usageMetadata ?? {};
      if (chunk.usageMetadata) usages.push({ prompt: promptTokenCount, cached: cachedContentTokenCount });
    }
    contents.push({ role: 'model', parts });
    const calls = callsIn({ parts });
    if (calls.length === 0) return { contents, usages, took: clock.now() - startedAt };
    contents.push({ role: 'user', parts: calls.map((call) => responseTo(folder, call)) });
  }
  throw new Error('The branch did not end within 40 steps.');
}

function responseTo(folder: string, { id = '', name = '', args = {} }: FunctionCall): Part {
  const response = name === 'agent' ? { output: FORK_PLACEHOLDER_RESULT } : runTool(folder, name, args);
  return { functionResponse: { id, name, response: { ...response } } };
}

function callsIn({ parts = [] }: Content): FunctionCall[] {
  return parts.flatMap(({ functionCall }) => (functionCall ? [functionCall] : []));
}

function textOf(content: Content | undefined): string {
  return (content?.parts ?? []).map((part) => (part.thought ? '' : (part.text ?? ''))).join('');
}

function copyOfDemo(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forkscope-demo-'));
  folders.push(folder);
  cpSync(DEMO_REPOSITORY, folder, { recursive: true });
  return folder;
}

function filesOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
    }),
  );
}

function changedIn(folder: string): string[] {
  const [before, after] = [filesOf(DEMO_REPOSITORY), filesOf(folder)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort();
}

function node(folder: string, ...args: string[]) {
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
  return spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
}

const launch = () => root.contents.findIndex((content) => callsIn(content).some(({ name }) => name === 'agent'));

beforeAll(async () => {
  server = await startDemoServer({ latency: 'demo', clock });
  ai = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: server.url, apiVersion: 'v1beta' } });
  root = await runBranch(copyOfDemo(), [{ role: 'user', parts: [{ text: DEMO_PROMPT }] }]);

  const inherited = root.contents.slice(0, launch() + 1);
  const launches = callsIn(inherited.at(-1) ?? {});
  for (const [index, { args, id = '' }] of launches.entries()) {
    const folder = copyOfDemo();
    const title = String(args?.description);
    const identity = { number: index + 1, count: launches.length, description: title, callId: id };
    const child = buildChildMessage(String(args?.prompt), { identity });
    const start: Content[] = [
      ...inherited,
      { role: 'user', parts: [...launches.map((call) => responseTo(folder, call)), { text: child }] },
      { role: 'model', parts: [{ text: FORK_ACKNOWLEDGEMENT }] },
      { role: 'user', parts: [{ text: FORK_BEGIN }] },
    ];
    forks.push({ folder, title, run: await runBranch(folder, start) });
  }
}, 120_000);

afterAll(async () => {
  await server.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe('the root of the demo session', () => {
  it('reads all files at once, then asks for three forks in one message, and ends its turn in one sentence', () => {
    const steps = root.contents.filter(({ role }) => role === 'model').map(callsIn);
    expect(steps.map((calls) => calls.map(({ name }) => name))).toEqual([
      ['list_files'],
      Array(5).fill('list_files'),
      Array(filesOf(DEMO_REPOSITORY).size).fill('read_file'),
      ['agent', 'agent', 'agent'],
      [],
    ]);
    for (const { args } of steps[3] ?? []) expect(Object.keys(args ?? {})).toEqual(['description', 'prompt']);
    expect(DEMO_PROMPT).toContain(String(steps[3]?.[0]?.args?.prompt));
    expect(textOf(root.contents.at(-1))).toMatch(/^Three forks are at work now/);
  });

  it('grows a prefix that is worth a cache', () => {
    expect(root.usages.at(-1)?.prompt).toBeGreaterThan(4_096);
  });
});

describe('the three forks', () => {
  it('read the whole prompt of the launching request from the cache, with their first request', () => {
    const launching = root.usages[3]?.prompt ?? Number.NaN;
    for (const { run } of forks) expect(run.usages[0]?.cached).toBeGreaterThanOrEqual(launching);
  });

  it('touch different files', () => {
    expect(forks.map(({ folder }) => changedIn(folder))).toEqual([
      ['src/clock.js'],
      ['bin/low-water.js', 'test/json.test.js'],
      ['README.md'],
    ]);
  });

  it('fixes the bug in the source, and all tests pass', () => {
    const folder = forks[0]?.folder ?? '';
    expect(node(DEMO_REPOSITORY, '--test').status).toBe(1);
    expect(node(folder, '--test').status).toBe(0);
    const runs = forks[0]?.run.contents.flatMap(callsIn).filter(({ name }) => name === 'bash') ?? [];
    expect(runs.map(({ args }) => args?.command)).toEqual(['npm test', 'npm test', 'npm test']);
  });

  it('adds the option, with a test that passes there and fails without it', () => {
    const folder = forks[1]?.folder ?? '';
    const printed = node(folder, 'bin/low-water.js', 'old-quay', '--date', '2026-06-21', '--json').stdout;
    expect(JSON.parse(printed)).toMatchObject({ harbour: 'Old Quay', date: '2026-06-21' });
    expect(node(folder, 'bin/low-water.js', 'atlantis').stderr).toContain('--json');
    expect(node(folder, '--test', 'test/json.test.js').status).toBe(0);
    cpSync(join(DEMO_REPOSITORY, 'bin'), join(folder, 'bin'), { recursive: true });
    expect(node(folder, '--test', 'test/json.test.js').status).toBe(1);
  });

  it('fills the README from the code', () => {
    const readme = readFileSync(join(forks[2]?.folder ?? '', 'README.md'), 'utf8');
    const harbours: { name: string }[] = JSON.parse(readFileSync(join(DEMO_REPOSITORY, 'data/harbours.json'), 'utf8'));
    expect(readme).not.toContain('TODO');
    for (const { name } of harbours) expect(readme).toContain(`| ${name} |`);
    for (const option of ['--date DATE', '--feet', '--chart']) expect(readme).toContain(`\`${option}\``);
    expect(forks[2]?.run.contents.flatMap(callsIn).at(-1)?.args).toEqual({ command: 'npm run week' });
  });

  it('end with a report in the asked form, silent until then', () => {
    for (const { run } of forks) {
      const own = run.contents.slice(launch() + 4).filter(({ role }) => role === 'model');
      expect(own.slice(0, -1).map(textOf).join('')).toBe('');
      const labels = textOf(own.at(-1))
        .split('\n')
        .map((line) => line.split(':')[0]);
      expect(labels).toEqual(['Scope', 'Result', 'Key files', 'Files changed', 'Verification']);
    }
  });
});

describe('when the reports come in', () => {
  const reportOf = ({ run, title }: (typeof forks)[number], index: number) => ({
    branch: `fork-${index}`,
    title,
    callId: null,
    status: 'completed' as const,
    report: textOf(run.contents.at(-1)),
    reason: null,
    changes: { path: '/somewhere', files: 1, added: 2, removed: 1 },
  });

  it('acknowledges the first in a sentence and sums all of them up at the end', async () => {
    const reports = forks.map(reportOf);
    const first = await runBranch('', [
      ...root.contents,
      { role: 'user', parts: [{ text: buildNotification(reports.slice(0, 1), 2) }] },
    ]);
    expect(textOf(first.contents.at(-1))).toBe('"Run the tests until they pass" is done. Two forks are still at work.');
    const last = await runBranch('', [
      ...first.contents,
      { role: 'user', parts: [{ text: buildNotification(reports.slice(1), 0) }] },
    ]);
    const summary = textOf(last.contents.at(-1));
    expect(summary).toMatch(/^All three forks are done\./);
    for (const { title } of forks) expect(summary).toContain(`**${title}.**`);
    expect(summary).toContain('11 passed, 0 failed');
  });

  it('takes a good minute in all: the root, the slowest fork, the summary', async () => {
    // The last fork draws a week of tides for about 8 s in a terminal; the commands of the others are over in a second.
    const slowest = Math.max(...forks.map(({ run }, index) => run.took + (index === 2 ? 8_000 : 3_000)));
    const news = buildNotification(forks.map(reportOf), 0);
    const summary = await runBranch('', [...root.contents, { role: 'user', parts: [{ text: news }] }]);
    const total = root.took + slowest + summary.took;
    expect(total).toBeGreaterThan(55_000);
    expect(total).toBeLessThan(85_000);
  });
});
