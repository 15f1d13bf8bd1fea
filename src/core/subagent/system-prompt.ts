import type { AgentConfig } from './agent-config.ts';
import { generatedText } from './generated-text.ts';
import { RESEARCH_SUFFIX, WORK_SUFFIX } from './texts.ts';

/** A skill as it is offered: its name, and when to use it. */
export interface SkillOffer {
  readonly name: string;
  readonly description: string;
}

export interface SystemPromptParts {
  readonly agent: Pick<AgentConfig, 'name' | 'description' | 'body' | 'tools' | 'role'>;
  readonly skills: readonly SkillOffer[];
  /** How tools are called in text, for a model that has no calls of its own; else null. See `renderTextTools`. */
  readonly textTools: string | null;
}

/** A subagent's system text: the generated part, its identity, the skills it may load, and how its role works and ends. */
export function buildSystemPrompt({ agent, skills, textTools }: SystemPromptParts): string {
  const parts = [generatedText(agent.tools), identityOf(agent)];
  if (agent.tools.includes('use_skill') && skills.length > 0) parts.push(skillList(skills));
  if (textTools !== null) parts.push(textTools);
  parts.push(agent.role === 'work' ? WORK_SUFFIX : RESEARCH_SUFFIX);
  return parts.join('\n\n');
}

function identityOf({ name, description, body }: SystemPromptParts['agent']): string {
  return [`# Who you are\nYou are the agent \`${name}\`: ${description.trim()}`, body.trim()]
    .filter((text) => text !== '')
    .join('\n\n');
}

function skillList(skills: readonly SkillOffer[]): string {
  const lines = skills.map(({ name, description }) => `- ${name}: ${description.replace(/\s+/g, ' ').trim()}`);
  return ['# Skills', 'Load one with `use_skill` before you do what it is about.', ...lines].join('\n');
}
