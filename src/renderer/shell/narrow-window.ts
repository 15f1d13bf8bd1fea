import { sessionStore } from '../stores/session-store.ts';
import { viewStore } from '../stores/view-store.ts';

/** A window with fewer CSS pixels across has no room for the list of sessions beside one that is open. */
const NARROW = '(max-width: 760px)';

/**
 * Puts the list of sessions away while the window is narrow, as the smallest one with large letters is, and brings it
 * back with the room. In between the person may open it as ever. Returns the way to stop.
 */
export function connectNarrowWindow(): () => void {
  const media = window.matchMedia(NARROW);
  let wasNarrow = false;
  let isPutAway = false;
  const look = (): void => {
    const isNarrow = media.matches && sessionStore.getState().sessionId !== null;
    if (isNarrow === wasNarrow) return;
    wasNarrow = isNarrow;
    const { sidebarOpen, toggleSidebar } = viewStore.getState();
    if (isNarrow ? sidebarOpen : isPutAway && !sidebarOpen) toggleSidebar();
    isPutAway = isNarrow && sidebarOpen;
  };
  media.addEventListener('change', look);
  const stop = sessionStore.subscribe(look);
  look();
  return () => {
    media.removeEventListener('change', look);
    stop();
  };
}
