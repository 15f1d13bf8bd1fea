import { describe, expect, it } from 'vitest';
import { freezeSnapshot, type Snapshot } from '../../core/prefix/snapshot.ts';
import type { AgentConfig } from '../../core/subagent/agent-config.ts';
import { DEFAULT_BOUNDS } from '../../core/subagent/bounds.ts';
import { BUILT_IN_AGENTS } from '../../core/subagent/built-in-agents.ts';
import { RESEARCH_SUFFIX, WORK_SUFFIX } from '../../core/subagent/texts.ts';
import { isAllowedByRule } from '../agent/permission-queue.ts';
import { AGENT_TOOL } from '../tools/agent-tool.ts';
import { coreTools } from '../tools/registry.ts';
import { parseAgentFile } from './agent-file.ts';
import { SkillCatalog } from './skill-catalog.ts';
import { SubagentBuilder } from './subagent-builder.ts';
import { agentText } from './testing/definitions-folder.ts';

const tools = coreTools();
const parent = freezeSnapshot({
  version: 3,
  provider: 'gemini',
  model: 'parent-model',
  systemText: 'PARENT SYSTEM TEXT',
  tools: [AGENT_TOOL, ...tools.map(({ declaration }) => declaration)],
  sampling: { temperature: 0.5 },
});
const skills = new SkillCatalog([
  { name: 'pdf', description: 'Fill forms.', body: 'b', path: '/s/pdf/SKILL.md' },
  { name: 'doc', description: 'Write docs.', body: 'b', path: '/s/doc/SKILL.md' },
]);
const builder = new SubagentBuilder({
  tools,
  bounds: DEFAULT_BOUNDS,
  defaultModel: (provider) => `default-of-${provider}`,
  callsNatively: (_, model) => model !== 'text-only',
});
const agentOf = (...header: string[]): AgentConfig => {
  const { agent } = parseAgentFile(agentText('a', ...header), '/a.md', 'workspace');
  if (!agent) throw new Error('no agent');
  return agent;
};
const build = (agent: AgentConfig, known: Record<number, Snapshot> = { 3: parent }) =>
  builder.build(agent, parent, skills, known);
const builtIn = (name: string) => {
  const agent = BUILT_IN_AGENTS.find((candidate) => candidate.name === name);
  if (!agent) throw new Error('no agent');
  return agent;
};

describe('the snapshot', () => {
  it('has its own system text and declarations, nothing of the parent but its parameters', () => {
    const { snapshot } = build(agentOf());
    expect(snapshot).toMatchObject({ provider: 'gemini', model: 'parent-model', sampling: { temperature: 0.5 } });
    expect(snapshot.systemText).not.toContain('PARENT');
    expect(snapshot.systemText).toContain('I am a.');
    expect(snapshot.systemText.endsWith(RESEARCH_SUFFIX)).toBe(true);
    expect(snapshot.tools.map(({ name }) => name)).toEqual([
      'bash',
      'list_code_definitions',
      'list_files',
      'read_file',
      'search',
      'use_skill',
      'attempt_completion',
    ]);
    expect(snapshot.version).toBe(4);
    expect(Object.isFrozen(snapshot.tools)).toBe(true);
    expect(build(builtIn('general')).snapshot.systemText.endsWith(WORK_SUFFIX)).toBe(true);
  });

  it('is the known one for siblings of the same agent: they share its bytes', () => {
    const first = build(agentOf());
    expect(first.isNewSnapshot).toBe(true);
    const second = build(agentOf(), { 3: parent, 4: first.snapshot });
    expect(second.snapshot).toBe(first.snapshot);
    expect(second.isNewSnapshot).toBe(false);
    expect(build(agentOf('effort: low'), { 3: parent, 4: first.snapshot })).toMatchObject({
      isNewSnapshot: true,
      snapshot: { version: 5, sampling: { thinkingLevel: 'low' } },
    });
  });

  it('takes the model and the provider of the agent', () => {
    expect(build(agentOf('model: other')).snapshot).toMatchObject({
      provider: 'gemini',
      model: 'other',
      sampling: {},
    });
    expect(build(agentOf('provider: openai')).snapshot).toMatchObject({
      provider: 'openai',
      model: 'default-of-openai',
    });
    expect(build(agentOf('provider: gemini')).snapshot.model).toBe('parent-model');
  });

  it('in text mode declares no tools and describes them in the system text', () => {
    const plan = build(agentOf('model: text-only'));
    expect(plan.textMode).toBe(true);
    expect(plan.snapshot.tools).toEqual([]);
    for (const name of plan.tools.keys()) expect(plan.snapshot.systemText).toContain(`- \`${name}\`: `);
  });

  it('lists the skills that the agent may load, and says which are missing', () => {
    const { snapshot, notices } = build(agentOf('skills: doc, nope'));
    expect(snapshot.systemText).toContain('- doc: Write docs.');
    expect(snapshot.systemText).not.toContain('- pdf:');
    expect(notices).toEqual(['The agent a names the skill "nope", which does not exist.']);
  });
});

describe('permissions', () => {
  it('defect 12: every tool keeps its own risk, so a command asks under the same rules as everywhere', () => {
    for (const agent of [...BUILT_IN_AGENTS, agentOf('tools: "*"', 'permissionMode: bypassPermissions')]) {
      const plan = build(agent);
      for (const tool of tools) {
        const { name } = tool.declaration;
        if (plan.tools.has(name)) expect(plan.tools.get(name)).toMatchObject({ risk: tool.risk });
      }
      const bash = plan.tools.get('bash');
      expect(bash && isAllowedByRule('none', bash.risk)).toBe(false);
      expect(bash && isAllowedByRule('edits', bash.risk)).toBe(false);
    }
  });

  it('read-only agents have no tool of the risk edit or spawn, and refuse by name what they have not', () => {
    for (const name of ['explore', 'plan', 'verify']) {
      const plan = build(builtIn(name));
      expect([...plan.tools.values()].filter(({ risk }) => risk === 'edit' || risk === 'spawn')).toEqual([]);
      expect(plan.tools.has('write_file')).toBe(false);
      expect(plan.refusal('write_file')).toContain('`write_file` is not available');
    }
  });

  it('no agent can start branches', () => {
    expect(build(agentOf('tools: "*"')).tools.has('agent')).toBe(false);
    expect(build(agentOf('tools: Task, Read')).tools.has('agent')).toBe(false);
  });

  it('an agent file narrows and never widens: dontAsk denies, maxTurns is at most the limit', () => {
    expect(build(agentOf('permissionMode: dontAsk')).whenAsking).toBe('deny');
    for (const mode of ['default', 'acceptEdits', 'auto', 'bypassPermissions', 'plan']) {
      expect(build(agentOf(`permissionMode: ${mode}`)).whenAsking).toBe('ask');
    }
    expect(build(agentOf('maxTurns: 9')).bounds.steps).toBe(9);
    expect(build(agentOf('maxTurns: 900')).bounds.steps).toBe(50);
  });
});
