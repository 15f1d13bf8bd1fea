import { applyChange, type CompactionChange } from '../../core/compaction/compaction-change.ts';
import { totalBytes } from '../../core/compaction/message-bytes.ts';
import type { Compaction } from '../../core/session/events.ts';
import { contextOf } from '../../core/session/selectors.ts';
import type { SessionState } from '../../core/session/state.ts';

/** What a model signed is refused, or not understood, by another one. */
const UNSIGNED: CompactionChange = { removed: [], rewritten: [], added: null, unsigned: true };

/** The change of a branch's context that another model needs; null when no model has answered in it yet. */
export function modelSeam(state: SessionState, branch: string): Compaction | null {
  const messages = contextOf(state, branch);
  if (!messages.some(({ parts }) => parts.some((part) => 'wire' in part))) return null;
  const after = applyChange(messages, UNSIGNED);
  const counted = state.branches[branch]?.requests.findLast((id) => state.requests[id]?.usage != null);
  const tokens = counted === undefined ? 0 : (state.requests[counted]?.usage?.input ?? 0);
  return {
    type: 'compaction',
    branch,
    kind: 'model',
    trigger: 'choice',
    change: UNSIGNED,
    before: { messages: messages.length, bytes: totalBytes(messages) },
    after: { messages: after.length, bytes: totalBytes(after) },
    tokens,
    allowedTokens: tokens,
    prefix: null,
  };
}
