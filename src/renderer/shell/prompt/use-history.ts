import { useRef } from 'react';
import { sessionStore } from '../../stores/session-store.ts';
import { historyOf } from './history.ts';

/** Steps through what was written before: from an empty box upwards, and back down to what stood there. */
export function useHistory(): (direction: 'older' | 'newer', text: string) => string | null {
  const place = useRef<{ readonly at: number; readonly text: string }>({ at: -1, text: '' });
  return (direction, text) => {
    const { at, text: shown } = place.current;
    // A text that was changed by hand is a new one.
    const from = at >= 0 && text === shown ? at : -1;
    if (from < 0 && text !== '') return null;
    const history = historyOf(sessionStore.getState().state);
    const next = from + (direction === 'older' ? 1 : -1);
    if (next < -1 || next >= history.length) return null;
    const found = next === -1 ? '' : (history[next] ?? '');
    place.current = { at: next, text: found };
    return found;
  };
}
