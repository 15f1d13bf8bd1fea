import type { TextPart } from '../session/message.ts';

/** Where a subagent works. */
export interface SubagentWorkspace {
  /** Absolute paths that its tools may use; the first one is its own root. */
  readonly roots: readonly string[];
  /** Null when detached. */
  readonly gitBranch: string | null;
  /** The commit that its files start from. */
  readonly commit: string;
}

/** The parts of a subagent's first message: the prompt, word for word, and its workspace as one line of JSON. */
export function buildFirstMessage(prompt: string, workspace: SubagentWorkspace): readonly TextPart[] {
  return [
    { kind: 'text', text: prompt },
    { kind: 'text', text: subagentWorkspaceBlock(workspace) },
  ];
}

/** `<` is written as an escape, so that no name of a folder can end the block. */
export function subagentWorkspaceBlock({ roots, gitBranch, commit }: SubagentWorkspace): string {
  const json = JSON.stringify({ roots, gitBranch, commit }).replaceAll('<', '\\u003c');
  return `<workspace>${json}</workspace>`;
}
