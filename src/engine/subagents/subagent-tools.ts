import { attemptCompletionTool } from '../tools/attempt-completion.ts';
import { listCodeDefinitionsTool } from '../tools/list-code-definitions.ts';
import type { Tool } from '../tools/tool.ts';
import { type SkillShelf, skillTool } from '../tools/use-skill.ts';

/** The tools that only subagents have. */
export function subagentTools(skills: SkillShelf): Tool[] {
  return [listCodeDefinitionsTool, skillTool(skills), attemptCompletionTool];
}
