import { createStore } from 'zustand/vanilla';
import type { ReviewChange, ReviewEntry } from '../../core/review/entries.ts';
import { foldReview } from '../../core/review/fold-review.ts';
import { EMPTY_REVIEW, type ReviewState } from '../../core/review/state.ts';
import type { Fault } from '../../shared/result.ts';
import { host } from '../bridge.ts';
import { sessionStore } from './session-store.ts';

export interface ReviewStore {
  /** Whose review it is; null when no session is open. */
  readonly sessionId: string | null;
  readonly review: ReviewState;
  readonly phase: 'none' | 'opening' | 'open' | 'failed';
  /** Why it could not be read. */
  readonly fault: Fault | null;
  /** False on an exported page, where it can only be read. */
  readonly mayWrite: boolean;
  /** Stores changes; null when it is done, else why not. The screen follows the host's word. */
  write(changes: readonly ReviewChange[]): Promise<Fault | null>;
}

const NONE = { sessionId: null, review: EMPTY_REVIEW, phase: 'none', fault: null } as const;
const NO_SESSION: Fault = { code: 'no-session', message: 'No session is open. Open one, then comment on it.' };

/** Lines that arrive while the stored ones are being read. */
let early: ReviewEntry[] = [];

/** The review of the session on the screen: the fold of its stored lines, then of each as it comes. */
export const reviewStore = createStore<ReviewStore>()((_, get) => ({
  ...NONE,
  mayWrite: true,
  async write(changes) {
    const { sessionId } = get();
    if (sessionId === null) return NO_SESSION;
    const answer = await host.call('review.write', { sessionId, changes: [...changes] });
    if (!answer.ok) return answer.error;
    take(sessionId, answer.value.entries);
    return null;
  },
}));

function take(sessionId: string, entries: readonly ReviewEntry[]): void {
  const { sessionId: current, phase, review } = reviewStore.getState();
  if (sessionId !== current) return;
  if (phase === 'open') reviewStore.setState({ review: foldReview(review, entries) });
  else early.push(...entries);
}

async function open(sessionId: string): Promise<void> {
  early = [];
  reviewStore.setState({ ...NONE, sessionId, phase: 'opening' });
  const answer = await host.call('review.read', { sessionId });
  if (reviewStore.getState().sessionId !== sessionId) return;
  if (!answer.ok) {
    reviewStore.setState({ phase: 'failed', fault: answer.error });
    return;
  }
  const { entries, problems } = answer.value;
  const review = foldReview({ ...EMPTY_REVIEW, problems }, [...entries, ...early]);
  reviewStore.setState({ phase: 'open', review });
}

/** Follows the open session. Returns the way to stop. */
export function connectReviewStore(): () => void {
  const follow = ({ sessionId, phase }: ReturnType<typeof sessionStore.getState>): void => {
    const wanted = phase === 'open' ? sessionId : null;
    if (wanted === reviewStore.getState().sessionId) return;
    if (wanted === null) reviewStore.setState(NONE);
    else void open(wanted);
  };
  const stops = [
    host.on('review', ({ sessionId, entries }) => take(sessionId, entries)),
    sessionStore.subscribe(follow),
  ];
  follow(sessionStore.getState());
  return () => {
    for (const stop of stops) stop();
  };
}
