import PQueue from 'p-queue';
import { areApart, type Touched, touchedBy } from '../../../core/worktree/apart.ts';
import { type CollidingFile, type CollisionPair, collidingFiles, levelOf } from '../../../core/worktree/collision.ts';
import type { CollisionMatrix, SideState } from '../../../core/worktree/collision-matrix.ts';
import { mergeOrder } from '../../../core/worktree/merge-order.ts';
import { placedHunks } from '../../../core/worktree/placed-hunks.ts';
import { parseRawDiff } from '../../../core/worktree/raw-diff.ts';
import type { Git } from '../git.ts';
import { GitError } from '../git-error.ts';
import { toText } from '../latin1.ts';
import { LiveTrees, type TreeLease } from '../live/live-trees.ts';
import type { SharedRepository } from '../locate-repository.ts';
import { type MergeInput, type MergePlace, mergeTrees, type TreeMerge } from '../merge-trees.ts';
import { asText, readBlobs } from '../read-blobs.ts';
import type { CheckoutReader } from './checkout-reader.ts';

/** One checkout in the matrix: a fork, or a parent (whose `baseCommit` is null). */
export interface MatrixSide {
  readonly id: string;
  /** Name for sentences. */
  readonly name: string;
  readonly path: string;
  readonly baseCommit: string | null;
  /** Id of the side it was forked from. */
  readonly parent: string | null;
  /** Ignored files that were copied into it. */
  readonly copied: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Checkouts read at a time: git itself looks at the files of each in several threads. */
const READS_AT_ONCE = 3;
/** Remembered pairs: 16 forks have 136, so this is the memory of several such sessions' last changes. */
const MOST_PAIRS = 4_000;

/** Which forks of one repository collide, with uncommitted work included. Calls must not overlap; see `WorktreeTeam`. */
export class CollisionKeeper {
  readonly #git: Git;
  readonly #repository: SharedRepository;
  readonly #live: LiveTrees;
  /** The lease in which `#trees` and `#carriers` were made. */
  #lease: TreeLease | null = null;
  readonly #trees = new Map<string, string>();
  readonly #carriers = new Map<string, string>();
  readonly #baseTrees = new Map<string, string>();
  readonly #touched = new Map<string, Touched>();
  readonly #pairs = new Map<string, readonly CollidingFile[]>();

  constructor(git: Git, repository: SharedRepository, live = new LiveTrees(git, repository)) {
    this.#git = git;
    this.#repository = repository;
    this.#live = live;
  }

