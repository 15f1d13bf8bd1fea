import { createStore } from 'zustand/vanilla';
import type { PromptImage } from '../../../shared/contract.ts';

export interface PicturesState {
  /** By session and branch, see `keyOf`. */
  readonly kept: { readonly [key: string]: readonly PromptImage[] };
  keep(key: string, images: readonly PromptImage[]): void;
}

/**
 * Pictures that wait to be sent. They outlive the box, which goes away while another session or the past is shown, but
 * not the window: megabytes have no place in its memory.
 */
export const picturesStore = createStore<PicturesState>()((set) => ({
  kept: {},
  keep: (key, images) =>
    set(({ kept: { [key]: _, ...others } }) => ({ kept: images.length === 0 ? others : { ...others, [key]: images } })),
}));

export function keyOf(sessionId: string | null, branch: string): string {
  return `${sessionId} ${branch}`;
}
