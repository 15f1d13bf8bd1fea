import type { UnknownRows } from '../unknown-rows.ts';
import type { ClaudeExtra, ClaudeLane, ModelNode, RowLink, UserNode } from './claude-nodes.ts';

/** What `claudeDraft` makes a draft of. */
export interface ClaudeRead {
  readonly links: ReadonlyMap<string, RowLink>;
  readonly roots: readonly (ModelNode | UserNode)[];
  readonly lanes: ReadonlyMap<string, ClaudeLane>;
  readonly extras: readonly { readonly parent: string | null; readonly extra: ClaudeExtra }[];
  readonly agentCalls: ReadonlyMap<string, string>;
  readonly echoed: ReadonlySet<string>;
  readonly facts: {
    readonly sessionId: string | null;
    readonly cwd: string;
    readonly gitBranch: string | null;
    readonly title: string | null;
    readonly timesKnown: boolean;
  };
  readonly unknown: UnknownRows;
}
