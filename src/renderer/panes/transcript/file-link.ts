import { useContext } from 'react';
import { PaneContext } from './pane-context.ts';
import { useRowSession } from './use-row-session.ts';

/** A path as models write it: no blanks, perhaps `./` in front, perhaps `:12` or `:12-20` behind. */
const PATH = /^(?:\.\/)?([^\s:]+?)(?::\d+(?:[-:]\d+)?)?$/;

/** The changed file that a word names; null when it names none. */
export function changedPathOf(word: string, changed: readonly string[]): string | null {
  const path = PATH.exec(word.trim())?.[1];
  if (path === undefined) return null;
  // A branch names files by its worktree's absolute path too.
  return changed.find((each) => each === path || path.endsWith(`/${each}`)) ?? null;
}

const NONE: readonly string[] = [];

/** What a word in a transcript leads to: the branch whose diff holds that file, and the file. */
export function useFileLink(word: string): { readonly branch: string; readonly path: string } | null {
  const branch = useContext(PaneContext)?.branch ?? null;
  const changed = useRowSession((state) =>
    branch === null ? NONE : (state.branches[branch]?.worktree?.paths ?? NONE),
  );
  const path = changed.length === 0 ? null : changedPathOf(word, changed);
  return branch !== null && path !== null ? { branch, path } : null;
}
