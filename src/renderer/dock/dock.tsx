import { DockviewReact, type DockviewReadyEvent, type DockviewTheme, type IDockviewPanelProps } from 'dockview-react';
import 'dockview-react/dist/styles/dockview.css';
import { type FunctionComponent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { TreePanel } from '../shell/tree-panel.tsx';
import { sessionStore } from '../stores/session-store.ts';
import { settingsStore } from '../stores/settings-store.ts';
import { useOpenSession } from '../stores/use-session.ts';
import { dockStore } from './dock-store.ts';
import { GroupActions } from './group-actions.tsx';
import { keepReadable } from './keep-readable.ts';
import { rememberLayout, resetLayout, restoreLayout } from './layout-memory.ts';
import { Pane } from './pane.tsx';
import { PaneTab } from './pane-tab.tsx';
import './dock.css';

const THEME: DockviewTheme = {
  name: 'forkscope',
  className: 'dock-theme',
  gap: 0,
  dndOverlayMounting: 'relative',
  dndPanelOverlay: 'content',
  dndTabIndicator: 'line',
};

const COMPONENTS = {
  tree: TreePanel,
  pane: Pane,
} as Record<string, FunctionComponent<IDockviewPanelProps>>;
const TABS = { pane: PaneTab };

function ready({ api }: DockviewReadyEvent): void {
  resetLayout(api);
  dockStore.setState({ api });
}

/** The tree in the middle, always there, and the panes around it. */
export function Dock() {
  const element = useRef<HTMLDivElement>(null);
  const api = useStore(dockStore, (dock) => dock.api);
  const workspace = useOpenSession((open) => open.state.session?.workspace.root ?? null);
  const sessionId = useOpenSession((open) => open.sessionId);
  const settingsLoaded = useStore(settingsStore, (state) => state.settings !== null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another session of the same workspace restores as well
  useEffect(() => {
    if (!api || workspace === null || !settingsLoaded) return;
    restoreLayout(api, workspace, (id) => sessionStore.getState().state.branches[id] !== undefined);
    return rememberLayout(api, workspace);
  }, [api, workspace, sessionId, settingsLoaded]);

  useEffect(() => {
    if (!api) return;
    const count = (): void => dockStore.setState({ panes: api.totalPanels - 1 });
    const stopKeeping = element.current === null ? () => {} : keepReadable(api, element.current);
    const listeners = [
      api.onDidAddPanel(count),
      api.onDidRemovePanel(count),
      api.onDidMaximizedGroupChange(() => dockStore.setState({ maximised: api.hasMaximizedGroup() })),
    ];
    return () => {
      for (const listener of listeners) listener.dispose();
      stopKeeping();
      dockStore.setState({ api: null, panes: 0, maximised: false });
    };
  }, [api]);

  return (
    <DockviewReact
      ref={element}
      className="dock"
      theme={THEME}
      components={COMPONENTS}
      tabComponents={TABS}
      rightHeaderActionsComponent={GroupActions}
      floatingGroupDragHandle="tabbar"
      floatingGroupBounds="boundedWithinViewport"
      onReady={ready}
    />
  );
}
