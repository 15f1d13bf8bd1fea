import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AgentFields } from '../../shared/agent-calls.ts';
import { AgentConfigLoader } from './agent-config-loader.ts';
import { AgentDesk } from './agent-desk.ts';
import { AgentDesks } from './agent-desks.ts';
import { HEADER_FIELDS } from './agent-fields.ts';
import { agentText, makeDefinitions } from './testing/definitions-folder.ts';

function makeDesk() {
  const definitions = makeDefinitions();
  const { workspace, home } = definitions;
  const desk = new AgentDesk({ workspace, home }, new AgentConfigLoader({ workspace, home }), () => 0);
  return { ...definitions, desk };
}
const fieldsWith = (part: Partial<AgentFields>): AgentFields => ({
  ...(Object.fromEntries([...HEADER_FIELDS, 'body'].map((name) => [name, ''])) as AgentFields),
  ...part,
});
const draft = (part: Partial<AgentFields>) => ({ kind: 'fields', fields: fieldsWith(part), base: null }) as const;
const DOCS = draft({ name: 'Docs Writer', description: 'Writes docs', body: 'You write.' });

describe('the list', () => {
  it('has what can be started, what is shadowed, what is bad, and the skills', async () => {
    const { desk, write, workspace, home } = makeDesk();
    const first = write('workspace/.forkscope/agents/a.md', agentText('a'));
    const second = write('home/agents/a.md', agentText('A'));
    const bad = write('workspace/.qwen/agents/bad.md', agentText('bad', 'tools: nope'));
    const skill = write('workspace/.claude/skills/pdf/SKILL.md', '---\ndescription: PDFs\n---\nDo.');
    const listing = await desk.list();
    expect(listing.agents.map(({ name }) => name)).toEqual(['a', 'explore', 'plan', 'general', 'verify']);
    expect(listing.shadowed).toEqual([
      { name: 'A', description: 'About A.', source: 'person', path: second, by: first },
    ]);
    expect(listing.problems).toMatchObject([{ path: bad, line: 4, severity: 'error' }]);
    expect(listing.skills).toEqual([{ name: 'pdf', description: 'PDFs', path: skill }]);
    expect([listing.root, listing.ownFolder]).toEqual([workspace, join(home, 'agents')]);
  });
});

