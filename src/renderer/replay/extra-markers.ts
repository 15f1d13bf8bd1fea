import { searchStore } from '../shell/search/search-store.ts';
import { reviewStore } from '../stores/review-store.ts';
import { sessionStore } from '../stores/session-store.ts';
import type { ExtraMarker } from './timeline-store.ts';

export type ExtraMarkers = ReadonlyMap<string, readonly ExtraMarker[]>;

let made: { readonly inputs: readonly unknown[]; readonly markers: ExtraMarkers } | null = null;

/**
 * Marks that do not come from the log: open comments of the review, and what the search over
 * all sessions found in this one. By branch, in order.
 */
export function extraMarkers(): ExtraMarkers {
  const { hits } = searchStore.getState();
  const { comments } = reviewStore.getState().review;
  const { sessionId, log } = sessionStore.getState();
  const inputs = [hits, comments, sessionId, log];
  if (made && inputs.every((input, at) => input === made?.inputs[at])) return made.markers;
  const markers = new Map<string, ExtraMarker[]>();
  const add = (marker: Omit<ExtraMarker, 'index'>): void => {
    const own = markers.get(marker.branch) ?? [];
    own.push({ ...marker, index: Math.max(0, log.clock.countAt(marker.at) - 1) });
    markers.set(marker.branch, own);
  };
  for (const { sessionId: of, branch, at, place, excerpt } of hits) {
    if (of === sessionId) add({ kind: 'hit', branch, at, label: excerpt, place });
  }
  for (const { place, moment, text, resolved } of comments.values()) {
    const branch = place.branch ?? log.lanes.inTreeOrder()[0]?.branch;
    const message = place.kind === 'message' ? place.messageId : null;
    if (branch !== undefined && !resolved) add({ kind: 'comment', branch, at: moment, label: text, place: message });
  }
  for (const own of markers.values()) own.sort((a, b) => a.at - b.at);
  made = { inputs, markers };
  return markers;
}
