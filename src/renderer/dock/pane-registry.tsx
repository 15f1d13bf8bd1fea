import { type FunctionComponent, lazy } from 'react';
import type { PaneKind } from './pane-kinds.ts';

export interface PaneProps {
  readonly branch: string;
}

/** Each pane is loaded when it is first opened: the tree is on screen before any of them is read. */
export const PANES: { readonly [K in PaneKind]: FunctionComponent<PaneProps> } = {
  transcript: lazy(async () => ({ default: (await import('../panes/transcript-pane.tsx')).TranscriptPane })),
  terminal: lazy(async () => ({ default: (await import('../panes/terminal-pane.tsx')).TerminalPane })),
  diff: lazy(async () => ({ default: (await import('../panes/diff-pane.tsx')).DiffPane })),
  prefix: lazy(async () => ({ default: (await import('../panes/prefix-pane.tsx')).PrefixPane })),
  compare: lazy(async () => ({ default: (await import('../panes/compare-pane.tsx')).ComparePane })),
  review: lazy(async () => ({ default: (await import('../panes/review-pane.tsx')).ReviewPane })),
  branches: lazy(async () => ({ default: (await import('../panes/branches-pane.tsx')).BranchesPane })),
  agents: lazy(async () => ({ default: (await import('../panes/agents-pane.tsx')).AgentsPane })),
  conflicts: lazy(async () => ({ default: (await import('../panes/conflicts-pane.tsx')).ConflictsPane })),
  merge: lazy(async () => ({ default: (await import('../panes/merge-pane.tsx')).MergePane })),
  worktrees: lazy(async () => ({ default: (await import('../panes/worktrees-pane.tsx')).WorktreesPane })),
  statistics: lazy(async () => ({ default: (await import('../panes/statistics-pane.tsx')).StatisticsPane })),
  requests: lazy(async () => ({ default: (await import('../panes/requests-pane.tsx')).RequestsPane })),
};
