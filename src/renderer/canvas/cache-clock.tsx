import { Snowflake } from 'lucide-react';
import { cacheClockOf } from '../../core/prefix/cache-clock.ts';
import { sessionStore } from '../stores/session-store.ts';
import { useNow } from '../stores/use-now.ts';
import { formatElapsed } from '../ui/format.ts';

/** From this many milliseconds on the clock calls for attention: time for one more message. */
const SOON_MS = 60_000;

/**
 * How long the branch's prefix can still be read from the provider's cache. Looked up once a second, not at each batch:
 * a clock that jumps ten times a second says nothing more.
 */
export function CacheClock({ branch }: { readonly branch: string }) {
  const now = useNow(true);
  const clock = cacheClockOf(sessionStore.getState().state, branch, now);
  if (clock.kind === 'warm') {
    const soon = clock.leftMs < SOON_MS;
    const left = formatElapsed(clock.leftMs);
    return (
      <span className="card__clock figures" data-soon={soon} title={`The cache of this prefix goes cold in ${left}`}>
        cold in {left}
      </span>
    );
  }
  if (clock.kind !== 'cold') return null;
  return (
    <span
      className="card__clock"
      data-cold="true"
      title={`The provider has dropped this prefix ${formatElapsed(clock.sinceMs)} ago: the next request pays for all of it`}
    >
      <Snowflake aria-hidden />
      cold
    </span>
  );
}
