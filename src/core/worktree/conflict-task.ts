import type { MergeConflict } from './merge-plan.ts';

/** Characters of one side that the task quotes. */
const QUOTED = 4_000;

/**
 * What to tell a fork that should settle its conflicts with the parent: what each side holds now. The fork works in its
 * own worktree, so it is asked to make its files say what both sides want.
 */
export function conflictTask(conflicts: readonly MergeConflict[]): string | null {
  const open = conflicts.filter((conflict) => !conflict.isResolved);
  if (open.length === 0) return null;
  const files = open.map(
    ({ path, kind, ours }) =>
      `File: ${path} (${kind})\nThe parent's version:\n${ours === null ? '(the parent deleted it)' : quote(ours.text)}`,
  );
  return [
    'Your changes cannot be merged into the parent as they are: the parent changed the same places since you started.',
    'In your own worktree, change each file below so that it holds the parent’s version with your intention worked in. Keep everything of the parent’s that your task does not have to change. Touch no other files. Report what you decided for each place.',
    ...files,
  ].join('\n\n');
}

function quote(text: string | null): string {
  if (text === null) return '(not a text file)';
  const cut = text.length > QUOTED ? `${text.slice(0, QUOTED)}\n(cut here)` : text;
  return `<<<\n${cut.replace(/\n$/, '')}\n>>>`;
}
