import { useSyncExternalStore } from 'react';

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

/** Milliseconds since 1970, once a second from one shared timer while `active`; else it stands still. */
export function useNow(active: boolean): number {
  return useSyncExternalStore(active ? subscribe : subscribeNever, () => now);
}
