import { vi } from 'vitest';
import { canvasStore } from '../canvas/canvas-store.ts';
import { faultStore } from '../stores/fault-store.ts';
import { connectSessionStore, sessionStore } from '../stores/session-store.ts';
import { settingsStore } from '../stores/settings-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { FakeHost, type Scene } from './fake-host.ts';

export interface Play {
  readonly host: FakeHost;
  /** The calls of one name, in order, with their parameters. */
  sent(name: string): unknown[];
  stop(): Promise<void>;
}

/** Opens a scene's session in the real stores, on a fake host: what a component test starts from. */
export async function playScene(scene: Scene): Promise<Play> {
  const host = new FakeHost(scene);
  Object.assign(window, { forkscope: host });
  window.matchMedia ??= vi.fn(() => ({ matches: false, addEventListener() {}, removeEventListener() {} })) as never;
  const disconnect = connectSessionStore();
  viewStore.getState().reset();
  faultStore.getState().clear();
  await settingsStore.getState().load();
  if (scene !== 'empty') await sessionStore.getState().open('s1');
  const { sessionId, state } = sessionStore.getState();
  canvasStore.getState().sync(sessionId, state);
  return {
    host,
    sent: (name) => host.calls.filter((call) => call.name === name).map((call) => call.params),
    stop: async () => {
      disconnect();
      await sessionStore.getState().close();
    },
  };
}
