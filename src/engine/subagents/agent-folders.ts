import { join } from 'node:path';
import type { AgentSource } from '../../core/subagent/agent-config.ts';

/** A folder that is looked into, and which of its files count. */
export interface DefinitionFolder {
  readonly path: string;
  readonly source: AgentSource;
  readonly fits: (name: string) => boolean;
}

const isMarkdown = (name: string) => /\.md$/i.test(name) && !/^readme\.md$/i.test(name);
const isMarkdownOrYaml = (name: string) => isMarkdown(name) || /\.ya?ml$/i.test(name);
const isSkill = (name: string) => name === 'SKILL.md';

/**
 * Where links in a folder of agents may lead: those of a repository inside it, and to what the person keeps for all of
 * them. Skills are shared by links from everywhere, and are only read when a person's agent uses one.
 */
export function linkBounds({ source }: DefinitionFolder, workspace: string, home: string): readonly string[] | null {
  return source === 'workspace' ? [workspace, join(home, 'agents')] : null;
}

/** Where agents are looked for, in the order in which a name is taken. Cline's may be YAML files. */
export function agentFolders(workspace: string, home: string): DefinitionFolder[] {
  return [
    { path: join(workspace, '.forkscope', 'agents'), source: 'workspace', fits: isMarkdown },
    { path: join(workspace, '.claude', 'agents'), source: 'workspace', fits: isMarkdown },
    { path: join(workspace, '.qwen', 'agents'), source: 'workspace', fits: isMarkdown },
    { path: join(workspace, '.cline', 'agents'), source: 'workspace', fits: isMarkdownOrYaml },
    { path: join(home, 'agents'), source: 'person', fits: isMarkdown },
  ];
}

/** Where skills are looked for, in the order in which a name is taken. */
export function skillFolders(workspace: string, home: string): DefinitionFolder[] {
  return [
    { path: join(workspace, '.forkscope', 'skills'), source: 'workspace', fits: isSkill },
    { path: join(workspace, '.claude', 'skills'), source: 'workspace', fits: isSkill },
    { path: join(home, 'skills'), source: 'person', fits: isSkill },
  ];
}
