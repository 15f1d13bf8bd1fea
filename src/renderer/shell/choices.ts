import type { Approval, Isolation } from '../../core/session/events.ts';

/** The words for the choices that stand in several places; the short ones where a bar has no room for a sentence. */
export const APPROVALS: readonly { readonly value: Approval; readonly label: string; readonly short: string }[] = [
  { value: 'none', label: 'Ask before edits and commands', short: 'Always ask' },
  { value: 'edits', label: 'Edit freely, ask for commands', short: 'Ask for commands' },
  { value: 'all', label: 'Never ask', short: 'Never ask' },
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
