import { abortBranches, pauseBranches, resumeBranches } from '../actions/bulk-actions.ts';
import { compareBranches } from '../actions/compare-branches.ts';
import { openPane } from '../dock/open-pane.ts';
import { selectionStore } from '../stores/selection-store.ts';

/** More transcripts than this side by side can no longer be read; the others open as tabs. */
const BESIDE = 3;

const picked = (): string[] => [...selectionStore.getState().picked];

export const abortPicked = (): void => void abortBranches(picked());
export const pausePicked = (): void => void pauseBranches(picked());
export const resumePicked = (): void => void resumeBranches(picked());

export const comparePicked = (): void => compareBranches(picked());

export function openPicked(): void {
  for (const [at, branch] of picked().entries()) openPane('transcript', branch, { beside: at > 0 && at < BESIDE });
}
