import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionSummary } from '../src/core/session/summary.ts';
import { type DemoServer, startDemoServer } from '../src/engine/demo/demo-server.ts';
import type { FaultKind } from '../src/engine/demo/faults.ts';
import { expect, test } from './support/app.ts';
import { forkscope, start } from './support/command-line.ts';
import { git, makeRepository } from './support/repository.ts';

/** One plain sentence with a next step: no stack, no JSON, no class name, an end, and a verb that says what to do. */
function expectPlain(text: string): void {
  const line = text.trim();
  expect(line.split('\n').length).toBeLessThanOrEqual(1);
  expect(line).toMatch(/^([A-Z/`]|https?:).*[."]$/);
  expect(line).not.toMatch(/\bat .*:\d+:\d+|^\{|Error:|\[object|undefined/);
}

const run = (workspace: string, ...more: string[]) => [
  'run',
  '--workspace',
  workspace,
  '--prompt',
  'read README.md',
  ...more,
];

test.describe('a folder that cannot be worked in', () => {
  const cases: readonly [string, (folder: string) => string, RegExp][] = [
    ['does not exist', (folder) => join(folder, 'nowhere'), /does not exist/],
    [
      'is a file',
      (folder) => {
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'file'), '');
        return join(folder, 'file');
      },
      /is not a folder/,
    ],
    [
      'is no repository',
      (folder) => {
        mkdirSync(join(folder, 'plain'), { recursive: true });
        return join(folder, 'plain');
      },
      /is not inside a git repository/,
    ],
    [
      'has no commit',
      (folder) => {
        mkdirSync(join(folder, 'fresh'), { recursive: true });
        git(join(folder, 'fresh'), 'init', '-q');
        return join(folder, 'fresh');
      },
      /commit/,
    ],
  ];
  for (const [name, make, words] of cases) {
    test(name, async ({ folder, home }) => {
      const { code, stderr, stdout } = await forkscope(run(make(folder)), { FORKSCOPE_HOME: home });
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expectPlain(stderr);
      expect(stderr).toMatch(words);
      const { stdout: sessions } = await forkscope(['sessions', '--json'], { FORKSCOPE_HOME: home });
      expect(JSON.parse(sessions)).toEqual([]);
    });
  }
});

test('a repository in the middle of a rebase is worked in, and told', async ({ folder, home }) => {
  const repository = makeRepository(folder);
  git(repository, 'checkout', '-q', '-b', 'other');
  writeFileSync(join(repository, 'README.md'), 'theirs\n');
  git(repository, 'commit', '-qam', 'theirs');
  git(repository, 'checkout', '-q', 'main');
  writeFileSync(join(repository, 'README.md'), 'ours\n');
  git(repository, 'commit', '-qam', 'ours');
  expect(() => git(repository, 'rebase', 'other')).toThrow();
  const { code, stdout } = await forkscope(run(repository, '--json'), { FORKSCOPE_HOME: home });
  expect(code).toBe(0);
  expect(stdout).toMatch(/"type":"notice".*rebase is in progress/);
});

test.describe('a provider that does not answer', () => {
  let model: DemoServer;
  test.beforeEach(async () => {
    model = await startDemoServer({ latency: 'fast' });
  });
  test.afterEach(() => model.close());

  const gemini = (extra: Record<string, string> = {}) => ({
    GEMINI_API_KEY: 'a-key-of-the-test',
    GOOGLE_GEMINI_BASE_URL: model.url,
    ...extra,
  });
  const args = (repository: string) => run(repository, '--provider', 'gemini', '--model', 'demo-planner', '--json');

  test('has no key', async ({ folder, home }) => {
    const { code, stderr } = await forkscope(run(makeRepository(folder), '--provider', 'gemini'), {
      FORKSCOPE_HOME: home,
    });
    expect(code).toBe(1);
    expectPlain(stderr);
    expect(stderr).toContain('GEMINI_API_KEY');
  });

  const faults: readonly [string, FaultKind, number, RegExp][] = [
    ['refuses the key', 'forbidden', 1, /key/i],
    ['answers with a web page', 'html', 1, /not as Gemini does/],
    ['blocks the answer', 'safety', 1, /blocked/i],
    ['ends its streams without a finish reason', 'no-finish', 9, /ended/i],
    ['gives empty answers', 'empty', 9, /empty/i],
  ];
  for (const [name, kind, times, words] of faults) {
    test(name, async ({ folder, home }) => {
      model.injectFault(kind, times);
      const { code, stdout } = await forkscope(args(makeRepository(folder)), { FORKSCOPE_HOME: home, ...gemini() });
      expect(code).toBe(1);
      const summary = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as SessionSummary;
      expect(summary.branches[0]?.status).toBe('failed');
      const end = JSON.parse(stdout.split('\n').find((line) => line.includes('"branch-ended"')) ?? '{}');
      expectPlain(end.reason);
      expect(end.reason).toMatch(words);
      expect(stdout).not.toContain('a-key-of-the-test');
      const { stdout: shown } = await forkscope(['show', summary.sessionId], { FORKSCOPE_HOME: home });
      expect(shown).toContain(end.reason);
    });
  }

  test('sends an error inside a stream: the broken attempt leaves nothing behind', async ({ folder, home }) => {
    model.injectFault('stream-error', 1);
    const { code, stdout } = await forkscope(args(makeRepository(folder)), { FORKSCOPE_HOME: home, ...gemini() });
    expect(code).toBe(0);
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const failed = events.filter(({ type }) => type === 'request-failed');
    expect(failed).toHaveLength(1);
    expectPlain(failed[0].message);
    expect(failed[0].retryInMs).toBeGreaterThan(0);
    const authors = events.filter(({ type }) => type === 'message-added').map(({ author }) => author);
    expect(authors).toEqual(['person', 'model', 'tools', 'model']);
  });

  test('is not there, and the wait for another attempt is said', async ({ folder, home }) => {
    const env = { FORKSCOPE_HOME: home, ...gemini({ GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:9' }) };
    const running = start(args(makeRepository(folder)), env);
    const waiting = await running.line((line) => line.includes('"waitingFor":"retry"'));
    expect(JSON.parse(waiting).reason).toMatch(/tries again in \d+ s: The connection to .* failed/);
    running.child.kill('SIGINT');
    expect((await running.done).code).toBe(130);
  });
});

test.describe('a damaged log', () => {
  async function stored(folder: string, home: string): Promise<{ id: string; path: string }> {
    await forkscope(run(makeRepository(folder)), { FORKSCOPE_HOME: home });
    const [id = ''] = readdirSync(join(home, 'sessions'));
    return { id, path: join(home, 'sessions', id, 'events.jsonl') };
  }

  test('torn at the end: the rest is shown', async ({ folder, home }) => {
    const { id, path } = await stored(folder, home);
    const lines = readFileSync(path, 'utf8').trim().split('\n').length;
    appendFileSync(path, '{"seq":999,"type":"branch-sta');
    const { code, stdout } = await forkscope(['show', id, '--json'], { FORKSCOPE_HOME: home });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).branches[0].status).toBe('completed');
    expect(readFileSync(path, 'utf8').trim().split('\n').length).toBe(lines + 1);
  });

  test('foreign lines: each is named and kept', async ({ folder, home }) => {
    const { id, path } = await stored(folder, home);
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    writeFileSync(path, [...lines.slice(0, 3), 'not json', '{"hello":1}', ...lines.slice(3), ''].join('\n'));
    const { code, stdout } = await forkscope(['show', id, '--json'], { FORKSCOPE_HOME: home });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).problems.map(({ line }: { line: number }) => line)).toEqual([4, 5]);
    expect(readFileSync(path, 'utf8')).toContain('not json');
  });

  test('no log of ours at all', async ({ folder, home }) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'strange.txt'), 'hello\n');
    const { code, stderr } = await forkscope(['show', join(folder, 'strange.txt')], { FORKSCOPE_HOME: home });
    expect(code).toBe(2);
    expectPlain(stderr);
  });
});

test('a full disk ends the run with one sentence', async ({ folder, home }) => {
  const sessions = join(home, 'sessions');
  mkdirSync(sessions, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24k', 'tmpfs', sessions]).status === 0;
  test.skip(!mounted, 'no small file system can be mounted here');
  try {
    const { code, stderr, seconds } = await forkscope(run(makeRepository(folder)), { FORKSCOPE_HOME: home });
    expect(code).toBe(1);
    expectPlain(stderr);
    expect(stderr).toMatch(/disk is full.*Make room/);
    expect(seconds).toBeLessThan(15);
  } finally {
    spawnSync('umount', ['-l', sessions]);
  }
});

test.describe('a command line that makes no sense', () => {
  for (const args of [
    ['run'],
    ['run', '--nonsense'],
    ['show'],
    ['dance'],
    ['run', '--workspace', '.', '--prompt', 'x', '--max-forks', '1.5'],
    ['run', '--workspace', '.', '--prompt', ''],
    ['demo-server', '--port', '99999'],
    ['show', 'no-such-session'],
  ]) {
    test(args.join(' '), async ({ home }) => {
      const { code, stderr, stdout } = await forkscope(args, { FORKSCOPE_HOME: home });
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
      expect(stderr).toMatch(/--help|forkscope sessions/);
    });
  }
});
