import type { AgentConfig } from './agent-config.ts';

/**
 * The agents that can be started, one a line, for a user message: never for the system text or the tools, which must
 * stay the same when an agent file changes.
 */
export function agentList(agents: readonly Pick<AgentConfig, 'name' | 'description'>[]): string {
  const lines = agents.map(({ name, description }) => `- ${name}: ${description.replace(/\s+/g, ' ').trim()}`);
  return ['Agents that `subagent_type` can name:', ...lines].join('\n');
}
