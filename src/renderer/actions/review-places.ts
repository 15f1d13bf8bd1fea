import type { ReviewPlace } from '../../core/review/entries.ts';
import { rootOf } from '../../core/session/selectors.ts';
import { openPane } from '../dock/open-pane.ts';
import { openAt } from '../dock/pane-target.ts';
import { diffPlaceText } from '../panes/diff/place-text.ts';
import { reviewPaneStore } from '../panes/review/review-pane-store.ts';
import { replayStore } from '../replay/replay-store.ts';
import { sessionStore } from '../stores/session-store.ts';
import { linkToMessage } from './message-link.ts';

/** The whole session, whatever moment the screen shows. */
function whole() {
  const { state, present } = sessionStore.getState();
  return present ?? state;
}

/** Opens the review of the session on the screen. */
export function showReview(): void {
  const root = rootOf(whole());
  if (root) openPane('review', root.id);
}

/** Opens the review with a field for a comment on the moment that the screen shows. */
export function commentOnMoment(branch: string | null): void {
  const { shownAt, state } = sessionStore.getState();
  reviewPaneStore.setState({ draft: { moment: shownAt ?? state.lastAt, branch } });
  showReview();
}

/** Leads to what a comment or a finding is about; a moment moves the playhead. */
export function goToPlace(place: ReviewPlace | null, moment: number): void {
  if (place === null || place.kind === 'moment') {
    replayStore.getState().seek(moment);
    if (place?.branch) openPane('transcript', place.branch);
  } else if (place.kind === 'lines') {
    openAt('diff', place.branch, diffPlaceText({ path: place.path, at: { side: place.side, line: place.to } }));
  } else openAt('transcript', place.branch, place.kind === 'call' ? place.callId : place.messageId);
}

/** A link to the place, or to the last message before its moment; null when there was none. */
export function linkToPlace(place: ReviewPlace | null, moment: number): string | null {
  const { sessionId } = sessionStore.getState();
  if (sessionId === null) return null;
  if (place?.kind === 'message' || place?.kind === 'call') {
    return linkToMessage({ sessionId, branch: place.branch, messageId: place.messageId });
  }
  const state = whole();
  const branch = (place?.branch && state.branches[place.branch]) || rootOf(state);
  const entry = branch?.entries.findLast(({ at }) => at <= moment) ?? branch?.entries[0];
  return branch && entry ? linkToMessage({ sessionId, branch: branch.id, messageId: entry.message.id }) : null;
}
