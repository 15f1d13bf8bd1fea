import type { DockviewApi } from 'dockview-react';
import { FIRST_MIN_PX, TREE_PANEL } from './open-pane.ts';

/** CSS pixels that the tree keeps: enough for its bars and the message box. */
const TREE_MIN_PX = 300;

/**
 * A window that becomes narrower takes from tree and panes alike, until the panes cannot be read any more: from there on
 * the tree gives, and has it back when there is room again. Only where the panes stand in one column: several share what
 * there is. Returns the way to stop watching.
 */
export function keepReadable(api: DockviewApi, dock: HTMLElement): () => void {
  let width = api.width;
  /** What the tree had of the width before it gave, as long as nobody has moved the border since. */
  let given: { readonly share: number; readonly treePx: number } | null = null;
  const fit = (): void => {
    const before = width;
    width = api.width;
    const columns = columnsOf(api);
    if (!columns || width === before) return;
    const { tree, panePx } = columns;
    if (given !== null && Math.abs(tree.width - (given.treePx * width) / before) > 2) given = null;
    const share = given?.share ?? tree.width / width;
    const wished = Math.round(share * width);
    const missing = FIRST_MIN_PX - (tree.width + panePx - wished);
    const px = missing > 0 ? Math.max(Math.min(TREE_MIN_PX, wished), wished - missing) : wished;
    given = missing > 0 ? { share, treePx: px } : null;
    if (px !== tree.width) tree.api.setSize({ width: px });
  };
  // The dock hears the same, and is laid out by then.
  const observer = new ResizeObserver(() => requestAnimationFrame(fit));
  observer.observe(dock);
  return () => observer.disconnect();
}

function columnsOf(api: DockviewApi) {
  const tree = api.getPanel(TREE_PANEL)?.group;
  if (!tree || api.hasMaximizedGroup()) return null;
  const widths = api.groups
    .filter((group) => group.id !== tree.id && group.api.location.type === 'grid')
    .map((group) => group.width);
  const [panePx] = widths;
  // One column: the groups in it are all as wide as it is, and with the tree they make up the whole.
  const isOne = panePx !== undefined && widths.every((each) => each === panePx) && tree.width + panePx >= api.width - 8;
  return isOne ? { tree, panePx } : null;
}
