import PQueue from 'p-queue';
import { type MergeRecord, parseMergeRecords } from '../../core/worktree/merge-records.ts';
import type { Git } from './git.ts';
import { requireMergeTree } from './require-merge-tree.ts';

/** Three trees or commits. */
export interface MergeInput {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface TreeMerge extends MergeRecord {
  /** What git wrote after the markers of a conflict. Paths are latin1; see `latin1.ts`. */
  readonly labels: { readonly ours: string; readonly theirs: string };
}

export interface MergePlace {
  /** A folder of the repository. */
  readonly folder: string;
  /** Where objects are read and written. */
  readonly environment: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Names and date of the commits that only carry a tree into a merge: always the same, so that their ids are too. */
const CARRIER: Readonly<Record<string, string>> = {
  GIT_AUTHOR_NAME: 'Forkscope',
  GIT_AUTHOR_EMAIL: 'forkscope@forkscope.invalid',
  GIT_AUTHOR_DATE: '@0 +0000',
  GIT_COMMITTER_NAME: 'Forkscope',
  GIT_COMMITTER_EMAIL: 'forkscope@forkscope.invalid',
  GIT_COMMITTER_DATE: '@0 +0000',
};

/** Commits that are written at a time: more only wait for a core. */
const CARRIERS_AT_ONCE = 4;

/**
 * Merges trees without a checkout. git 2.39 takes the base from history only, so each tree gets a commit on top of one
 * that carries the base. `carriers` keeps those commits between calls, for as long as their objects are there. Throws
 * `GitError`.
 */
export async function mergeTrees(
  git: Git,
  place: MergePlace,
  inputs: readonly MergeInput[],
  carriers: Map<string, string> = new Map(),
): Promise<TreeMerge[]> {
  if (inputs.length === 0) return [];
  await requireMergeTree(git);
  const carry = async (tree: string, parent: string | null): Promise<string> => {
    const key = `${tree} ${parent ?? ''}`;
    const known = carriers.get(key);
    if (known !== undefined) return known;
    const args = ['commit-tree', '--no-gpg-sign', '-m', 'carrier', `${tree}^{tree}`];
    if (parent !== null) args.push('-p', parent);
    const environment = { ...place.environment, ...CARRIER };
    const commit = (await git.run(place.folder, args, { environment, signal: place.signal })).stdout.trim();
    carriers.set(key, commit);
    return commit;
  };
  /** Each of the trees once, some at a time. */
  const carryAll = async (wanted: readonly (readonly [tree: string, parent: string | null])[]) => {
    const unique = new Map(wanted.map((one) => [one.join(' '), one]));
    const queue = new PQueue({ concurrency: CARRIERS_AT_ONCE });
    await queue.addAll(
      [...unique.values()].map(
        ([tree, parent]) =>
          () =>
            carry(tree, parent),
      ),
    );
  };
  const carrierOf = (tree: string, parent: string | null) => carriers.get(`${tree} ${parent ?? ''}`) ?? '';
  await carryAll(inputs.map(({ base }) => [base, null]));
  await carryAll(
    inputs.flatMap(({ base, ours, theirs }) => [
      [ours, carrierOf(base, null)] as const,
      [theirs, carrierOf(base, null)] as const,
    ]),
  );
  const sides = inputs.map(({ base, ours, theirs }) => {
    const root = carrierOf(base, null);
    return { ours: carrierOf(ours, root), theirs: carrierOf(theirs, root) };
  });
  const args = ['-c', 'merge.conflictStyle=diff3', 'merge-tree', '--write-tree', '--stdin', '-z'];
  const { stdout } = await git.run(place.folder, args, {
    environment: place.environment,
    signal: place.signal,
    encoding: 'latin1',
    input: sides.map(({ ours, theirs }) => `${ours} ${theirs}\n`).join(''),
    exitCodes: [0, 1],
  });
  const records = parseMergeRecords(stdout);
  return records.map((record, index) => ({ ...record, labels: sides[index] ?? { ours: '', theirs: '' } }));
}
