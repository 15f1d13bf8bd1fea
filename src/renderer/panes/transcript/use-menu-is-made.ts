import { startTransition, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { usePane } from './pane-context.ts';

/** Milliseconds without a new row after which the panes count as at rest. */
const REST_MS = 300;

/** Rows that wait for the rest: they are served together. */
const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | null = null;

/** Calls `serve` when no row has come for a while. Returns the way to wait no longer. */
function whenAtRest(serve: () => void): () => void {
  waiting.add(serve);
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => {
    timer = null;
    const all = [...waiting];
    waiting.clear();
    startTransition(() => {
      for (const each of all) each();
    });
  }, REST_MS);
  return () => waiting.delete(serve);
}

/** Whether a row's menu is there: at once in a pane that is used, else when rows have ceased to come. */
export function useMenuIsMade(): boolean {
  const isUsed = useStore(usePane().store, (pane) => pane.isUsed);
  const [isMade, setMade] = useState(isUsed);
  useEffect(() => {
    if (isMade) return;
    if (!isUsed) return whenAtRest(() => setMade(true));
    setMade(true);
  }, [isMade, isUsed]);
  return isMade || isUsed;
}