  /**
   * `changed` names the sides whose files may differ from the last call; null reads all. A side that was never read is
   * read in any case. Throws `GitError`; one unreadable side is told in the answer instead.
   */
  compute(
    sides: readonly MatrixSide[],
    changed: ReadonlySet<string> | null,
    signal?: AbortSignal,
  ): Promise<CollisionMatrix> {
    return this.#live.use((lease) => {
      if (this.#lease !== lease) {
        this.#trees.clear();
        this.#carriers.clear();
      }
      this.#lease = lease;
      return this.#compute(lease, sides, changed, signal);
    });
  }

  async #compute(
    { reader, environment }: TreeLease,
    sides: readonly MatrixSide[],
    changed: ReadonlySet<string> | null,
    signal: AbortSignal | undefined,
  ): Promise<CollisionMatrix> {
    const place: MergePlace = { folder: this.#repository.commonDir, environment, signal };
    if (changed === null) reader.forgetPlaces();
    await this.#readBases(sides, place);
    const queue = new PQueue({ concurrency: READS_AT_ONCE });
    const readings = await queue.addAll(sides.map((side) => () => this.#readSide(reader, side, changed, place)));
    const states = readings.map(({ state }) => state);
    const readable = readings.flatMap(({ side, state }) => (state.problem === null ? [side] : []));
    const { pairs, computedPairs } = await this.#pairsOf(readable, place);
    const forks = readable.filter((side) => side.baseCommit !== null).map((side) => side.id);
    const parents = new Set(readable.filter((side) => side.baseCommit === null).map((side) => side.id));
    const nameOf = (id: string) => sides.find((side) => side.id === id)?.name ?? id;
    return { sides: states, pairs, order: mergeOrder(forks, pairs, nameOf, parents), computedPairs };
  }

  async #readSide(
    reader: CheckoutReader,
    side: MatrixSide,
    changed: ReadonlySet<string> | null,
    place: MergePlace,
  ): Promise<{ side: MatrixSide; state: SideState }> {
    try {
      if (changed === null || changed.has(side.id) || !this.#trees.has(side.path)) {
        this.#trees.set(side.path, await reader.read(side.path, side.copied, place.signal));
      }
      const touched = side.baseCommit === null ? null : await this.#touchedBy(side, side.baseCommit, place);
      return { side, state: { id: side.id, changedFiles: touched?.paths.size ?? null, problem: null } };
    } catch (error) {
      if (!(error instanceof GitError) || error.code === 'interrupted') throw error;
      this.#trees.delete(side.path);
      return { side, state: { id: side.id, changedFiles: null, problem: error.message } };
    }
  }

  close(): Promise<void> {
    return this.#live.close();
  }

  /** The trees of all bases with one command; a base that is gone is told when its own side is read. */
  async #readBases(sides: readonly MatrixSide[], place: MergePlace): Promise<void> {
    const commits = new Set(sides.flatMap(({ baseCommit }) => baseCommit ?? []));
    const unknown = [...commits].filter((commit) => !this.#baseTrees.has(commit));
    if (unknown.length === 0) return;
    const names = unknown.map((commit) => `${commit}^{tree}`);
    const output = await this.#git.run(place.folder, ['rev-parse', ...names], { ...place, exitCodes: 'any' });
    if (output.exitCode !== 0) return;
    for (const [at, tree] of output.stdout.trim().split('\n').entries()) this.#baseTrees.set(unknown[at] ?? '', tree);
  }

  async #baseTree(commit: string, place: MergePlace): Promise<string> {
    const known = this.#baseTrees.get(commit);
    if (known !== undefined) return known;
    const { stdout } = await this.#git.run(place.folder, ['rev-parse', `${commit}^{tree}`], place);
    this.#baseTrees.set(commit, stdout.trim());
    return stdout.trim();
  }

  /** What differs between a base and a side's tree now. */
  async #touchedBy(side: MatrixSide, baseCommit: string, place: MergePlace): Promise<Touched> {
    const base = await this.#baseTree(baseCommit, place);
    const tree = this.#trees.get(side.path) ?? base;
    const key = `${base} ${tree}`;
    const known = this.#touched.get(key);
    if (known !== undefined) return known;
    const args = ['diff-tree', '-r', '--raw', '-z', '--find-renames', base, tree];
    const options = { environment: place.environment, signal: place.signal, encoding: 'latin1' as const };
    const touched = base === tree ? '' : (await this.#git.run(place.folder, args, options)).stdout;
    const found = touchedBy(parseRawDiff(touched));
    remember(this.#touched, key, found);
    return found;
  }

  async #pairsOf(
    sides: readonly MatrixSide[],
    place: MergePlace,
  ): Promise<{ pairs: CollisionPair[]; computedPairs: number }> {
    const plans: PairPlan[] = [];
    for (const [index, one] of sides.entries()) {
      for (const other of sides.slice(index + 1)) {
        const base = baseOfPair(one, other);
        if (base !== null) plans.push(await this.#planPair(one, other, base, place));
      }
    }
    const unknown = plans.filter((plan) => !this.#pairs.has(plan.key));
    const meeting = unknown.filter(({ one, other }) => !areApart(one, other));
    const merges = await mergeTrees(
      this.#git,
      place,
      meeting.map((plan) => plan.input),
      this.#carriers,
    );
    const colliding = meeting.flatMap((plan, at): Colliding[] => {
      const merge = merges[at];
      if (merge === undefined) return [];
      const { one, other, isSameBase } = plan;
      return [{ plan, merge, files: collidingFiles({ one: one.paths, other: other.paths, isSameBase, merge }) }];
    });
    for (const plan of unknown) remember(this.#pairs, plan.key, []);
    for (const { plan, files } of await withHunks(this.#git, place, colliding)) this.#pairs.set(plan.key, files);
    const pairs = plans.map((plan): CollisionPair => {
      const files = this.#pairs.get(plan.key) ?? [];
      return { one: plan.oneId, other: plan.otherId, level: levelOf(files), files };
    });
    return { pairs, computedPairs: unknown.length };
  }

  async #planPair(one: MatrixSide, other: MatrixSide, baseCommit: string, place: MergePlace): Promise<PairPlan> {
    const base = await this.#baseTree(baseCommit, place);
    // A parent's own edits are those since this fork was made, also when the parent is a fork itself.
    const ownBase = (side: MatrixSide, partner: MatrixSide) =>
      partner.parent === side.id ? baseCommit : (side.baseCommit ?? baseCommit);
    const bases = [ownBase(one, other), ownBase(other, one)] as const;
    const baseTrees = [await this.#baseTree(bases[0], place), await this.#baseTree(bases[1], place)];
    const ours = this.#trees.get(one.path) ?? base;
    const theirs = this.#trees.get(other.path) ?? base;
    return {
      oneId: one.id,
      otherId: other.id,
      key: [ours, theirs, base, ...baseTrees].join(' '),
      input: { base, ours, theirs },
      one: await this.#touchedBy(one, bases[0], place),
      other: await this.#touchedBy(other, bases[1], place),
      isSameBase: baseTrees.every((tree) => tree === base),
    };
  }
}

interface PairPlan {
  readonly oneId: string;
  readonly otherId: string;
  readonly key: string;
  readonly input: MergeInput;
  readonly one: Touched;
  readonly other: Touched;
  readonly isSameBase: boolean;
}

interface Colliding {
  readonly plan: PairPlan;
  readonly merge: TreeMerge;
  readonly files: readonly CollidingFile[];
}

/**
 * The commit that both of a pair started from: a fork's own base against its parent, and the older base of two forks.
 * Null for two that have nothing to do with each other (a parent and another parent's fork).
 */
function baseOfPair(one: MatrixSide, other: MatrixSide): string | null {
  if (one.parent === other.id) return one.baseCommit;
  if (other.parent === one.id) return other.baseCommit;
  if (one.baseCommit === null || other.baseCommit === null) return null;
  return one.createdAt <= other.createdAt ? one.baseCommit : other.baseCommit;
}

/** Adds the lines in conflict, and turns the paths into text; the files of all pairs are read together. */
async function withHunks(git: Git, place: MergePlace, all: readonly Colliding[]): Promise<Colliding[]> {
  const namesOf = ({ merge, plan: { input } }: Colliding, { path }: CollidingFile) =>
    [merge.tree, input.ours, input.theirs].map((tree) => `${tree}:${path}`);
  const hot = all.flatMap((pair) =>
    pair.files.filter(({ level }) => level === 'hot').flatMap((file) => namesOf(pair, file)),
  );
  // Pairs of sides with the same content merge to the same tree.
  const names = [...new Set(hot)];
  const blobs = await readBlobs(git, place, names);
  const contents = new Map(names.map((name, at) => [name, blobs[at] ?? null]));
  return all.map((pair) => {
    const files = pair.files.map((file) => {
      if (file.level !== 'hot') return { ...file, path: toText(file.path), hunks: [] };
      const [merged = null, ours = null, theirs = null] = namesOf(pair, file).map((name) =>
        asText(contents.get(name) ?? null),
      );
      const hunks = merged === null ? [] : placedHunks(merged, pair.merge.labels, { ours, theirs });
      return { ...file, path: toText(file.path), hunks };
    });
    return { ...pair, files };
  });
}

/** The oldest entries go first. */
function remember<T>(cache: Map<string, T>, key: string, value: T): void {
  cache.set(key, value);
  const oldest = cache.keys().next();
  if (cache.size > MOST_PAIRS && !oldest.done) cache.delete(oldest.value);
}
