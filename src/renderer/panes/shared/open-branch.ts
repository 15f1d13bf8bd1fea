/** What a pane fires when a person asks to see another branch; it bubbles to the shell, which opens it. */
export const OPEN_BRANCH_EVENT = 'forkscope:open-branch';

export interface OpenBranchDetail {
  readonly branch: string;
}

/** Panes know no dock. The shell listens for the event on its root element. */
export function requestOpenBranch(from: EventTarget, branch: string): void {
  from.dispatchEvent(new CustomEvent<OpenBranchDetail>(OPEN_BRANCH_EVENT, { bubbles: true, detail: { branch } }));
}
