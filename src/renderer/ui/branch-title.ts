import type { BranchState } from '../../core/session/state.ts';
import { kindName } from './kind-glyph.tsx';

/** A branch's name on screen; never empty. */
export function titleOf(branch: Pick<BranchState, 'title' | 'kind'>): string {
  return branch.title.trim() === '' ? kindName(branch.kind) : branch.title;
}
