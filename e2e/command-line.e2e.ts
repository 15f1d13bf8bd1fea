import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionSummary } from '../src/core/session/summary.ts';
import { DEMO_PROMPT } from '../src/engine/demo/demo-prompt.ts';
import { startRecordingProxy } from '../src/engine/providers/testing/recording-proxy.ts';
import { expect, test } from './support/app.ts';
import { forkscope, start } from './support/command-line.ts';
import { fingerprint, makeDirty, makeRepository } from './support/repository.ts';

const THREE_SLEEPS = 'Fork into three, in parallel:\n1. Run `sleep 301`\n2. Run `sleep 302`\n3. Run `sleep 303`';

function runArguments(workspace: string, prompt: string, ...more: string[]): string[] {
  return [
    'run',
    '--workspace',
    workspace,
    '--prompt',
    prompt,
    '--provider',
    'demo',
    '--approve',
    'all',
    '--json',
    ...more,
  ];
}

function lastOf(stdout: string): SessionSummary & { type: string } {
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/** Processes whose command line fits, whoever started them. */
function processesWith(pattern: RegExp): string[] {
  const all = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
  return all.filter((line) => pattern.test(line));
}

interface WireBody {
  readonly tools: unknown;
  readonly systemInstruction: unknown;
  readonly contents: readonly { readonly role: string; readonly parts: readonly { readonly text?: string }[] }[];
}

test('runs three forks to their end, and the checkout stays as it was', async ({ folder, home }) => {
  const repository = makeRepository(folder);
  makeDirty(repository);
  const before = fingerprint(repository);
  const server = start(['demo-server'], { FORKSCOPE_HOME: home });
  const proxy = await startRecordingProxy({ target: await server.line((line) => line.startsWith('http')) });
  try {
    const env = { FORKSCOPE_HOME: home, FORKSCOPE_DEMO_URL: proxy.url };
    const { code, stdout } = await forkscope(runArguments(repository, DEMO_PROMPT), env);
    const summary = lastOf(stdout);
    expect(code).toBe(0);
    expect(summary.type).toBe('session-summary');
    const forks = summary.branches.filter(({ kind }) => kind === 'fork');
    expect(forks.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    for (const fork of forks) {
      expect(fork.worktree?.files).toBeGreaterThan(0);
      expect(readFileSync(join(fork.worktree?.path ?? '', 'untracked.txt'), 'utf8')).toBe('only here\n');
    }
    expect(new Set(forks.map(({ worktree }) => worktree?.path)).size).toBe(3);
    expect(fingerprint(repository)).toBe(before);

    // The witness: what stood on the wire, not what our own code says of it.
    const bodies = proxy.requests
      .filter(({ path }) => path.includes('streamGenerateContent'))
      .map(({ body }) => JSON.parse(body.toString()) as WireBody);
    const firsts = bodies.filter(({ contents }) => contents.at(-1)?.parts[0]?.text === 'Begin.');
    expect(firsts).toHaveLength(3);
    for (const first of firsts) {
      const inherited = first.contents.slice(0, -4);
      const parent = bodies.find(({ contents }) => contents.length === inherited.length);
      expect(JSON.stringify(first.tools)).toBe(JSON.stringify(parent?.tools));
      expect(JSON.stringify(first.systemInstruction)).toBe(JSON.stringify(parent?.systemInstruction));
      expect(JSON.stringify(inherited)).toBe(JSON.stringify(parent?.contents));
    }

    const prefix = await forkscope(['prefix', summary.sessionId, '--json'], { FORKSCOPE_HOME: home });
    const rows = JSON.parse(prefix.stdout).branches.filter(
      ({ parentId }: { parentId: string | null }) => parentId === 'root',
    );
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      expect(row).toMatchObject({ firstDivergence: null, siblings: { insideDirective: true } });
      expect(row.sharedBytes).toBe(row.againstBytes);
      expect(row.cachedTokens.reported).toBeGreaterThanOrEqual(row.cachedTokens.expected);
    }
  } finally {
    await proxy.close();
    server.child.kill();
  }
});

for (const [name, command, group] of [
  ['the command line itself', undefined, false],
  ['npm, which started it', ['npm', 'run', '-s', 'forkscope', '--'], false],
  ['the whole group, npm included', ['npm', 'run', '-s', 'forkscope', '--'], true],
] as const) {
  test(`SIGINT to ${name} ends three running commands`, async ({ folder, home }) => {
    const run = start(
      runArguments(makeRepository(folder), THREE_SLEEPS),
      { FORKSCOPE_HOME: home },
      command && [...command],
    );
    await Promise.all(
      ['sleep 301', 'sleep 302', 'sleep 303'].map((sleep) => run.line((line) => line.includes(`"bash ${sleep}"`))),
    );
    const began = performance.now();
    process.kill((group ? -1 : 1) * (run.child.pid ?? 0), 'SIGINT');
    const { code, stdout } = await run.done;
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(code).toBe(130);
    expect(processesWith(/sleep 30[123]$/)).toEqual([]);
    const summary = lastOf(stdout);
    expect(summary.branches.map(({ status }) => status)).toEqual(Array(4).fill('interrupted'));
    const show = await forkscope(['show', summary.sessionId, '--json'], { FORKSCOPE_HOME: home });
    expect(JSON.parse(show.stdout)).toMatchObject({ problems: [], totals: { branches: 4 } });
  });
}

test('kill -9 loses nothing that was acknowledged', async ({ folder, home }) => {
  const run = start(runArguments(makeRepository(folder), THREE_SLEEPS), { FORKSCOPE_HOME: home });
  await run.line((line) => line.includes('"bash sleep 302"'));
  run.child.kill('SIGKILL');
  await run.done;
  const acknowledged = run.lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as { seq: number; type: string }];
    } catch {
      return [];
    }
  });
  const { stdout: listed } = await forkscope(['sessions', '--json'], { FORKSCOPE_HOME: home });
  const [{ sessionId }] = JSON.parse(listed);
  const log = readFileSync(join(home, 'sessions', sessionId, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const stored = new Set(log.map((line) => line));
  expect(acknowledged.length).toBeGreaterThan(20);
  expect(acknowledged.filter((event) => !stored.has(JSON.stringify(event)))).toEqual([]);
  const show = await forkscope(['show', sessionId, '--json'], { FORKSCOPE_HOME: home });
  expect(show.code).toBe(0);
  const summary = JSON.parse(show.stdout) as SessionSummary;
  expect(summary.branches.map(({ status }) => status)).toEqual(Array(4).fill('interrupted'));
  execFileSync('sh', ['-c', "pkill -f 'sleep 30[123]' || true"]);
});

test('without a person, what needs consent is denied and the agent is told', async ({ folder, home }) => {
  const repository = makeRepository(folder);
  const args = ['run', '--workspace', repository, '--prompt', 'run `touch made.txt`', '--approve', 'none', '--json'];
  const { code, stdout } = await forkscope(args, { FORKSCOPE_HOME: home });
  expect(code).toBe(0);
  expect(stdout).toContain('--approve all');
  expect(lastOf(stdout).branches[0]?.status).toBe('completed');
  expect(() => readFileSync(join(repository, 'made.txt'))).toThrow();
});

test('lists and shows sessions for a person', async ({ folder, home }) => {
  const repository = makeRepository(folder);
  await forkscope(['run', '--workspace', repository, '--prompt', 'read README.md'], { FORKSCOPE_HOME: home });
  const { stdout } = await forkscope(['sessions'], { FORKSCOPE_HOME: home });
  expect(stdout).toContain('read README.md');
  const id = stdout.split(' ')[0] ?? '';
  const show = await forkscope(['show', id], { FORKSCOPE_HOME: home });
  expect(show.stdout).toMatch(/branch +state +turns +input +cache read +output +cost +changed/);
  expect(show.stdout).toContain('completed');
});
