import { createStore } from 'zustand/vanilla';
import { parseSearch } from '../../../core/search/search-query.ts';
import type { SearchHit } from '../../../shared/contract.ts';
import { host } from '../../bridge.ts';
import { sessionStore } from '../../stores/session-store.ts';

export interface TranscriptSearch {
  readonly query: string;
  /** Searches only the open session. */
  readonly onlyOpen: boolean;
  /** Why the query cannot be searched, in one sentence; null when it can. */
  readonly fault: string | null;
  readonly phase: 'none' | 'searching' | 'complete' | 'cancelled' | 'full' | 'failed';
  readonly hits: readonly SearchHit[];
  /** Sessions looked at so far, and in all. */
  readonly done: number;
  readonly total: number;
  /** Starts anew after a pause in writing; fewer than two letters search nothing. */
  setQuery(query: string): void;
  setOnlyOpen(onlyOpen: boolean): void;
  cancel(): void;
}

/** Milliseconds without a key press before the logs are read. */
const SEARCH_AFTER_MS = 250;
const SHORTEST = 2;

let timer: ReturnType<typeof setTimeout> | null = null;
let current: string | null = null;
let count = 0;

/** The search over all transcripts. Only what belongs to the last search is taken in. */
export const searchStore = createStore<TranscriptSearch>()((set, get) => {
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
    const sessionId = get().onlyOpen ? sessionStore.getState().sessionId : null;
    void host.call('search.start', { searchId, query, sessionId }).then((answer) => {
      if (!answer.ok && current === searchId) set({ phase: 'failed' });
    });
  };
  return {
    query: '',
    onlyOpen: false,
    fault: null,
    phase: 'none',
    hits: [],
    done: 0,
    total: 0,
    setQuery: (query) => {
      stop();
      const words = query.trim();
      const parsed = parseSearch(words);
      const fault = parsed.ok ? null : parsed.message;
      const isSearched = words.length >= SHORTEST && fault === null;
      set({ query, fault, ...(isSearched ? {} : { phase: 'none', hits: [] }) });
      if (isSearched) timer = setTimeout(() => start(words), SEARCH_AFTER_MS);
    },
    setOnlyOpen: (onlyOpen) => {
      set({ onlyOpen });
      get().setQuery(get().query);
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
