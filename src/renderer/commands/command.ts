import type { BranchAction } from '../../core/graph/branch-actions.ts';
import type { BranchState, SessionState } from '../../core/session/state.ts';
import { actionsInView } from '../replay/actions-in-view.ts';

/** What a command may look at to know whether it fits. */
export interface CommandContext {
  readonly sessionId: string | null;
  /** What is shown: of a moment of the past while the playhead stands there. */
  readonly state: SessionState;
  /** What is now. */
  readonly present: SessionState;
  /** The selected branch, else the root. */
  readonly branch: BranchState | null;
  readonly panes: number;
}

export interface Command {
  /** Stable, for menus, tests and a person's own keys, e.g. `branch.abort`. */
  readonly id: string;
  readonly name: string;
  readonly group: 'Branch' | 'Tree' | 'Replay' | 'Session' | 'Permissions' | 'Window';
  /** See `matchesKey`. A key without `mod` works while no text is being written. */
  readonly keys?: string;
  /** A second key, which works anywhere. */
  readonly anywhere?: string;
  /** Where the key works: anywhere, while the tree has the focus (or nothing has), or while the timeline has it. */
  readonly scope: 'window' | 'tree' | 'timeline';
  readonly when: (context: CommandContext) => boolean;
  readonly run: (context: CommandContext) => void;
}

export const always = (): boolean => true;
export const inSession = ({ sessionId }: CommandContext): boolean => sessionId !== null;

/** For commands on a branch: they fit when its state allows the action. */
export function branchAllows(action: BranchAction): Command['when'] {
  return ({ branch }) => branch !== null && actionsInView(branch).has(action);
}

/** Runs with the branch that the context has; commands with `when: branchAllows(…)` always have one. */
export function onBranch(run: (branch: string) => unknown): Command['run'] {
  return ({ branch }) => {
    if (branch) run(branch.id);
  };
}
