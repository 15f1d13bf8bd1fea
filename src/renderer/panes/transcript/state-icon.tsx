import {
  Ban,
  type Circle,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleStop,
  Hourglass,
} from 'lucide-react';
import type { BranchStatus } from '../../../core/session/events.ts';
import type { ToolCallState } from '../../../core/session/state.ts';

type Shown = BranchStatus | ToolCallState['status'] | 'queued';

/** Shape and word of each state; the colour comes from the class. */
const MARKS: { readonly [S in Shown]: { readonly Icon: typeof Circle; readonly tone: string; readonly word: string } } =
  {
    queued: { Icon: CircleDashed, tone: 'starting', word: 'not started' },
    starting: { Icon: CircleDashed, tone: 'starting', word: 'starting' },
    held: { Icon: Hourglass, tone: 'held', word: 'held' },
    running: { Icon: CircleDashed, tone: 'running', word: 'running' },
    waiting: { Icon: CircleAlert, tone: 'waiting', word: 'waiting' },
    paused: { Icon: CirclePause, tone: 'paused', word: 'paused' },
    ok: { Icon: CircleCheck, tone: 'completed', word: 'done' },
    completed: { Icon: CircleCheck, tone: 'completed', word: 'completed' },
    error: { Icon: CircleAlert, tone: 'failed', word: 'failed' },
    failed: { Icon: CircleAlert, tone: 'failed', word: 'failed' },
    denied: { Icon: Ban, tone: 'failed', word: 'denied' },
    interrupted: { Icon: CircleStop, tone: 'interrupted', word: 'interrupted' },
  };

export function StateIcon({ state }: { state: Shown }) {
  const { Icon, tone, word } = MARKS[state];
  return (
    <span className={`state-icon is-${tone}`} role="img" aria-label={word} title={word}>
      <Icon aria-hidden className={state === 'running' ? 'is-turning' : undefined} />
    </span>
  );
}
