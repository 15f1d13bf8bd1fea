import { searchStore } from '../shell/search/search-store.ts';
import { sessionStore } from '../stores/session-store.ts';
import type { ExtraMarker } from './timeline-store.ts';

export type ExtraMarkers = ReadonlyMap<string, readonly ExtraMarker[]>;

let made: { readonly inputs: readonly unknown[]; readonly markers: ExtraMarkers } | null = null;

/** Marks that do not come from the log: what the search over all sessions found in this one. By branch, in order. */
export function extraMarkers(): ExtraMarkers {
  const { hits } = searchStore.getState();
  const { sessionId, log } = sessionStore.getState();
  const inputs = [hits, sessionId, log];
  if (made && inputs.every((input, at) => input === made?.inputs[at])) return made.markers;
  const markers = new Map<string, ExtraMarker[]>();
  for (const { sessionId: of, branch, at, place, excerpt } of hits) {
    if (of !== sessionId) continue;
    const own = markers.get(branch) ?? [];
    own.push({ kind: 'hit', branch, at, index: Math.max(0, log.clock.countAt(at) - 1), label: excerpt, place });
    markers.set(branch, own);
  }
  for (const own of markers.values()) own.sort((a, b) => a.at - b.at);
  made = { inputs, markers };
  return markers;
}
