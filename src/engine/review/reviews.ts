import type { ReviewChange, ReviewEntry } from '../../core/review/entries.ts';
import type { Problem } from '../../core/session/state.ts';
import { sessionFolder } from '../transcripts/session-folder.ts';
import { ReviewLog } from './review-log.ts';

type Listener = (sessionId: string, entries: readonly ReviewEntry[]) => void;

/** The reviews of the sessions that are open here, each read once. */
export class Reviews {
  readonly #home: string;
  readonly #clock: () => number;
  readonly #open = new Map<string, Promise<ReviewLog>>();
  readonly #listeners = new Set<Listener>();

  constructor(home: string, clock: () => number) {
    this.#home = home;
    this.#clock = clock;
  }

  async read(sessionId: string): Promise<{ entries: readonly ReviewEntry[]; problems: readonly Problem[] }> {
    const { entries, problems } = await this.#log(sessionId);
    return { entries, problems };
  }

  async write(sessionId: string, changes: readonly ReviewChange[]): Promise<readonly ReviewEntry[]> {
    const entries = (await this.#log(sessionId)).append(changes);
    for (const listener of this.#listeners) listener(sessionId, entries);
    return entries;
  }

  /** Hears what is added to any of them. Returns the way to stop. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The session's folder moves, or another process may write in it from now on. */
  forget(sessionId: string): void {
    this.#open.delete(sessionId);
  }

  #log(sessionId: string): Promise<ReviewLog> {
    const open = this.#open.get(sessionId);
    if (open) return open;
    const opening = ReviewLog.open(sessionFolder(this.#home, sessionId).review, sessionId, this.#clock);
    this.#open.set(sessionId, opening);
    opening.catch(() => this.#open.delete(sessionId));
    return opening;
  }
}
