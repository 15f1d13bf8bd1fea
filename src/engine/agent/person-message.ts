import type { Part } from '../../core/session/message.ts';
import { workspaceBlock } from '../../core/session/model-blocks.ts';
import { contextOf } from '../../core/session/selectors.ts';
import type { SessionState } from '../../core/session/state.ts';
import type { PromptImage } from '../../shared/contract.ts';
import type { AgentShelf } from '../subagents/agent-shelf.ts';
import { agentsBlock } from './agents-block.ts';

export interface PersonMessage {
  readonly text: string;
  readonly images: readonly PromptImage[];
  /** Milliseconds since 1970: the first message of a conversation tells the date. */
  readonly now: number;
}

/** A person's message as the model gets it: their words and pictures, then what it has to know and was not told yet. */
export function partsOfMessage(
  state: SessionState,
  branch: string,
  shelf: AgentShelf,
  { text, images, now }: PersonMessage,
): Part[] {
  const parts: Part[] = [{ kind: 'text', text }];
  for (const { mimeType, data } of images) parts.push({ kind: 'image', mimeType, data });
  const context = contextOf(state, branch);
  if (state.session && context.length === 0) {
    parts.push({
      kind: 'text',
      text: workspaceBlock(state.session.workspace, new Date(now).toISOString().slice(0, 10)),
    });
  }
  if (state.branches[branch]?.kind !== 'root') return parts;
  // Agent files that changed just now are told of with the next message.
  void shelf.load().catch(() => {});
  const agents = agentsBlock(shelf.agents.agents, context);
  return agents === null ? parts : [...parts, { kind: 'text', text: agents }];
}
