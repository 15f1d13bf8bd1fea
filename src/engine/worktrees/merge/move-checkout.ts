import type { Git } from '../git.ts';
import { GitError, gitsWords } from '../git-error.ts';
import type { RepositoryLocation } from '../locate-repository.ts';
import type { MergePlace } from '../merge-trees.ts';
import { writeUntilVerified } from '../write-queue.ts';
import { writeEntries } from './edit-tree.ts';
import { type TreeChange, treeChanges } from './list-entries.ts';
import { type DiskStamps, writeFiles } from './write-files.ts';

export interface Move {
  readonly location: RepositoryLocation;
  /** Trees of the files. */
  readonly before: string;
  readonly after: string;
  readonly changes: readonly TreeChange[];
  readonly stamps: DiskStamps;
  /** Trees of the person's index; both null when it is not touched. */
  readonly indexBefore: string | null;
  readonly indexAfter: string | null;
  readonly headBefore: string;
  readonly headAfter: string;
  /** For the reflog. */
  readonly reason: string;
  /** Where the state before is kept. */
  readonly undoRef: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Brings a checkout from one kept state to another: first the files, then those index entries that differ, at last HEAD.
 * When any of it fails, what was written is put back. Call it inside the write queue. Throws `GitError`.
 */
export async function moveCheckout(git: Git, place: MergePlace, move: Move): Promise<void> {
  const { location, before, after, changes, stamps, indexBefore, indexAfter } = move;
  const { root } = location;
  const entries =
    indexBefore === null || indexAfter === null ? [] : await treeChanges(git, place, indexBefore, indexAfter);
  const putBack: (() => Promise<unknown>)[] = [];
  try {
    // Pushed first: writing may fail half-way.
    putBack.push(() => writeFiles(git, place, root, before, changes.map(turned), new Map()));
    await writeFiles(git, place, root, after, changes, stamps);
    if (entries.length > 0) {
      putBack.push(() => writeIndex(git, root, entries.map(turned)));
      await writeIndex(git, root, entries);
    }
    if (move.headBefore !== move.headAfter) await moveHead(git, move);
  } catch (error) {
    if (error instanceof GitError && error.code === 'write-failed') throw error;
    for (const undo of putBack.reverse()) await undo().catch(() => null);
    const words = error instanceof GitError ? gitsWords(error.stderr) || error.message : (error as Error).message;
    throw new GitError(
      'failed',
      `The files of ${root} could not be written and were put back: ${words}. The state before is also kept under ${move.undoRef}.`,
    );
  }
}

function turned({ path, before, after }: TreeChange): TreeChange {
  return { path, before: after, after: before };
}

async function writeIndex(git: Git, root: string, entries: readonly TreeChange[]): Promise<void> {
  await writeEntries(
    git,
    root,
    {},
    entries.map(({ path, after: entry }) => ({ path, entry })),
  );
  // Exit code 1 says that files differ from the index.
  await git.run(root, ['update-index', '-q', '--refresh'], { exitCodes: [0, 1] });
}

/** Moves the person's git branch (or a detached HEAD), only from where it was seen. */
async function moveHead(git: Git, { location, headBefore, headAfter, reason }: Move): Promise<void> {
  const args = ['update-ref', '-m', reason, 'HEAD', headAfter, headBefore];
  const outcome = await writeUntilVerified({
    run: () => git.run(location.root, args, { exitCodes: 'any' }),
    verify: async (output) => {
      if (output.exitCode === 0) return true;
      const now = await git.run(location.root, ['rev-parse', 'HEAD'], { exitCodes: 'any' });
      return now.stdout.trim() === headAfter ? true : null;
    },
  });
  if (!outcome.done) throw new GitError('failed', 'git would not move HEAD.', { stderr: outcome.last.stderr });
}
