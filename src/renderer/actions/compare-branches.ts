import { openPane } from '../dock/open-pane.ts';
import { compareId } from '../dock/pane-kinds.ts';

/** More columns than this cannot be read side by side. */
export const MOST_COMPARED = 6;

/** Opens two or more branches of the open session side by side; what a multi-select and the command both call. */
export function compareBranches(ids: readonly string[]): void {
  const branches = [...new Set(ids)].slice(0, MOST_COMPARED);
  if (branches.length >= 2) openPane('compare', compareId(branches));
}
