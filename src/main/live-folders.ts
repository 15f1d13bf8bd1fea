import type { WatchMode } from '../engine/worktrees/live/session-folders.ts';

/** A session, or a transcript that is only followed and has no worktrees here. */
interface Shown {
  watchFolders?(mode: WatchMode): void;
}

/** Which sessions a window shows, and whether it can be seen: only those are watched, and only then counted. */
export class LiveFolders {
  /** By window and session. */
  readonly #shown = new Map<string, Shown>();
  #isVisible = true;

  show(key: string, session: Shown): void {
    const before = this.#shown.get(key);
    this.#shown.set(key, session);
    if (before && before !== session) this.#update(before);
    this.#update(session);
  }

  hide(key: string): void {
    const session = this.#shown.get(key);
    this.#shown.delete(key);
    if (session) this.#update(session);
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    for (const session of new Set(this.#shown.values())) this.#update(session);
  }

  #update(session: Shown): void {
    const isShown = [...this.#shown.values()].includes(session);
    session.watchFolders?.(isShown ? (this.#isVisible ? 'live' : 'paused') : 'off');
  }
}
