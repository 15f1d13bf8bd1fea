import { createStore } from 'zustand/vanilla';
import type { SearchHit } from '../../../shared/contract.ts';
import { host } from '../../bridge.ts';

export interface TranscriptSearch {
  readonly query: string;
  readonly phase: 'none' | 'searching' | 'complete' | 'cancelled' | 'full' | 'failed';
  readonly hits: readonly SearchHit[];
  /** Sessions looked at so far, and in all. */
  readonly done: number;
  readonly total: number;
  /** Starts anew after a pause in writing; fewer than two letters search nothing. */
  setQuery(query: string): void;
  cancel(): void;
}

/** Milliseconds without a key press before the logs are read. */
const SEARCH_AFTER_MS = 250;
const SHORTEST = 2;

let timer: ReturnType<typeof setTimeout> | null = null;
let current: string | null = null;
let count = 0;

/** The search over all transcripts. Only what belongs to the last search is taken in. */
export const searchStore = createStore<TranscriptSearch>()((set) => {
  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (current !== null) void host.call('search.cancel', { searchId: current });
    current = null;
  };
  const start = (query: string): void => {
    const searchId = `search-${++count}`;
    current = searchId;
    set({ phase: 'searching', hits: [], done: 0, total: 0 });
    void host.call('search.start', { searchId, query }).then((answer) => {
      if (!answer.ok && current === searchId) set({ phase: 'failed' });
    });
  };
  return {
    query: '',
    phase: 'none',
    hits: [],
    done: 0,
    total: 0,
    setQuery: (query) => {
      stop();
      const words = query.trim();
      set({ query, ...(words.length < SHORTEST ? { phase: 'none', hits: [] } : {}) });
      if (words.length >= SHORTEST) timer = setTimeout(() => start(words), SEARCH_AFTER_MS);
    },
    cancel: () => {
      stop();
      set({ phase: 'cancelled' });
    },
  };
});

export function connectSearch(): () => void {
  return host.on('search', ({ searchId, hits, done, total, ended }) => {
    if (searchId !== current) return;
    const { hits: before } = searchStore.getState();
    searchStore.setState({ hits: [...before, ...hits], done, total, phase: ended ?? 'searching' });
    if (ended !== null) current = null;
  });
}
