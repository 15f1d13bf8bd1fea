import type { WebContents } from 'electron';
import type { Engine } from '../engine/engine.ts';
import type { SearchHit } from '../shared/contract.ts';
import type { Send } from './event-feed.ts';

/** Searches on behalf of windows: one at a time for each, a new one ends the one before. */
export class SearchCalls {
  readonly #engine: Engine;
  readonly #sendTo: (contents: WebContents) => Send;
  readonly #running = new Map<number, { readonly searchId: string; readonly stop: AbortController }>();

  constructor(engine: Engine, sendTo: (contents: WebContents) => Send) {
    this.#engine = engine;
    this.#sendTo = sendTo;
  }

  start(searchId: string, query: string, sessionId: string | null, contents: WebContents): void {
    this.#running.get(contents.id)?.stop.abort();
    const stop = new AbortController();
    this.#running.set(contents.id, { searchId, stop });
    const cancel = (): void => stop.abort();
    contents.once('destroyed', cancel);
    const send = this.#sendTo(contents);
    let last = { done: 0, total: 0 };
    const step = ({ hits, done, total }: { hits: readonly SearchHit[]; done: number; total: number }): void => {
      last = { done, total };
      send('search', { searchId, hits, done, total, ended: null });
    };
    void this.#engine
      .search(query, sessionId, stop.signal, step)
      .catch(() => 'failed' as const)
      .then((ended) => {
        contents.off('destroyed', cancel);
        send('search', { searchId, hits: [], ...last, ended });
      });
  }

  cancel(searchId: string, contents: WebContents): void {
    const running = this.#running.get(contents.id);
    if (running?.searchId === searchId) running.stop.abort();
  }
}
