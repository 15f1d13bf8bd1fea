import type { Snapshot } from '../../core/prefix/snapshot.ts';
import type { SubagentRole } from '../../core/session/events.ts';
import { narrowBounds, type SubagentBounds } from '../../core/subagent/bounds.ts';
import { toolNotAvailable } from '../../core/subagent/texts.ts';
import type { Tool } from '../tools/tool.ts';
import { limitCommand } from './limit-command.ts';
import type { SkillCatalog } from './skill-catalog.ts';
import type { SubagentPlan } from './subagent-builder.ts';
import { subagentTools } from './subagent-tools.ts';

/** What a subagent's run has to know of its role. */
export type RunRole = Pick<SubagentPlan, 'tools' | 'bounds' | 'whenAsking' | 'textMode' | 'refusal'>;

/** What is written down of a role, so that it outlives a restart and a change of its file. */
export function storedRole({ agent, tools, whenAsking, textMode, background }: SubagentPlan): SubagentRole {
  const { name, skills, maxTurns } = agent;
  return { agent: name, tools: [...tools.keys()], skills, textMode, whenAsking, background, maxTurns };
}

/** The role of a stored subagent, on the tools of this session. */
export function revivedRole(
  role: SubagentRole,
  sessionTools: ReadonlyMap<string, Tool>,
  skills: SkillCatalog,
  bounds: SubagentBounds,
): RunRole {
  const limits = narrowBounds(bounds, role);
  const known = new Map(sessionTools);
  for (const tool of subagentTools(skills.only(role.skills).skills)) known.set(tool.declaration.name, tool);
  const tools = new Map(
    role.tools.flatMap((name): [string, Tool][] => {
      const tool = known.get(name);
      return tool ? [[name, limitCommand(tool, limits)]] : [];
    }),
  );
  return {
    tools,
    bounds: limits,
    whenAsking: role.whenAsking,
    textMode: role.textMode,
    refusal: (name) => toolNotAvailable(name, [...tools.keys()]),
  };
}

/** The tools as they are declared, or as the instructions of a text-mode role describe them. */
export function declarationsOf({ tools }: RunRole): Snapshot['tools'] {
  return [...tools.values()].map(({ declaration }) => declaration);
}
