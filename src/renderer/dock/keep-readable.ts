import type { DockviewApi } from 'dockview-react';
import { FIRST_MIN_PX, TREE_PANEL } from './open-pane.ts';

/** CSS pixels that the tree keeps: enough for its bars and the message box. */
const TREE_MIN_PX = 300;

/**
 * A window that becomes narrower takes from tree and panes alike, until the panes cannot be read any more: from there on
 * the tree gives. Returns the way to stop watching.
 */
export function keepReadable(api: DockviewApi, dock: HTMLElement): () => void {
  let width = api.width;
  const observer = new ResizeObserver(() =>
    // The dock hears the same, and is laid out by then.
    requestAnimationFrame(() => {
      const before = width;
      width = api.width;
      if (width < before) widen(api);
    }),
  );
  observer.observe(dock);
  return () => observer.disconnect();
}

function widen(api: DockviewApi): void {
  const tree = api.getPanel(TREE_PANEL)?.group;
  if (!tree || api.hasMaximizedGroup()) return;
  const widths = api.groups
    .filter((group) => group.id !== tree.id && group.api.location.type === 'grid')
    .map((group) => group.width);
  const missing = FIRST_MIN_PX - Math.min(...widths);
  const spare = tree.width - TREE_MIN_PX;
  if (widths.length > 0 && missing > 0 && spare > 0) tree.api.setSize({ width: tree.width - Math.min(missing, spare) });
}
