const OPENING = '<workspace ';

/** What belongs to this session and not to the prefix shared by all: the second part of the first user message. */
export function workspaceBlock(
  workspace: { readonly root: string; readonly gitBranch: string | null; readonly head: string },
  date: string,
): string {
  const where = JSON.stringify({ root: workspace.root, gitBranch: workspace.gitBranch, commit: workspace.head });
  return `${OPENING}date="${date}">${where}</workspace>`;
}

/** What stands around the list of agents in a person's message. */
export const AGENTS_OPENING = '<agents>\n';
export const AGENTS_CLOSING = '\n</agents>';

/** True for a block that the model reads, and that a person need not see in what they wrote. */
export function isForModelOnly(text: string): boolean {
  const isWorkspace = text.startsWith(OPENING) && text.endsWith('</workspace>');
  return isWorkspace || (text.startsWith(AGENTS_OPENING) && text.endsWith(AGENTS_CLOSING));
}
