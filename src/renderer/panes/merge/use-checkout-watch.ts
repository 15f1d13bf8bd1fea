import { useEffect, useId, useRef } from 'react';
import { host } from '../../bridge.ts';
import { useOpenSession } from '../../stores/use-session.ts';

/** Hears of every change of the checkout that this branch is merged into. `into` says which for a carried fork. */
export function useCheckoutWatch(branch: string, into: string | null, isWanted: boolean, onChange: () => void): void {
  const sessionId = useOpenSession((open) => open.sessionId);
  const watchId = `merge ${branch} ${useId()}`;
  const heard = useRef(onChange);
  heard.current = onChange;
  useEffect(() => {
    if (sessionId === null || !isWanted) return;
    const stop = host.on('checkout-changed', (change) => {
      if (change.watchId === watchId) heard.current();
    });
    // Where nothing can be watched, coming back to the window looks again, and applying refuses what is stale.
    void host.call('checkout.watch', { sessionId, branch, into, watchId }).catch(() => null);
    return () => {
      stop();
      void host.call('checkout.unwatch', { watchId }).catch(() => null);
    };
  }, [sessionId, branch, into, isWanted, watchId]);
}
