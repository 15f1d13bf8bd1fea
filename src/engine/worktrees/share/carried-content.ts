import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BundledFork, CarriedFile } from '../../../core/worktree/bundle.ts';
import { listPaths } from '../../../core/worktree/list-paths.ts';
import { makeTemporaryFolder } from '../../temporary-folders.ts';
import type { Git } from '../git.ts';
import { GitError } from '../git-error.ts';
import { editTree, withTreeIndex } from '../merge/edit-tree.ts';
import { treeChanges } from '../merge/list-entries.ts';
import type { MergePlace } from '../merge-trees.ts';
import { unpack, unpackPath } from './carried-bytes.ts';

/** A fork as two trees: where it started, and what it made of that. */
export interface CarriedContent {
  readonly base: string;
  readonly tree: string;
  /** What the person should know: one plain sentence each. */
  readonly notices: readonly string[];
}

/**
 * Makes the trees of a bundled fork in a clone. When the commit that it started from is not there, its files stand on
 * the nearest thing that is: a three-way merge looks only at those that the fork changed. `ours` is the tree of the
 * checkout that it will be merged into. Throws `GitError`: `base-missing`, or `damaged`.
 */
export async function carriedContent(
  git: Git,
  place: MergePlace,
  fork: BundledFork,
  ours: string,
): Promise<CarriedContent> {
  const notices: string[] = [];
  if (fork.leftOut.length > 0) notices.push(`Submodules are not carried by a bundle: ${listPaths(fork.leftOut)}.`);
  const baseTree = await treeOf(git, place, fork.baseCommit);
  const anchorTree = baseTree ?? (await treeOf(git, place, fork.anchorCommit));
  if (anchorTree === null) {
    notices.push(
      `Neither the fork's base nor the commit ${fork.anchorCommit.slice(0, 12)} below it is in this clone, so the merge looks only at the files that the bundle carries. Fetch that commit first if there are more conflicts than there should be.`,
    );
  } else if (baseTree === null) {
    notices.push(
      `The fork's base held uncommitted edits; they are taken from the bundle, on top of ${fork.anchorCommit.slice(0, 12)}.`,
    );
  }
  if (baseTree === null) await storeBefore(git, place, fork);
  const before = fork.files.map((file) => ({ path: unpackPath(file), entry: file.before }));
  const base = await editTree(git, place, anchorTree ?? ours, before);
  const tree = await withTreeIndex(git, place, base, async (environment) => {
    const mail = unpack(fork.patch);
    if (mail.length > 0) {
      const args = ['apply', '--cached', '--whitespace=nowarn', '-'];
      const applied = await git.run(place.folder, args, {
        environment,
        signal: place.signal,
        input: mail,
        exitCodes: 'any',
      });
      if (applied.exitCode !== 0) throw damaged(fork);
    }
    return (await git.run(place.folder, ['write-tree'], { environment, signal: place.signal })).stdout.trim();
  });
  const made = new Map((await treeChanges(git, place, base, tree)).map((change) => [change.path, change.after]));
  const isWhole =
    made.size === fork.files.length &&
    fork.files.every((file) => {
      const after = made.get(unpackPath(file));
      return after !== undefined && after?.object === file.after?.object && after?.mode === file.after?.mode;
    });
  if (!isWhole) throw damaged(fork);
  return { base, tree, notices };
}

async function treeOf(git: Git, place: MergePlace, commit: string): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', `${commit}^{tree}`];
  const output = await git.run(place.folder, args, { ...place, exitCodes: 'any' });
  return output.exitCode === 0 ? output.stdout.trim() : null;
}

/** Writes the files as they were at the base into the objects, and checks that they are what the bundle says. */
async function storeBefore(git: Git, place: MergePlace, fork: BundledFork): Promise<void> {
  const carried: { readonly object: string; readonly content: Buffer }[] = [];
  const missing: CarriedFile[] = [];
  for (const file of fork.files) {
    if (file.before === null) continue;
    if (file.before.data !== null) carried.push({ object: file.before.object, content: unpack(file.before.data) });
    else if (!(await isHere(git, place, file.before.object))) missing.push(file);
  }
  if (missing.length > 0) {
    throw new GitError(
      'base-missing',
      `${listPaths(missing.map(({ path }) => path))} is too large for a bundle, and the commit ${fork.anchorCommit.slice(0, 12)} that holds it is not in this clone. Fetch that commit, then try again.`,
    );
  }
  if (carried.length === 0) return;
  const folder = await makeTemporaryFolder('carried');
  try {
    const files = carried.map((_, at) => join(folder, String(at)));
    for (const [at, { content }] of carried.entries()) await writeFile(files[at] ?? '', content);
    const { stdout } = await git.run(place.folder, ['hash-object', '-w', '--no-filters', '--stdin-paths'], {
      ...place,
      input: files.map((file) => `${file}\n`).join(''),
    });
    const made = stdout.trim().split('\n');
    if (carried.some(({ object }, at) => made[at] !== object)) throw damaged(fork);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function isHere(git: Git, place: MergePlace, object: string): Promise<boolean> {
  return (await git.run(place.folder, ['cat-file', '-e', object], { ...place, exitCodes: 'any' })).exitCode === 0;
}

function damaged({ title }: BundledFork): GitError {
  return new GitError(
    'damaged',
    `The bundle's files of "${title}" are not what it says they are: it was redacted, or damaged on its way. Ask for one that is neither.`,
  );
}