describe('writing', () => {
  it('makes a file of the project or of the person, with a name from the agent', async () => {
    const { desk, workspace, home } = makeDesk();
    const project = await desk.write({ scope: 'workspace' }, DOCS, false);
    const own = await desk.write({ scope: 'person' }, DOCS, false);
    expect(project.path).toBe(join(workspace, '.forkscope/agents/docs-writer.md'));
    expect(own.path).toBe(join(home, 'agents/docs-writer.md'));
    expect(readFileSync(own.path, 'utf8')).toContain('name: Docs Writer\n');
    expect((await desk.list()).agents[0]).toMatchObject({ name: 'Docs Writer', path: project.path });
    await expect(desk.write({ scope: 'person' }, DOCS, false)).rejects.toMatchObject({ code: 'exists' });
  });

  it('refuses what could not be loaded, with the reason', async () => {
    const { desk, workspace } = makeDesk();
    const bad = draft({ name: 'a', description: 'd', body: 'B', tools: 'read_flie' });
    await expect(desk.write({ scope: 'workspace' }, bad, false)).rejects.toMatchObject({
      code: 'bad-agent',
      message: expect.stringContaining('read_flie'),
    });
    expect(existsSync(join(workspace, '.forkscope'))).toBe(false);
  });

  it('leaves a file alone that changed meanwhile, and keeps it in the trash when it is written over', async () => {
    const { desk, write, home } = makeDesk();
    const path = write('workspace/.claude/agents/a.md', agentText('a'));
    const { stamp } = await desk.read(path);
    write('workspace/.claude/agents/a.md', agentText('a', 'color: red'));
    const mine = { kind: 'text', text: agentText('a', 'color: blue') } as const;
    await expect(desk.write({ path, stamp }, mine, false)).rejects.toMatchObject({ code: 'changed' });
    await expect(desk.delete(path, stamp)).rejects.toMatchObject({ code: 'changed' });
    expect(readFileSync(path, 'utf8')).toContain('red');
    const written = await desk.write({ path, stamp }, mine, true);
    expect(readFileSync(path, 'utf8')).toContain('blue');
    expect(written.stamp).toBe((await desk.read(path)).stamp);
    const kept = readdirSync(join(home, 'agents-trash')).find((name) => name.endsWith('.md')) ?? '';
    expect(readFileSync(join(home, 'agents-trash', kept), 'utf8')).toContain('red');
  });

  it('says when the file is gone, and writes it again when told to', async () => {
    const { desk, write } = makeDesk();
    const path = write('workspace/.claude/agents/a.md', agentText('a'));
    const { stamp } = await desk.read(path);
    const { trashed } = await desk.delete(path, stamp);
    const text = { kind: 'text', text: agentText('a') } as const;
    await expect(desk.write({ path, stamp }, text, false)).rejects.toMatchObject({ code: 'gone' });
    await desk.write({ path, stamp }, text, true);
    await expect(desk.restore(trashed)).rejects.toMatchObject({ code: 'exists' });
  });

  it('keeps the mode of a file, and a link that stays in the project a link', async () => {
    const { desk, write, workspace } = makeDesk();
    const path = write('workspace/.claude/agents/a.md', agentText('a'));
    chmodSync(path, 0o600);
    const link = join(workspace, '.claude/agents/b.md');
    symlinkSync('a.md', link);
    const { stamp } = await desk.read(link);
    await desk.write({ path: link, stamp }, { kind: 'text', text: agentText('b') }, false);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(path, 'utf8')).toContain('name: b');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('the trash', () => {
  it('gives a deleted file back, byte for byte', async () => {
    const { desk, write } = makeDesk();
    const text = agentText('a', '# a comment').replaceAll('\n', '\r\n');
    const path = write('home/agents/a.md', text);
    const { trashed } = await desk.delete(path, (await desk.read(path)).stamp);
    expect(existsSync(path)).toBe(false);
    expect((await desk.list()).agents.some(({ name }) => name === 'a')).toBe(false);
    await expect(desk.restore(trashed)).resolves.toEqual({ path });
    expect(readFileSync(path, 'utf8')).toBe(text);
    await expect(desk.restore(trashed)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('paths', () => {
  it('outside the agents’ folders are refused, for every call', async () => {
    const { desk, write, workspace, home } = makeDesk();
    const outside = write('workspace/notes.md', agentText('x'));
    const secret = write('home/settings.md', agentText('x'));
    const wrong = [
      outside,
      secret,
      join(workspace, '.claude/agents'),
      `${workspace}/.claude/agents/../../notes.md`,
      join(workspace, '.claude/agents/a.txt'),
      'notes.md',
      '/etc/passwd',
      join(home, 'agents/README.md'),
    ];
    const text = { kind: 'text', text: agentText('y') } as const;
    for (const path of wrong) {
      const refused = expect.objectContaining({ code: 'outside' });
      await expect(desk.read(path)).rejects.toEqual(refused);
      await expect(desk.write({ path, stamp: '' }, text, true)).rejects.toEqual(refused);
      await expect(desk.delete(path, '')).rejects.toEqual(refused);
      expect(() => desk.check(path, text)).toThrow(/no file of an agents/);
      expect(() => desk.revealable(path)).toThrow(/no file of an agents/);
    }
    expect(readFileSync(outside, 'utf8')).toContain('name: x');
  });

  it('of a project lead by no link out of it, for a file or a folder', async () => {
    const { desk, write, workspace, home } = makeDesk();
    const shared = write('shared/a.md', agentText('a'));
    const folder = join(workspace, '.claude/agents');
    mkdirSync(folder, { recursive: true });
    const link = join(folder, 'a.md');
    symlinkSync(shared, link);
    const opened = await desk.read(link);
    expect(opened).toMatchObject({ agent: { name: 'a' }, locked: expect.stringContaining(shared) });
    const text = { kind: 'text', text: agentText('z') } as const;
    await expect(desk.write({ path: link, stamp: opened.stamp }, text, true)).rejects.toMatchObject({ code: 'locked' });
    mkdirSync(join(workspace, '.forkscope'));
    symlinkSync(dirname(shared), join(workspace, '.forkscope/agents'));
    await expect(desk.write({ scope: 'workspace' }, DOCS, false)).rejects.toMatchObject({ code: 'locked' });
    expect(readFileSync(shared, 'utf8')).toBe(agentText('a'));
    // The person's own folder may be a link: it is the person's.
    symlinkSync(dirname(shared), join(home, 'agents'));
    await expect(desk.write({ scope: 'person' }, DOCS, false)).resolves.toMatchObject({
      path: join(home, 'agents/docs-writer.md'),
    });
    // A link that is deleted goes; what it names stays.
    await desk.delete(link, opened.stamp);
    expect([existsSync(link), existsSync(shared)]).toEqual([false, true]);
  });
});

describe('a draft', () => {
  it('is checked as the loader reads it, each problem at its field', () => {
    const { desk } = makeDesk();
    const of = (part: Partial<AgentFields>) =>
      desk.check(null, draft({ name: 'a', description: 'd', body: 'B', ...part })).problems.map(({ field }) => field);
    expect(of({})).toEqual([]);
    expect(of({ name: '' })).toEqual(['name']);
    expect(of({ description: '' })).toEqual(['description']);
    expect(of({ body: ' ' })).toEqual(['body']);
    expect(of({ tools: 'read_file, x' })).toEqual(['tools']);
    expect(of({ disallowedTools: 'y' })).toEqual(['disallowedTools']);
    expect(of({ maxTurns: '0', effort: 'huge' })).toEqual(['maxTurns', 'effort']);
    expect(of({ name: 'fork' })).toEqual(['name']);
  });

  it('says whose place it takes, or who has its name', async () => {
    const { desk, write } = makeDesk();
    const path = write('workspace/.forkscope/agents/docs.md', agentText('docs'));
    await desk.list();
    const notice = (name: string, at: string | null) =>
      desk.check(at, draft({ name, description: 'd', body: 'B' })).notice;
    expect(notice('Explore', null)).toContain('takes the place of the built-in agent explore');
    expect(notice('DOCS', null)).toContain('docs.md has the name docs too');
    expect(notice('docs', path)).toBeNull();
    expect(notice('other', null)).toBeNull();
  });

  it('of a built-in agent is a file that is the same agent', () => {
    const { desk } = makeDesk();
    for (const name of ['explore', 'plan', 'general', 'verify']) {
      const { text, agent } = desk.builtIn(name);
      expect(desk.check(null, { kind: 'text', text }).agent).toEqual({ ...agent, source: 'workspace', path: '' });
    }
    expect(() => desk.builtIn('nobody')).toThrow('no built-in agent');
  });
});

it('those who watch are told, and the last one to go ends the watching', async () => {
  const { workspace, home, write } = makeDefinitions();
  const desks = new AgentDesks(home);
  onTestFinished(() => desks.close());
  const heard: string[] = [];
  const stopOne = await desks.watch(workspace, () => heard.push('one'));
  const stopTwo = await desks.watch(workspace, () => heard.push('two'));
  write('workspace/.claude/agents/a.md', agentText('a'));
  await expect.poll(() => heard.join(' '), { timeout: 8_000 }).toBe('one two');
  await stopOne();
  writeFileSync(join(workspace, '.claude/agents/a.md'), agentText('b'));
  await expect.poll(() => heard.join(' '), { timeout: 8_000 }).toBe('one two two');
  await stopTwo();
  writeFileSync(join(workspace, '.claude/agents/a.md'), agentText('c'));
  await sleep(600);
  expect(heard).toHaveLength(3);
});
