import type { DockviewApi, DockviewGroupPanel, IDockviewPanel } from 'dockview-react';
import { viewStore } from '../stores/view-store.ts';
import { dockStore } from './dock-store.ts';
import { TREE_PANEL } from './open-pane.ts';

export type Side = 'left' | 'right' | 'up' | 'down';

const POSITIONS = { left: 'left', right: 'right', up: 'top', down: 'bottom' } as const;
/** A pane that floats at first, in CSS pixels. */
const FLOATING = { width: 560, height: 420 } as const;
/** Where the keyboard goes in a pane: what reads or writes first, not its buttons. */
const ENTRANCES = ['.xterm-helper-textarea', '.transcript-scroll', '[tabindex="0"]', 'input, select, button'] as const;

function activePane(): { readonly api: DockviewApi; readonly pane: IDockviewPanel } | null {
  const { api } = dockStore.getState();
  const pane = api?.activePanel;
  return api && pane && pane.id !== TREE_PANEL ? { api, pane } : null;
}

/** True while a pane other than the tree was used last: it is the one that the keys move. */
export const hasActivePane = (): boolean => activePane() !== null;

/**
 * Moves the pane that was used last to a side: out of its tabs into a group of its own; alone in its group, into the
 * tabs of the group on that side, or round the tree.
 */
export function movePane(side: Side): void {
  const active = activePane();
  if (!active) return;
  const { api, pane } = active;
  const { group } = pane;
  if (group.panels.length > 1) {
    pane.api.moveTo({ group, position: POSITIONS[side] });
  } else if (group.api.location.type === 'floating') {
    group.api.moveTo({ position: POSITIONS[side] });
  } else {
    const next = api.adjacentGroupInDirection(group, side);
    const isTree = next?.panels.some(({ id }) => id === TREE_PANEL) ?? false;
    if (next && !isTree) pane.api.moveTo({ group: next as DockviewGroupPanel });
    else group.api.moveTo({ position: POSITIONS[side], ...(next ? { group: next as DockviewGroupPanel } : {}) });
  }
  focusPane(pane);
}

/** Takes a group of panes out of the dock, over everything; one that floats goes back in. */
export function toggleFloating(api: DockviewApi, group: DockviewGroupPanel): void {
  if (group.api.location.type === 'floating') group.api.moveTo({ position: 'right' });
  else api.addFloatingGroup(group, FLOATING);
}

/** Sizes of the groups in the grid before one of them took it all: the dock itself brings them back only nearly. */
let sizes: ReadonlyMap<string, { readonly width: number; readonly height: number }> = new Map();

/** Gives a group the whole dock, or its place back. */
export function toggleMaximised(api: DockviewApi, group: DockviewGroupPanel): void {
  if (!group.api.isMaximized()) {
    sizes = new Map(api.groups.map(({ id, width, height }) => [id, { width, height }]));
    group.api.maximize();
    return;
  }
  group.api.exitMaximized();
  for (const each of api.groups) {
    const size = sizes.get(each.id);
    if (size && each.api.location.type === 'grid') each.api.setSize(size);
  }
}

export function floatActivePane(): void {
  const active = activePane();
  if (!active) return;
  const { api, pane } = active;
  toggleFloating(api, pane.group);
  focusPane(pane);
}

export function maximiseActivePane(): void {
  const active = activePane();
  if (!active || active.pane.group.api.location.type === 'floating') return;
  toggleMaximised(active.api, active.pane.group);
  focusPane(active.pane);
}

/** Goes on to the next pane, or back to the one before; the tree is one of them. */
export function walkPanes(step: 1 | -1): void {
  const { api } = dockStore.getState();
  if (!api || api.panels.length < 2) return;
  const panels = api.groups.flatMap((group) => group.panels);
  const at = api.activePanel ? panels.indexOf(api.activePanel) : 0;
  const next = panels[(at + step + panels.length) % panels.length];
  if (!next) return;
  next.api.setActive();
  if (next.id !== TREE_PANEL) focusPane(next);
  else viewStore.getState().focusCard(viewStore.getState().selected);
}

/** Frames in which a pane that was never shown before is read and drawn. */
const MOST_FRAMES = 120;

/** Gives a pane the keyboard once it is on screen: one that was moved is drawn anew, one that is new is read first. */
function focusPane(pane: IDockviewPanel, frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    const content = pane.view.content.element;
    const view = content.querySelector<HTMLElement>('section');
    if (!view) {
      if (frames > 0 && pane.api.isActive) focusPane(pane, frames - 1);
      return;
    }
    const selector = ENTRANCES.find((each) => content.querySelector(each) !== null);
    const entrance = selector === undefined ? view : content.querySelector<HTMLElement>(selector);
    // A pane with nothing to read takes the keyboard itself, so that the next key starts from there.
    if (entrance === view) view.tabIndex = -1;
    entrance?.focus();
  });
}
