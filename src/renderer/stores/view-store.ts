import { createStore } from 'zustand/vanilla';

export type Dialog =
  | { readonly kind: 'palette' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'settings'; readonly section?: string }
  | { readonly kind: 'new-session'; readonly folder: string | null }
  | { readonly kind: 'fork'; readonly branch: string; readonly messageId: string | null }
  | { readonly kind: 'import' }
  | { readonly kind: 'model'; readonly branch: string }
  | { readonly kind: 'abort-all' }
  | { readonly kind: 'agents'; readonly workspace: string | null }
  | { readonly kind: 'reason'; readonly branch: string }
  | { readonly kind: 'compare'; readonly branch: string | null }
  | { readonly kind: 'discard'; readonly branch: string }
  | { readonly kind: 'remove-worktree'; readonly path: string; readonly why: string; onDone(): void }
  | { readonly kind: 'prune'; onDone(): void }
  | { readonly kind: 'delete-session'; readonly sessionId: string }
  | { readonly kind: 'export'; readonly sessionId: string };

export interface ViewState {
  /** The branch that the keys, the prompt box and the palette act on. */
  readonly selected: string | null;
  readonly dialog: Dialog | null;
  readonly inboxOpen: boolean;
  readonly sidebarOpen: boolean;
  /** True while the selected branch is shown larger, over the tree. */
  readonly peeking: boolean;
  /** Unsent text per branch. */
  readonly drafts: { readonly [branch: string]: string };
  /** Counts up when the prompt box, or the selected card, should take the focus. */
  readonly promptFocus: number;
  readonly cardFocus: number;
  /** The card that still is to take the focus: it may have to come on screen first. */
  readonly focusOwed: string | null;
  /** Counts up when the search over all sessions should take the focus. */
  readonly searchFocus: number;
  select(branch: string | null): void;
  /** Selects, and moves the keyboard's focus to the card. */
  focusCard(branch: string | null): void;
  /** The focus is where it was wished, or went elsewhere meanwhile. */
  settleFocus(): void;
  focusPrompt(): void;
  focusSearch(): void;
  openDialog(dialog: Dialog): void;
  closeDialog(): void;
  setInbox(open: boolean): void;
  toggleSidebar(): void;
  setPeeking(on: boolean): void;
  setDraft(branch: string, text: string): void;
  /** Forgets what belongs to a session. */
  reset(): void;
}

/** What is selected and open on the screen: nothing in here is stored. */
export const viewStore = createStore<ViewState>()((set) => ({
  selected: null,
  dialog: null,
  inboxOpen: false,
  sidebarOpen: true,
  peeking: false,
  drafts: {},
  promptFocus: 0,
  cardFocus: 0,
  focusOwed: null,
  searchFocus: 0,
  select: (branch) => set({ selected: branch }),
  focusCard: (branch) => set((view) => ({ selected: branch, cardFocus: view.cardFocus + 1, focusOwed: branch })),
  settleFocus: () => set({ focusOwed: null }),
  focusPrompt: () => set((view) => ({ promptFocus: view.promptFocus + 1 })),
  focusSearch: () => set((view) => ({ sidebarOpen: true, searchFocus: view.searchFocus + 1 })),
  openDialog: (dialog) => set({ dialog }),
  closeDialog: () => set({ dialog: null }),
  setInbox: (inboxOpen) => set({ inboxOpen }),
  toggleSidebar: () => set((view) => ({ sidebarOpen: !view.sidebarOpen })),
  setPeeking: (peeking) => set({ peeking }),
  setDraft: (branch, text) => set((view) => ({ drafts: { ...view.drafts, [branch]: text } })),
  reset: () => set({ selected: null, inboxOpen: false, peeking: false, drafts: {}, dialog: null }),
}));
