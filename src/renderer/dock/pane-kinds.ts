import { Fingerprint, GitCompare, type LucideIcon, MessagesSquare, Rows3, SquareTerminal } from 'lucide-react';

export type PaneKind = 'transcript' | 'terminal' | 'diff' | 'prefix' | 'requests';

export const PANE_KINDS: readonly PaneKind[] = ['transcript', 'terminal', 'diff', 'prefix', 'requests'];

interface PaneKindInfo {
  readonly name: string;
  readonly Icon: LucideIcon;
}

export const PANE_INFO: { readonly [K in PaneKind]: PaneKindInfo } = {
  transcript: { name: 'Transcript', Icon: MessagesSquare },
  terminal: { name: 'Terminal', Icon: SquareTerminal },
  diff: { name: 'Diff', Icon: GitCompare },
  prefix: { name: 'Prefix', Icon: Fingerprint },
  requests: { name: 'Requests', Icon: Rows3 },
};

export function isPaneKind(value: string): value is PaneKind {
  return Object.hasOwn(PANE_INFO, value);
}
