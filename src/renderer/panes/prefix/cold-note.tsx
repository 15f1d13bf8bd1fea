import { Snowflake } from 'lucide-react';
import { cacheClockOf } from '../../../core/prefix/cache-clock.ts';
import { formatClock } from '../../../core/prefix/time-text.ts';
import { sessionStore } from '../../stores/session-store.ts';
import { useNow } from '../../stores/use-now.ts';

/** How long the branch's prefix can still be read from the cache; nothing where nobody knows. */
export function ColdNote({ branch }: { readonly branch: string }) {
  const now = useNow(true);
  const clock = cacheClockOf(sessionStore.getState().state, branch, now);
  if (clock.kind === 'unknown') return null;
  return (
    <p className="prefix-clock figures" data-kind={clock.kind}>
      {clock.kind === 'cold' ? <Snowflake aria-hidden /> : null}
      {clock.kind === 'in-use' ? 'Its cache entry is in use.' : null}
      {clock.kind === 'warm' ? `Its cache entry goes cold in ${formatClock(clock.leftMs)}.` : null}
      {clock.kind === 'cold' ? 'Its cache entry is cold: a fork from here would pay for all of it once.' : null}
    </p>
  );
}
