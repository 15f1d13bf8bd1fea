import type { BranchState } from '../../core/session/state.ts';
import { namesStore } from '../stores/names-store.ts';
import { kindName } from './kind-glyph.tsx';

type Titled = Pick<BranchState, 'title' | 'kind'> & { readonly id?: string };

/** A branch's name on screen: the one a person gave it, else its title; never empty. */
export function titleOf(branch: Titled): string {
  const given = branch.id === undefined ? undefined : namesStore.getState().names.get(branch.id);
  if (given !== undefined) return given;
  return branch.title.trim() === '' ? kindName(branch.kind) : branch.title;
}
