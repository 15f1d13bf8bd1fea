import type { ComponentType } from 'react';
import { latePart } from '../ui/late-part.ts';
import type { PaneKind } from './pane-kinds.ts';

export interface PaneProps {
  readonly branch: string;
}

const transcript = latePart<PaneProps>(async () => (await import('../panes/transcript-pane.tsx')).TranscriptPane);
const terminal = latePart<PaneProps>(async () => (await import('../panes/terminal-pane.tsx')).TerminalPane);
const diff = latePart<PaneProps>(async () => (await import('../panes/diff-pane.tsx')).DiffPane);

/** Each pane is loaded when it is first opened: the tree is on screen before any of them is read. */
export const PANES: { readonly [K in PaneKind]: ComponentType<PaneProps> } = {
  transcript: transcript.Part,
  terminal: terminal.Part,
  diff: diff.Part,
  prefix: latePart<PaneProps>(async () => (await import('../panes/prefix-pane.tsx')).PrefixPane).Part,
  compare: latePart<PaneProps>(async () => (await import('../panes/compare-pane.tsx')).ComparePane).Part,
  review: latePart<PaneProps>(async () => (await import('../panes/review-pane.tsx')).ReviewPane).Part,
  branches: latePart<PaneProps>(async () => (await import('../panes/branches-pane.tsx')).BranchesPane).Part,
  agents: latePart<PaneProps>(async () => (await import('../panes/agents-pane.tsx')).AgentsPane).Part,
  conflicts: latePart<PaneProps>(async () => (await import('../panes/conflicts-pane.tsx')).ConflictsPane).Part,
  merge: latePart<PaneProps>(async () => (await import('../panes/merge-pane.tsx')).MergePane).Part,
  worktrees: latePart<PaneProps>(async () => (await import('../panes/worktrees-pane.tsx')).WorktreesPane).Part,
  statistics: latePart<PaneProps>(async () => (await import('../panes/statistics-pane.tsx')).StatisticsPane).Part,
  requests: latePart<PaneProps>(async () => (await import('../panes/requests-pane.tsx')).RequestsPane).Part,
};

/** Reads the panes that are opened most, one whenever there is nothing else to do, so that the first key is answered at once. */
export function readAhead(): void {
  const left = [transcript, terminal, diff];
  const next = (): void => {
    const part = left.shift();
    if (part) requestIdleCallback(() => void part.read().then(next));
  };
  next();
}
