import type { Approval, Isolation } from '../../core/session/events.ts';

/** The words for the choices that stand in several places. */
export const APPROVALS: readonly { readonly value: Approval; readonly label: string }[] = [
  { value: 'none', label: 'Ask before edits and commands' },
  { value: 'edits', label: 'Edit freely, ask for commands' },
  { value: 'all', label: 'Never ask' },
];

export const ISOLATIONS: readonly { readonly value: Isolation; readonly label: string }[] = [
  { value: 'worktree', label: 'A worktree per fork' },
  { value: 'none', label: 'All in your checkout' },
];

export function isApproval(value: string): value is Approval {
  return APPROVALS.some((choice) => choice.value === value);
}

export function isIsolation(value: string): value is Isolation {
  return ISOLATIONS.some((choice) => choice.value === value);
}
