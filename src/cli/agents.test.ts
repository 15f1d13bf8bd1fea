import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { agents } from './agents.ts';
import { createEngine } from './host.ts';

function makeFolders() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'forkscope-cli-agents-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [workspace, home] = [join(folder, 'w'), join(folder, 'home')];
  mkdirSync(workspace);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const run = async (options: { check?: boolean; json?: boolean } = {}) => {
    let out = '';
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      out += text;
      return true;
    });
    const code = await agents(createEngine({ FORKSCOPE_HOME: home }), home, {
      workspace,
      check: false,
      json: false,
      ...options,
    }).finally(() => spy.mockRestore());
    return { code, out };
  };
  return { write, run, workspace };
}

test('lists agents with what they may do and where they come from', async () => {
  const { write, run } = makeFolders();
  write('w/.claude/agents/lint.md', '---\nname: lint\ndescription: Lints.\ntools: Read, Edit\nmodel: m1\n---\nGo.');
  const { code, out } = await run();
  expect(code).toBe(0);
  expect(out).toMatch(/^lint {2}\[edits, m1; \.claude\/agents\/lint\.md\] {2}Lints\.$/m);
  expect(out).toMatch(/^explore {2}\[reads, runs commands; built in\]/m);
});

test('--check reports a bad file with path, line and reason, and exits with 1', async () => {
  const { write, run } = makeFolders();
  expect(await run({ check: true })).toEqual({ code: 0, out: '4 agents and 0 skills, nothing wrong.\n' });
  write('w/.claude/agents/warned.md', '---\nname: w\ndescription: W.\nhooks: x\n---\nGo.');
  expect(await run({ check: true })).toEqual({
    code: 0,
    out: '.claude/agents/warned.md:4: warning: The field `hooks` belongs to another program and has no effect here.\n',
  });
  write('w/.qwen/agents/bad.md', '---\nname: bad\ndescription: B.\ntools:\n  - shell\n---\nGo.');
  const { code, out } = await run({ check: true });
  expect(code).toBe(1);
  expect(out).toMatch(/^\.qwen\/agents\/bad\.md:5: error: There is no tool `shell`\./m);
  expect((await run()).code).toBe(0);
});

test('--json holds agents, skills, problems and shadowed names', async () => {
  const { write, run, workspace } = makeFolders();
  write('home/agents/explore.md', '---\nname: explore\ndescription: Mine.\n---\nGo.');
  write('w/.claude/skills/s/SKILL.md', '---\nname: s\n---\nGo.');
  const { code, out } = await run({ json: true, check: true });
  expect(code).toBe(1);
  const value = JSON.parse(out);
  expect(value.agents[0]).toMatchObject({ name: 'explore', source: 'person', role: 'research' });
  expect(value.shadowed).toMatchObject([{ name: 'explore', path: null }]);
  expect(value.problems).toMatchObject([
    { path: join(workspace, '.claude/skills/s/SKILL.md'), line: 1, severity: 'error' },
  ]);
});

test('a folder that is not there is a fault with a next step', async () => {
  const engine = createEngine({ FORKSCOPE_HOME: '/nonexistent' });
  const options = { workspace: '/nonexistent/w', check: true, json: false };
  await expect(agents(engine, '/nonexistent', options)).rejects.toThrow('--workspace');
});
