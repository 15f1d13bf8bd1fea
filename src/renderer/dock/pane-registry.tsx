import { type FunctionComponent, lazy } from 'react';
import type { PaneKind } from './pane-kinds.ts';

export interface PaneProps {
  readonly branch: string;
}

const transcript = async () => ({ default: (await import('../panes/transcript-pane.tsx')).TranscriptPane });
const terminal = async () => ({ default: (await import('../panes/terminal-pane.tsx')).TerminalPane });
const diff = async () => ({ default: (await import('../panes/diff-pane.tsx')).DiffPane });

/** Each pane is loaded when it is first opened: the tree is on screen before any of them is read. */
export const PANES: { readonly [K in PaneKind]: FunctionComponent<PaneProps> } = {
  transcript: lazy(transcript),
  terminal: lazy(terminal),
  diff: lazy(diff),
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

/** Reads the panes that are opened most, one whenever there is nothing else to do, so that the first key is answered at once. */
export function readAhead(): void {
  const left: (() => Promise<unknown>)[] = [transcript, terminal, diff];
  const next = (): void => {
    const load = left.shift();
    // One that cannot be read says so where it is opened.
    if (load) requestIdleCallback(() => void load().then(next, next));
  };
  next();
}
