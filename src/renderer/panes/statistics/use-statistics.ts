import { useEffect, useState } from 'react';
import { type SessionStatistics, sessionStatistics } from '../../../core/statistics/session-statistics.ts';
import { sessionStore } from '../../stores/session-store.ts';

/** Milliseconds between two counts: charts that move ten times a second cannot be read. */
const COUNT_EVERY_MS = 1_000;

/** The numbers of what the window shows: live, or as they were at the playhead. */
export function useStatistics(): SessionStatistics {
  const [statistics, setStatistics] = useState(count);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = sessionStore.subscribe(({ state }, before) => {
      if (state === before.state || timer !== null) return;
      timer = setTimeout(() => {
        timer = null;
        setStatistics(count());
      }, COUNT_EVERY_MS);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
  return statistics;
}

/** What goes on is counted up to the last event, so that a replay never counts beyond its playhead. */
function count(): SessionStatistics {
  const { state } = sessionStore.getState();
  return sessionStatistics(state, state.lastAt);
}
