const OPENING = '<workspace ';

/** What belongs to this session and not to the prefix shared by all: the second part of the first user message. */
export function workspaceBlock(
  workspace: { readonly root: string; readonly gitBranch: string | null; readonly head: string },
  date: string,
): string {
  const where = JSON.stringify({ root: workspace.root, gitBranch: workspace.gitBranch, commit: workspace.head });
  return `${OPENING}date="${date}">${where}</workspace>`;
}

/** True for such a block: the model reads it, and a person need not see it in what they wrote. */
export function isWorkspaceBlock(text: string): boolean {
  return text.startsWith(OPENING) && text.endsWith('</workspace>');
}
