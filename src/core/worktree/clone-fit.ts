/** What a clone holds of what a carried fork started from. */
export interface CloneFacts {
  /** The fork's base commit, and the person's commit below it (the same one unless the parent held uncommitted edits). */
  readonly baseCommit: string;
  readonly anchorCommit: string;
  readonly hasBase: boolean;
  readonly hasAnchor: boolean;
  /** Of the files that the fork changed or removed: how many are here in the very version it started from. */
  readonly known: number;
  readonly of: number;
}

/**
 * `base`: the commit it started from is here. `below`: the commit under it is. `files`: only files of it are, so that the
 * merge goes by the bundle alone. `stranger`: nothing of it is.
 */
export type CloneFit = 'base' | 'below' | 'files' | 'stranger';

/** How well a clone suits a carried fork, best first, and what that means: plain sentences with what can be done. */
export function cloneFit(facts: CloneFacts): { readonly fit: CloneFit; readonly words: string } {
  const { hasBase, hasAnchor, known, of } = facts;
  const base = facts.baseCommit.slice(0, 8);
  const below = facts.anchorCommit.slice(0, 8);
  if (hasBase) return { fit: 'base', words: `This clone has ${base}, the commit that the fork started from.` };
  if (hasAnchor) {
    return {
      fit: 'below',
      words: `This clone has ${below}. The fork started from uncommitted edits on top of it, which the bundle carries.`,
    };
  }
  // A fork that only adds files says nothing about where it belongs.
  if (known > 0 || of === 0) {
    const share = of === 0 ? 'it changed no file that was there before' : `${known} of the ${of} files it changed are`;
    return {
      fit: 'files',
      words: `The commit ${below} is not in this clone; ${share}. It can be merged three-way onto your HEAD. Fetch that commit first for fewer conflicts.`,
    };
  }
  return {
    fit: 'stranger',
    words: `Neither the commit ${below} nor any file that the fork changed is in this clone: it may be another project. Choose another folder, fetch that commit, or go on: it is then merged three-way onto your HEAD.`,
  };
}
