import { setTimeout as sleep } from 'node:timers/promises';
import type { Send } from './event-feed.ts';

/** One frame at 60 Hz: the answer to the call that began the feed goes first. */
const FRAME_MS = 16;
/** Bytes of a piece: what the window parses and folds between two frames. */
export const PIECE_BYTES = 384 * 1024;

let feeds = 0;

/** Sends a stored log to one window as the text that it is, long before the host itself has read it. */
export class StoredFeed {
  readonly feed = ++feeds;
  #isStopped = false;

  get isStopped(): boolean {
    return this.#isStopped;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Ends after the last piece, or when it is stopped. Throws what the file system says. */
  async run(sessionId: string, pieces: AsyncIterable<string>, send: Send): Promise<void> {
    await sleep(FRAME_MS);
    for await (const lines of pieces) {
      if (this.#isStopped) return;
      send('stored-lines', { sessionId, feed: this.feed, lines, isLast: false });
      // The next piece waits its turn: other windows and calls are answered between.
      await sleep(0);
    }
    if (!this.#isStopped) send('stored-lines', { sessionId, feed: this.feed, lines: '', isLast: true });
  }
}
