import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionSummary } from '../src/core/session/summary.ts';
import { startCountingProxy } from '../src/engine/providers/testing/counting-proxy.ts';
import { expect, test } from './support/app.ts';
import { forkscope, start } from './support/command-line.ts';
import { makeRepository } from './support/repository.ts';

const PROMPT = [
  'Ask explore: list bin; read package.json; explain README.md.',
  'Ask general in a worktree: write "tides" to made.txt and run `cat made.txt`.',
].join(' ');

interface EventLine {
  readonly type: string;
  readonly branch?: string;
  readonly message?: { readonly parts: readonly { readonly kind: string; readonly text?: string }[] };
}

test('one explore with three prompts and one general in a worktree: five branches, true totals', async ({
  folder,
  home,
}) => {
  const repository = makeRepository(folder);
  const server = start(['demo-server'], { FORKSCOPE_HOME: home });
  const proxy = await startCountingProxy(await server.line((line) => line.startsWith('http')));
  try {
    const env = { FORKSCOPE_HOME: home, FORKSCOPE_DEMO_URL: proxy.url };
    const args = ['run', '--workspace', repository, '--prompt', PROMPT, '--provider', 'demo', '--approve', 'all'];
    const { code, stdout } = await forkscope([...args, '--json'], env);
    const lines = stdout.trim().split('\n');
    const summary = JSON.parse(lines.at(-1) ?? '') as SessionSummary;
    expect(code).toBe(0);
    expect(summary.branches.map(({ kind, agent, status }) => [kind, agent, status])).toEqual([
      ['root', null, 'completed'],
      ['subagent', 'explore', 'completed'],
      ['subagent', 'explore', 'completed'],
      ['subagent', 'explore', 'completed'],
      ['subagent', 'general', 'completed'],
    ]);
    const [, , , , general] = summary.branches;
    expect(readFileSync(join(general?.worktree?.path ?? '', 'made.txt'), 'utf8').trim()).toBe('tides');
    expect(existsSync(join(repository, 'made.txt'))).toBe(false);

    const events = lines.slice(0, -1).map((line) => JSON.parse(line) as EventLine);
    const results = events
      .filter(({ type, branch }) => type === 'message-added' && branch === 'root')
      .flatMap(
        ({ message }) => message?.parts.flatMap(({ kind, text }) => (kind === 'result' ? [text ?? ''] : [])) ?? [],
      );
    expect(results).toHaveLength(2);
    expect(results[0]).toContain('3 subagents: 3 completed.');
    for (const prompt of ['list bin', 'read package.json', 'explain README.md']) expect(results[0]).toContain(prompt);
    expect(results[1]).toContain('1 subagent: 1 completed.');
    expect(results[1]).toContain(general?.worktree?.path);

    // The witness counted what stood on the wire.
    const { usage, brokenUsage } = summary.totals;
    const counted = proxy.tally();
    expect(usage?.input).toBe(counted.input);
    expect(usage?.cacheRead).toBe(counted.cacheRead);
    expect((usage?.output ?? 0) + (usage?.thoughts ?? 0)).toBe(counted.output);
    expect(brokenUsage.input).toBe(0);
    expect(events.filter(({ type }) => type === 'request-started')).toHaveLength(counted.requests);
    const sum = summary.branches.reduce((total, branch) => total + (branch.usage?.input ?? 0), 0);
    expect(sum).toBe(counted.input);
  } finally {
    await proxy.close();
    server.child.kill();
  }
});
