import { namesStore } from '../stores/names-store.ts';
import { sessionStore } from '../stores/session-store.ts';
import { settingsStore } from '../stores/settings-store.ts';
import { canvasStore, placesToKeep, recallShownTree } from './canvas-store.ts';
import { layoutsWith, type TreeMemory } from './tree-memory.ts';
import { treeViewStore } from './tree-view-store.ts';

/** Milliseconds of rest before a changed tree is stored: a drag changes it once a frame. */
const STORE_AFTER_MS = 400;

function treeAsItIs(): TreeMemory {
  const { wanted, collapsed } = canvasStore.getState();
  const { pinned, hidesFinished } = treeViewStore.getState();
  const { names } = namesStore.getState();
  const rounded = Object.entries(placesToKeep()).map(([id, { x, y }]) => [id, { x: Math.round(x), y: Math.round(y) }]);
  return {
    wanted,
    places: Object.fromEntries(rounded),
    collapsed: [...collapsed],
    pinned: [...pinned],
    names: Object.fromEntries(names),
    hidesFinished,
  };
}

/**
 * Keeps how a person left each session's tree (places, direction, what is collapsed, pinned, named) in the settings, so
 * that it is there again after a restart. Returns the way to stop.
 */
export function connectTreeMemory(): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let session: string | null = null;
  let kept = '';
  const store = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const { settings, change } = settingsStore.getState();
    if (session === null || !settings) return;
    const tree = treeAsItIs();
    const text = JSON.stringify(tree);
    if (text === kept) return;
    kept = text;
    void change({ layouts: layoutsWith(settings.layouts, session, tree) });
  };
  /** What was just recalled is no change of the person's. */
  const begin = (): void => {
    const { sessionId, phase } = sessionStore.getState();
    if (timer !== null) clearTimeout(timer);
    timer = null;
    session = phase === 'open' ? sessionId : null;
    kept = JSON.stringify(treeAsItIs());
  };
  const later = (): void => {
    if (session === null) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(store, STORE_AFTER_MS);
  };
  begin();
  const stops = [
    sessionStore.subscribe((now, before) => {
      if (now.sessionId === before.sessionId && now.phase === before.phase) return;
      store();
      begin();
    }),
    canvasStore.subscribe((now, before) => {
      const moved = now.arranged && now.nodes !== before.nodes;
      if (moved || (['arranged', 'wanted', 'collapsed'] as const).some((each) => now[each] !== before[each])) later();
    }),
    treeViewStore.subscribe((now, before) => {
      if ((['pinned', 'hidesFinished'] as const).some((each) => now[each] !== before[each])) later();
    }),
    namesStore.subscribe(later),
    settingsStore.subscribe((now, before) => {
      if (before.settings !== null || now.settings === null) return;
      recallShownTree();
      begin();
    }),
  ];
  window.addEventListener('pagehide', store);
  return () => {
    window.removeEventListener('pagehide', store);
    for (const stop of stops) stop();
    if (timer !== null) clearTimeout(timer);
  };
}
