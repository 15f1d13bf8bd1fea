import { useMemo, useState } from 'react';
import type { Transcript } from './feed.ts';
import { findRows } from './search-text.ts';

export interface Find {
  readonly isOpen: boolean;
  readonly query: string;
  /** Key of the row that find stands on, or null. */
  readonly row: string | null;
  readonly current: number;
  readonly count: number;
  open(): void;
  close(): void;
  setQuery(query: string): void;
  step(direction: 1 | -1): void;
}

/** Find over all rows, mounted or not. It starts at the last match, because the end is what a person looks at. */
export function useFind({ rows, results }: Transcript): Find {
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const matches = useMemo(() => (isOpen ? findRows(rows, results, query) : []), [isOpen, rows, results, query]);
  const index = chosen !== null && matches.includes(chosen) ? matches.indexOf(chosen) : matches.length - 1;
  return {
    isOpen,
    query,
    row: matches[index] ?? null,
    current: index + 1,
    count: matches.length,
    open: () => setOpen(true),
    close: () => setOpen(false),
    setQuery: (next) => {
      setChosen(null);
      setQuery(next);
    },
    step: (direction) => setChosen(matches[(index + direction + matches.length) % matches.length] ?? null),
  };
}
