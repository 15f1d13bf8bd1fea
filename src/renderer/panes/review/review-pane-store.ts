import { createStore } from 'zustand/vanilla';

export interface MomentDraft {
  /** Milliseconds since 1970 on the session's clock. */
  readonly moment: number;
  readonly branch: string | null;
}

export interface ReviewPaneState {
  /** A comment on a moment that is being written. */
  readonly draft: MomentDraft | null;
  /** The transcript row whose comment is being written, by its key. */
  readonly row: string | null;
}

/** What is being written outside of a diff. Nothing of it is stored. */
export const reviewPaneStore = createStore<ReviewPaneState>()(() => ({ draft: null, row: null }));
