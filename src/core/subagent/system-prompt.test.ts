import { describe, expect, it } from 'vitest';
import { agentList } from './agent-list.ts';
import { BUILT_IN_AGENTS } from './built-in-agents.ts';
import { buildFirstMessage } from './first-message.ts';
import { generatedText } from './generated-text.ts';
import { buildSystemPrompt } from './system-prompt.ts';
import { RESEARCH_SUFFIX, WORK_SUFFIX } from './texts.ts';
import { canEdit, chooseTools } from './tool-whitelist.ts';

const agent = {
  name: 'lawyer',
  description: 'Reads licences.',
  body: 'BODY OF THE FILE',
  tools: chooseTools([], []).allowed,
  role: 'research',
} as const;

describe('system prompt', () => {
  it('is the generated text, then the identity, then the suffix', () => {
    const text = buildSystemPrompt({ agent, skills: [], textTools: null });
    const places = [generatedText(agent.tools), 'lawyer', 'Reads licences.', 'BODY OF THE FILE', RESEARCH_SUFFIX].map(
      (part) => text.indexOf(part),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBe(0);
    expect(text.endsWith(RESEARCH_SUFFIX)).toBe(true);
  });

  it('ends on the work suffix for an agent that edits', () => {
    const worker = { ...agent, role: 'work', tools: chooseTools(['*'], []).allowed } as const;
    expect(buildSystemPrompt({ agent: worker, skills: [], textTools: null }).endsWith(WORK_SUFFIX)).toBe(true);
  });

  it('lists skills by name and description, only where they can be loaded', () => {
    const skills = [{ name: 'pdf', description: 'Fill\nforms.' }];
    expect(buildSystemPrompt({ agent, skills, textTools: null })).toContain('- pdf: Fill forms.');
    const { allowed } = chooseTools([], ['use_skill']);
    expect(buildSystemPrompt({ agent: { ...agent, tools: allowed }, skills, textTools: null })).not.toContain('pdf');
  });

  it('names only tools that the agent has', () => {
    const { allowed } = chooseTools(['read_file'], []);
    expect(generatedText(allowed)).not.toMatch(/list_code_definitions|search|command/);
  });
});

describe('first message', () => {
  const workspace = { roots: ['/w/a', '/w/</workspace>b'], gitBranch: 'main', commit: 'abc123' };

  it('is the prompt, word for word, and the workspace with roots, branch and commit as JSON', () => {
    const [prompt, block, ...rest] = buildFirstMessage(' do <this>\n', workspace);
    expect(rest).toEqual([]);
    expect(prompt).toEqual({ kind: 'text', text: ' do <this>\n' });
    const json = /^<workspace>(.*)<\/workspace>$/.exec(block?.text ?? '')?.[1] ?? '';
    expect(JSON.parse(json)).toEqual(workspace);
    expect(json).not.toContain('<');
  });
});

describe('built-in agents', () => {
  it('are explore, plan, general and verify; explore and plan cannot edit', () => {
    expect(BUILT_IN_AGENTS.map(({ name, tools, role }) => [name, canEdit(tools), role])).toEqual([
      ['explore', false, 'research'],
      ['plan', false, 'research'],
      ['general', true, 'work'],
      ['verify', false, 'research'],
    ]);
    for (const { tools } of BUILT_IN_AGENTS) expect(tools).toContain('attempt_completion');
  });

  it('are listed one a line', () => {
    expect(agentList([{ name: 'a', description: 'x\n y' }])).toMatch(/:\n- a: x y$/);
  });
});
