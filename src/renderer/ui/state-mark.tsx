import type { ReactNode } from 'react';
import type { BranchStatus, WaitingFor } from '../../core/session/events.ts';
import './state-mark.css';

/**
 * One shape per state, on a 14 unit grid, so that no state is told by colour alone: dashed ring, hourglass bars, turning
 * arc, speech mark, two bars, tick, cross, square.
 */
const SHAPES: { readonly [S in BranchStatus]: ReactNode } = {
  starting: <circle cx="7" cy="7" r="5" fill="none" strokeDasharray="2.2 2.04" />,
  held: (
    <>
      <path d="M3 2h8M3 12h8" fill="none" />
      <path d="M4 2c0 3 3 3.4 3 5s-3 2-3 5h6c0-3-3-3.4-3-5s3-2 3-5z" fill="currentColor" stroke="none" />
    </>
  ),
  running: (
    <>
      <circle cx="7" cy="7" r="5" fill="none" opacity="0.28" />
      <path className="state-mark__arc" d="M7 2a5 5 0 0 1 5 5" fill="none" />
      <circle cx="7" cy="7" r="1.9" fill="currentColor" stroke="none" />
    </>
  ),
  waiting: (
    <path
      d="M7 .9 13.1 7 7 13.1.9 7z M6.2 3.9h1.6v3.8H6.2z M6.2 8.7h1.6v1.6H6.2z"
      fill="currentColor"
      fillRule="evenodd"
      stroke="none"
    />
  ),
  paused: <path d="M3.4 2.4h2.6v9.2H3.4zM8 2.4h2.6v9.2H8z" fill="currentColor" stroke="none" />,
  completed: (
    <>
      <circle cx="7" cy="7" r="6" fill="currentColor" stroke="none" />
      <path className="state-mark__cut" d="m4.3 7.2 1.9 1.9 3.6-4" fill="none" />
    </>
  ),
  failed: (
    <>
      <path d="M4.5 1h5L13 4.5v5L9.5 13h-5L1 9.5v-5z" fill="currentColor" stroke="none" />
      <path className="state-mark__cut" d="m5 5 4 4M9 5 5 9" fill="none" />
    </>
  ),
  interrupted: <rect x="2.5" y="2.5" width="9" height="9" rx="1.2" fill="none" strokeWidth="2.2" />,
};

/** Waiting for children or a retry needs nobody: a ring of dots, not the mark that calls for a person. */
const WAITING_QUIETLY = (
  <>
    <circle cx="2.6" cy="7" r="1.6" fill="currentColor" stroke="none" />
    <circle cx="7" cy="7" r="1.6" fill="currentColor" stroke="none" />
    <circle cx="11.4" cy="7" r="1.6" fill="currentColor" stroke="none" />
  </>
);

interface StateMarkProps {
  readonly status: BranchStatus;
  readonly waitingFor?: WaitingFor | null;
  /** Spoken name; leave out where the state stands in words beside it. */
  readonly label?: string;
}

/** What the style sheet calls a state: waiting for a person and waiting for something else look different. */
export type ShownState = BranchStatus | 'waiting-quietly';

export function shownState(status: BranchStatus, waitingFor: WaitingFor | null): ShownState {
  return status === 'waiting' && waitingFor !== 'permission' ? 'waiting-quietly' : status;
}

export function StateMark({ status, waitingFor = null, label }: StateMarkProps) {
  const shown = shownState(status, waitingFor);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has a label, or its state stands in words beside it
    <svg
      className="state-mark"
      data-status={shown}
      viewBox="0 0 14 14"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {shown === 'waiting-quietly' ? WAITING_QUIETLY : SHAPES[shown]}
    </svg>
  );
}

const WORDS: { readonly [S in BranchStatus]: string } = {
  starting: 'Starting',
  held: 'Held',
  running: 'Running',
  waiting: 'Waiting',
  paused: 'Paused',
  completed: 'Completed',
  failed: 'Failed',
  interrupted: 'Interrupted',
};

export function stateWord(status: BranchStatus, waitingFor: WaitingFor | null = null): string {
  if (status === 'waiting' && waitingFor === 'permission') return 'Asks you';
  if (status === 'waiting' && waitingFor === 'children') return 'Waits for branches';
  if (status === 'waiting' && waitingFor === 'retry') return 'Retries soon';
  return WORDS[status];
}
