import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AgentConfigLoader } from './agent-config-loader.ts';
import { agentText, makeDefinitions } from './testing/definitions-folder.ts';

type Definitions = ReturnType<typeof makeDefinitions>;

async function load({ workspace, home }: Definitions): Promise<AgentConfigLoader> {
  const loader = new AgentConfigLoader({ workspace, home });
  await loader.load();
  return loader;
}

describe('where agents come from', () => {
  it('follows no link out of the project, nor one to a folder that it lies in, and says so', async () => {
    const definitions = makeDefinitions();
    definitions.write('outside/spy.md', agentText('spy'));
    definitions.write('workspace/.claude/skills/s/deep.md', agentText('not an agent'));
    definitions.write('workspace/team/shared.md', agentText('shared'));
    const folder = join(definitions.workspace, '.claude/agents');
    definitions.write('workspace/.claude/agents/own.md', agentText('own'));
    symlinkSync(join(definitions.workspace, '../outside/spy.md'), join(folder, 'spy.md'));
    symlinkSync('..', join(folder, 'loop'));
    symlinkSync(join(definitions.workspace, 'team/shared.md'), join(folder, 'shared.md'));
    const { agents } = await load(definitions);
    const own = agents.agents.filter(({ source }) => source !== 'built-in').map(({ name }) => name);
    expect(own.sort()).toEqual(['own', 'shared']);
    expect(agents.problems.map(({ reason }) => reason).sort()).toEqual([
      'It is a link that leads out of the project. Put the file itself here.',
      'It is a link to a folder that it lies in. Put the file itself here.',
    ]);
  });

  it('has the built-in ones without any file', async () => {
    const { agents } = await load(makeDefinitions());
    expect(agents.agents.map(({ name, source }) => [name, source])).toEqual(
      ['explore', 'plan', 'general', 'verify'].map((name) => [name, 'built-in']),
    );
    expect(agents.problems).toEqual([]);
  });

  it('looks into the folders in order, and the first name wins, whatever its case', async () => {
    const definitions = makeDefinitions();
    const files = [
      ['workspace/.forkscope/agents/x.md', 'one'],
      ['workspace/.claude/agents/deep/er/x.md', 'two'],
      ['workspace/.qwen/agents/x.md', 'three'],
      ['workspace/.cline/agents/x.yaml', 'four'],
      ['workspace/.cline/agents/y.yml', 'five'],
      ['home/agents/x.md', 'six'],
    ] as const;
    for (const [path, name] of files) definitions.write(path, agentText(name));
    for (const [path] of files)
      definitions.write(path.replace(/\w+\.(\w+)$/, 'z.$1'), agentText('SAME', `color: ${path}`));
    definitions.write('workspace/.claude/agents/explore.md', agentText('Explore'));
    const { agents } = await load(definitions);
    expect(agents.agents.map(({ name }) => name).sort()).toEqual(
      ['Explore', 'SAME', 'five', 'four', 'general', 'one', 'plan', 'six', 'three', 'two', 'verify'].sort(),
    );
    expect(agents.find('same')?.color).toContain('.forkscope');
    expect(agents.find(' EXPLORE ')?.source).toBe('workspace');
    expect(agents.find('six')?.source).toBe('person');
    expect(agents.find('nobody')).toBeNull();
    expect(agents.unknownSentence('nobody')).toContain('`Explore`');
    expect(agents.shadowed.map(({ name }) => name)).toEqual(['SAME', 'SAME', 'SAME', 'SAME', 'SAME', 'explore']);
    expect(agents.shadowed.at(-1)).toMatchObject({ path: null, by: expect.stringContaining('explore.md') });
  });

  it('takes YAML files in .cline only, and no README', async () => {
    const definitions = makeDefinitions();
    definitions.write('workspace/.claude/agents/a.yaml', agentText('a'));
    definitions.write('workspace/.claude/agents/README.md', '# Agents\n');
    const { agents } = await load(definitions);
    expect([agents.find('a'), agents.problems]).toEqual([null, []]);
  });

  it('reports a bad file with path, line and reason, and loads the others', async () => {
    const definitions = makeDefinitions();
    const bad = definitions.write('workspace/.claude/agents/bad.md', agentText('bad', 'color: red', 'tools: nope'));
    const large = definitions.write('workspace/.claude/agents/large.md', 'x'.repeat(300 * 1024));
    definitions.write('workspace/.claude/agents/good.md', agentText('good'));
    const gone = `${definitions.workspace}/.claude/agents/gone.md`;
    symlinkSync('/nonexistent/file.md', gone);
    const { agents } = await load(definitions);
    expect(agents.find('good')).not.toBeNull();
    expect(agents.find('bad')).toBeNull();
    expect(agents.problems).toEqual([
      { path: bad, line: 5, severity: 'error', reason: expect.stringContaining('no tool `nope`') },
      { path: gone, line: 1, severity: 'error', reason: expect.stringContaining('cannot be read') },
      { path: large, line: 1, severity: 'error', reason: expect.stringContaining('larger than 256 KiB') },
    ]);
  });
});

describe('changes', () => {
  async function watched(definitions: Definitions, settleMs?: number) {
    const { workspace, home } = definitions;
    const loader = new AgentConfigLoader({ workspace, home, ...(settleMs === undefined ? {} : { settleMs }) });
    onTestFinished(() => loader.close());
    let changes = 0;
    loader.onChange(() => changes++);
    await loader.watch();
    return { loader, changes: () => changes };
  }
  async function until(fits: () => boolean): Promise<void> {
    for (let waited = 0; !fits(); waited += 20) {
      if (waited > 8_000) throw new Error('waited in vain');
      await sleep(20);
    }
  }

  it('are picked up in folders that did not exist, and a running agent keeps what it had', async () => {
    const definitions = makeDefinitions();
    const { loader } = await watched(definitions);
    const before = loader.agents;
    const path = definitions.write('workspace/.claude/agents/new.md', agentText('new'));
    await until(() => loader.agents.find('new') !== null);
    const running = loader.agents.find('new');
    definitions.write('workspace/.claude/agents/new.md', agentText('new', 'tools: bash'));
    definitions.write('home/agents/mine.md', agentText('mine'));
    await until(() => loader.agents.find('mine') !== null && loader.agents.find('new')?.tools.length === 2);
    expect(running?.tools.length).toBe(7);
    expect(Object.isFrozen(running) && Object.isFrozen(running?.tools)).toBe(true);
    rmSync(path);
    await until(() => loader.agents.find('new') === null);
    expect(before.agents).toHaveLength(4);
  });

  it('settle for 300 ms: a burst is one reload', async () => {
    const definitions = makeDefinitions();
    definitions.write('workspace/.claude/agents/a.md', agentText('a'));
    const { loader, changes } = await watched(definitions);
    for (let n = 1; n <= 5; n++) {
      definitions.write('workspace/.claude/agents/a.md', agentText('a', `color: c${n}`));
      await sleep(60);
    }
    expect(changes()).toBe(0);
    await until(() => loader.agents.find('a')?.color === 'c5');
    await sleep(500);
    expect(changes()).toBe(1);
  });

  it('do not come from other folders', async () => {
    const definitions = makeDefinitions();
    definitions.write('workspace/.claude/agents/a.md', agentText('a'));
    const { changes } = await watched(definitions, 50);
    definitions.write('workspace/src/main.ts', 'x');
    definitions.write('workspace/.claude/settings.json', '{}');
    definitions.write('home/sessions/s/events.jsonl', '{}');
    await sleep(500);
    expect(changes()).toBe(0);
  });
});
