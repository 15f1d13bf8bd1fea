import type { Message } from '../../core/session/message.ts';
import { AGENTS_CLOSING, AGENTS_OPENING } from '../../core/session/model-blocks.ts';
import type { AgentConfig } from '../../core/subagent/agent-config.ts';
import { agentList } from '../../core/subagent/agent-list.ts';
import { neutraliseTags } from '../../core/subagent/own-tags.ts';

/**
 * Tells a branch which agents it can start: in a person's message, never in the prefix. Null when the last thing that it
 * was told of them is still true, so that it is told once, and again after a change or when a compaction took it away.
 */
export function agentsBlock(
  agents: readonly Pick<AgentConfig, 'name' | 'description'>[],
  context: readonly Message[],
): string | null {
  if (agents.length === 0) return null;
  const block = `${AGENTS_OPENING}${neutraliseTags(agentList(agents), ['agents'])}${AGENTS_CLOSING}`;
  const told = context
    .flatMap(({ role, parts }) => (role === 'user' ? parts : []))
    .findLast((part) => part.kind === 'text' && part.text.startsWith(AGENTS_OPENING));
  return told?.kind === 'text' && told.text === block ? null : block;
}
