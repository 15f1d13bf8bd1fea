import type { DockviewApi } from 'dockview-react';
import { settingsStore } from '../stores/settings-store.ts';
import { TREE_PANEL } from './open-pane.ts';
import { branchesIn } from './pane-kinds.ts';

/** Milliseconds of rest before a changed layout is stored: a drag of a split fires dozens of changes a second. */
const STORE_AFTER_MS = 600;

/** The tree alone, as it is at first and after a reset. It has no tab, cannot be closed, and takes no drop in its middle. */
export function resetLayout(api: DockviewApi): void {
  api.clear();
  api.addPanel({ id: TREE_PANEL, component: 'tree', title: 'Tree', renderer: 'always', minimumWidth: 320 });
  keepTree(api);
}

export function keepTree(api: DockviewApi): void {
  const group = api.getPanel(TREE_PANEL)?.group;
  if (!group) return;
  group.header.hidden = true;
  group.locked = true;
}

/** Brings back a workspace's layout; panes of branches that this session does not have are left out. */
export function restoreLayout(api: DockviewApi, workspace: string, hasBranch: (id: string) => boolean): void {
  const stored = settingsStore.getState().settings?.layouts[workspace];
  if (!looksLikeLayout(stored)) {
    resetLayout(api);
    return;
  }
  try {
    api.fromJSON(stored as Parameters<DockviewApi['fromJSON']>[0]);
  } catch {
    resetLayout(api);
    return;
  }
  for (const panel of [...api.panels]) {
    const branch = panel.id.slice(panel.id.indexOf(':') + 1);
    if (panel.id !== TREE_PANEL && !branchesIn(branch).every(hasBranch)) api.removePanel(panel);
  }
  if (api.getPanel(TREE_PANEL)) keepTree(api);
  else resetLayout(api);
}

/** A layout from a file that a person may edit: only its outline is checked, the dock checks the rest and may throw. */
function looksLikeLayout(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { grid, panels } = value as { grid?: unknown; panels?: unknown };
  return (
    typeof grid === 'object' && grid !== null && typeof panels === 'object' && panels !== null && TREE_PANEL in panels
  );
}

/** Stores the layout of `workspace` a moment after each change. Returns the way to stop, which stores what is still due. */
export function rememberLayout(api: DockviewApi, workspace: string): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const store = (): void => {
    timer = null;
    const { settings, change } = settingsStore.getState();
    if (settings) void change({ layouts: { ...settings.layouts, [workspace]: api.toJSON() } });
  };
  const listening = api.onDidLayoutChange(() => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(store, STORE_AFTER_MS);
  });
  return () => {
    listening.dispose();
    if (timer === null) return;
    clearTimeout(timer);
    store();
  };
}
