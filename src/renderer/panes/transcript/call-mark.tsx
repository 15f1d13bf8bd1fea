import type { BranchStatus } from '../../../core/session/events.ts';
import type { ToolCallState } from '../../../core/session/state.ts';
import { StateMark } from '../../ui/state-mark.tsx';

type CallStatus = ToolCallState['status'] | 'queued';

/** A call's state in the shapes that branches have, with its own word. */
const MARKS: { readonly [S in CallStatus]: { readonly status: BranchStatus; readonly word: string } } = {
  queued: { status: 'starting', word: 'not started' },
  running: { status: 'running', word: 'running' },
  ok: { status: 'completed', word: 'done' },
  error: { status: 'failed', word: 'failed' },
  denied: { status: 'failed', word: 'denied' },
  interrupted: { status: 'interrupted', word: 'interrupted' },
};

export function CallMark({ state }: { state: CallStatus }) {
  const { status, word } = MARKS[state];
  return <StateMark status={status} label={word} />;
}
