import type { WebContents } from 'electron';
import type { Engine } from '../engine/engine.ts';
import type { cloneRequests } from '../shared/clone-calls.ts';
import type { Send } from './event-feed.ts';
import type { Handlers } from './ipc.ts';

/** The window's calls about clones that a carried fork is merged into, and about the checkout that a merge writes to. */
export function cloneHandlers(
  engine: Engine,
  sendTo: (contents: WebContents) => Send,
): Pick<Handlers, keyof typeof cloneRequests> {
  /** By window and watch: null while the watch is being made. */
  const watches = new Map<string, { close(): void } | null>();
  const stop = (key: string): void => {
    watches.get(key)?.close();
    watches.delete(key);
  };
  return {
    'clone.known': ({ sessionId, branch }) => engine.clones.known(sessionId, branch),
    'clone.look': ({ sessionId, branch, path }) => engine.clones.look(sessionId, branch, path),
    'checkout.watch': async ({ sessionId, branch, into, watchId }, sender) => {
      const key = `${sender.id}:${watchId}`;
      stop(key);
      watches.set(key, null);
      const root = (await engine.open(sessionId)).team.checkoutOf(branch, into);
      const watch = await engine.watchCheckout(root, () => sendTo(sender)('checkout-changed', { watchId }));
      // It may have been taken back, or the window closed, before it was there.
      if (!watches.has(key) || sender.isDestroyed()) watch.close();
      else {
        watches.set(key, watch);
        sender.once('destroyed', () => stop(key));
      }
      return null;
    },
    'checkout.unwatch': ({ watchId }, sender) => {
      stop(`${sender.id}:${watchId}`);
      return null;
    },
  };
}
