import { createRoot } from 'react-dom/client';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import type { CollisionMatrix } from '../../../src/core/worktree/collision-matrix.ts';
import { openSession } from '../../../src/renderer/actions/session-actions.ts';
import { App } from '../../../src/renderer/app.tsx';
import { canvasStore } from '../../../src/renderer/canvas/canvas-store.ts';
import { takeRenderCounts } from '../../../src/renderer/canvas/count-renders.ts';
import { connectStores } from '../../../src/renderer/stores/connect.ts';
import { FakeHost } from '../../../src/renderer/testing/fake-host.ts';
import type { HostBridge, Notifications } from '../../../src/shared/contract.ts';
import { ok } from '../../../src/shared/result.ts';
import { tickOf } from './bench-log.ts';
import { panAndZoom, recordFrames } from './frames.ts';

const NO_COLLISIONS: CollisionMatrix = { sides: [], pairs: [], order: [], computedPairs: 0 };

type Listener = (payload: Notifications['events']) => void;

/** A host that has one session and writes into it as the engine does: one batch a tick. */
class BenchHost implements HostBridge {
  readonly #inner = new FakeHost('running', 'light');
  readonly #listeners = new Set<Listener>();
  readonly #log: readonly SessionEvent[];
  #seq: number;
  constructor(log: readonly SessionEvent[]) {
    this.#log = log;
    this.#seq = log.length;
  }
  call: HostBridge['call'] = (name, params) => {
    if (name === 'sessions.open') return Promise.resolve(ok({ events: this.#log }) as never);
    if (name === 'worktree.matrix') return Promise.resolve(ok(NO_COLLISIONS) as never);
    return this.#inner.call(name, params);
  };
  on: HostBridge['on'] = (name, listener) => {
    if (name !== 'events') return this.#inner.on(name, listener);
    this.#listeners.add(listener as Listener);
    return () => this.#listeners.delete(listener as Listener);
  };
  tick(live: number, tick: number): void {
    const bodies = Array.from({ length: live }, (_, at) => tickOf(`b${at + 1}`, tick + at)).flat();
    const events = bodies.map((body): SessionEvent => ({ ...body, seq: ++this.#seq, at: Date.now() }));
    for (const listener of this.#listeners) listener({ sessionId: 's1', events });
  }
}

/** The app itself, on a host that needs no engine. */
export async function showTreePage(log: readonly SessionEvent[], live: number): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  const host = new BenchHost(log);
  Object.assign(window, { forkscope: host });
  connectStores();
  createRoot(root).render(<App />);
  await openSession('s1');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  takeRenderCounts();
  window.bench = {
    still: (milliseconds) => recordFrames(milliseconds),
    panZoom: panAndZoom,
    async look(at) {
      if (at === 'all') canvasStore.getState().fit();
      else canvasStore.getState().focusOn(['b1']);
      await new Promise((resolve) => setTimeout(resolve, 700));
    },
    live(perSecond) {
      let tick = 0;
      setInterval(() => host.tick(live, tick++), 1_000 / perSecond);
    },
    renders: () => Object.fromEntries(takeRenderCounts()),
  };
}
