import {
  Bot,
  ChartColumn,
  Columns3,
  Fingerprint,
  FolderGit2,
  GitCompare,
  GitMerge,
  Grid3x3,
  ListTree,
  type LucideIcon,
  MessageSquareText,
  MessagesSquare,
  Rows3,
  SquareTerminal,
} from 'lucide-react';

export type PaneKind =
  | 'review'
  | 'transcript'
  | 'terminal'
  | 'diff'
  | 'prefix'
  | 'requests'
  | 'compare'
  | 'branches'
  | 'agents'
  | 'conflicts'
  | 'merge'
  | 'worktrees'
  | 'statistics';

interface PaneKindInfo {
  readonly name: string;
  readonly Icon: LucideIcon;
}

export const PANE_INFO: { readonly [K in PaneKind]: PaneKindInfo } = {
  review: { name: 'Review', Icon: MessageSquareText },
  transcript: { name: 'Transcript', Icon: MessagesSquare },
  terminal: { name: 'Terminal', Icon: SquareTerminal },
  diff: { name: 'Diff', Icon: GitCompare },
  prefix: { name: 'Prefix', Icon: Fingerprint },
  requests: { name: 'Requests', Icon: Rows3 },
  compare: { name: 'Compare', Icon: Columns3 },
  branches: { name: 'Branches', Icon: ListTree },
  agents: { name: 'Agents', Icon: Bot },
  conflicts: { name: 'Conflicts', Icon: Grid3x3 },
  merge: { name: 'Merge', Icon: GitMerge },
  worktrees: { name: 'Worktrees', Icon: FolderGit2 },
  statistics: { name: 'Statistics', Icon: ChartColumn },
};

/** Titles of panes that show no branch of their own. */
export const OWN_TITLES: { readonly [K in PaneKind]?: string } = {
  branches: 'All branches',
  review: 'Review',
  agents: 'Agents and skills',
  conflicts: 'Conflicts',
  worktrees: 'Worktrees',
  statistics: 'Statistics',
};

export function isPaneKind(value: string): value is PaneKind {
  return Object.hasOwn(PANE_INFO, value);
}

/** What a pane's `branch` holds when it shows several: their ids, joined by a sign that no id has. */
const JOINT = '+';

export function compareId(branches: readonly string[]): string {
  return branches.join(JOINT);
}

/** The branches that a pane shows. */
export function branchesIn(branch: string): string[] {
  return branch.split(JOINT);
}
