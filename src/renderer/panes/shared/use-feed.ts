import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { SessionState } from '../../../core/session/state.ts';
import { sessionStore } from '../../stores/session-store.ts';

/** Derives what a pane shows from the session, and gives the very same value back while nothing in it changed. */
export interface Feed<T> {
  read(state: SessionState, branch: string): T;
}

/** A pane's own feed over the open session: the pane is drawn again only when the feed's value changes. */
export function useFeed<T>(branch: string, create: () => Feed<T>): T {
  const feed = useRef<Feed<T>>(null);
  feed.current ??= create();
  const { current } = feed;
  const read = useCallback(() => current.read(sessionStore.getState().state, branch), [current, branch]);
  return useSyncExternalStore(sessionStore.subscribe, read);
}

/** Remembers the last value and what it was made of. */
export class Remembered<T> {
  #inputs: readonly unknown[] | null = null;
  #value: T | undefined;

  get(inputs: readonly unknown[], make: () => T): T {
    const isSame =
      this.#inputs !== null &&
      this.#inputs.length === inputs.length &&
      this.#inputs.every((input, index) => Object.is(input, inputs[index]));
    if (!isSame) {
      this.#inputs = inputs;
      this.#value = make();
    }
    return this.#value as T;
  }
}
