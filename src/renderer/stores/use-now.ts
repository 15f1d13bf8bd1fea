import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { sessionStore } from './session-store.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let now = Date.now();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  };
}
const subscribeNever = (): (() => void) => () => {};

/** Milliseconds since 1970 by the wall's clock, once a second from one shared timer while `active`; else it stands still. */
export function useWallClock(active: boolean): number {
  return useSyncExternalStore(active ? subscribe : subscribeNever, () => now);
}

/** The moment that the screen shows: the playhead's while it is in the past, else now. For clocks of the session. */
export function useNow(active: boolean): number {
  const wall = useWallClock(active);
  const shownAt = useStore(sessionStore, (open) => (active ? open.shownAt : null));
  return shownAt ?? wall;
}
