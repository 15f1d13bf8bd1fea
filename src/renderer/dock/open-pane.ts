import type { DockviewApi, IDockviewPanel } from 'dockview-react';
import { dockStore } from './dock-store.ts';
import { isPaneKind, PANE_INFO, type PaneKind } from './pane-kinds.ts';

export const TREE_PANEL = 'tree';

export interface PaneParams {
  readonly kind: PaneKind;
  readonly branch: string;
}

export interface OpenPaneOptions {
  /** Opens it in a group of its own, right of the one in use, so that two can be read side by side. */
  readonly beside?: boolean;
}

/** CSS pixels below which a column of text is no longer read with ease. */
const COLUMN_PX = 340;
/** The tree keeps at least this share of the width when panes beside each other need room. */
const TREE_LEAST_SHARE = 0.32;
/** The dock takes this share of the width when it first opens, within what can be read and what leaves the tree room. */
const FIRST_SHARE = 0.44;
export const FIRST_MIN_PX = 360;
const FIRST_MAX_PX = 760;
const TERMINAL_SHARE = 0.38;
/** CSS pixels of the dock's height below which a terminal under another pane would show but a line or two. */
export const TERMINAL_BELOW_PX = 420;

/** Shows a pane of a branch: the open one comes to the front, else a new tab beside panes of its kind. */
export function openPane(kind: PaneKind, branch: string, { beside = false }: OpenPaneOptions = {}): void {
  const { api } = dockStore.getState();
  if (!api) return;
  const id = `${kind}:${branch}`;
  const open = api.getPanel(id);
  if (open && !beside) {
    open.api.setActive();
    open.focus();
    return;
  }
  if (open) {
    open.api.moveTo({ group: open.group, position: fitsBeside(api, open) ? 'right' : 'bottom' });
    return;
  }
  addPane(api, kind, branch, placeFor(api, kind, beside)).focus();
}

/** Adds a pane at a place of the caller's choice. */
export function addPane(api: DockviewApi, kind: PaneKind, branch: string, place: Placement): IDockviewPanel {
  const params: PaneParams = { kind, branch };
  const title = PANE_INFO[kind].name;
  return api.addPanel({ id: `${kind}:${branch}`, component: 'pane', tabComponent: 'pane', title, params, ...place });
}

export type Placement = Pick<Parameters<DockviewApi['addPanel']>[0], 'position' | 'initialWidth' | 'initialHeight'>;

function placeFor(api: DockviewApi, kind: PaneKind, beside: boolean): Placement {
  const panes = api.panels.filter((panel) => panel.id !== TREE_PANEL);
  const active = api.activePanel?.id === TREE_PANEL ? undefined : api.activePanel;
  const sameKind = panes.findLast((panel) => kindOf(panel) === kind);
  const likeActive = active && kindOf(active) === kind ? active : undefined;
  const reference = (beside ? likeActive : undefined) ?? sameKind ?? active ?? panes.at(-1);
  if (!reference) {
    const initialWidth = Math.round(Math.min(FIRST_MAX_PX, Math.max(FIRST_MIN_PX, api.width * FIRST_SHARE)));
    return { position: { referencePanel: TREE_PANEL, direction: 'right' }, initialWidth };
  }
  if (beside)
    return { position: { referencePanel: reference.id, direction: fitsBeside(api, reference) ? 'right' : 'below' } };
  if (kind === 'terminal' && !sameKind && api.height >= TERMINAL_BELOW_PX) {
    const initialHeight = Math.round(api.height * TERMINAL_SHARE);
    return { position: { referencePanel: reference.id, direction: 'below' }, initialHeight };
  }
  return { position: { referencePanel: reference.id, direction: 'within' } };
}

/**
 * Whether a second column fits at the right of this pane, for which the tree gives up some of its width. If not, each
 * would be too narrow to read.
 */
function fitsBeside(api: DockviewApi, panel: IDockviewPanel): boolean {
  const missing = 2 * COLUMN_PX - panel.group.width;
  if (missing <= 0) return true;
  const tree = api.getPanel(TREE_PANEL);
  if (!tree || tree.group.width - missing < api.width * TREE_LEAST_SHARE) return false;
  tree.group.api.setSize({ width: tree.group.width - missing });
  return true;
}

function kindOf(panel: IDockviewPanel): PaneKind | null {
  const kind = panel.id.split(':')[0] ?? '';
  return isPaneKind(kind) ? kind : null;
}

/** Closes the pane that was used last; the tree stays. */
export function closeActivePane(): void {
  const active = dockStore.getState().api?.activePanel;
  if (active && active.id !== TREE_PANEL) active.api.close();
}

/** Gives the keyboard back to the tree. */
export function focusTree(): void {
  dockStore.getState().api?.getPanel(TREE_PANEL)?.api.setActive();
}
