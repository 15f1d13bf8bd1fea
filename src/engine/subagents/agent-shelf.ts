import { BUILT_IN_AGENTS } from '../../core/subagent/built-in-agents.ts';
import { AgentCatalog } from './agent-catalog.ts';
import { SkillCatalog } from './skill-catalog.ts';

/** The agents and skills that a session can start: of its workspace's files, or the built-in ones alone. */
export interface AgentShelf {
  readonly agents: AgentCatalog;
  readonly skills: SkillCatalog;
  /** Reads the files again. */
  load(): Promise<void>;
}

/** For sessions without files of their own. */
export const BUILT_IN_SHELF: AgentShelf = {
  agents: new AgentCatalog(BUILT_IN_AGENTS, []),
  skills: new SkillCatalog([]),
  load: async () => {},
};
