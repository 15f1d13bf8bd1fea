import PQueue from 'p-queue';
import { CheckoutReader } from '../collide/checkout-reader.ts';
import { ScratchObjects } from '../collide/scratch-objects.ts';
import type { Git } from '../git.ts';
import type { SharedRepository } from '../locate-repository.ts';
import type { IndexEnvironment } from '../temporary-index.ts';

/** What a reading may use while it lasts. Trees are known only inside the lease that they were read in. */
export interface TreeLease {
  readonly reader: CheckoutReader;
  /** Where trees that were read can be found. */
  readonly environment: IndexEnvironment;
}

interface Open extends TreeLease {
  readonly scratch: ScratchObjects;
}

/** Snapshots after which the scratch folder is started afresh, so that it stays small. */
const MOST_SNAPSHOTS = 400;

/**
 * The current trees of one repository's checkouts. Whoever counts changes and whoever looks for collisions read the same
 * files, so they share what is known of them: the second one to look pays for one `git add` that finds nothing.
 */
export class LiveTrees {
  readonly #git: Git;
  readonly #repository: SharedRepository;
  readonly #turns = new PQueue({ concurrency: 1 });
  #open: Promise<Open> | null = null;
  #users = 0;
  #isClosing = false;
  #onUnused: (() => void) | null = null;

  constructor(git: Git, repository: SharedRepository) {
    this.#git = git;
    this.#repository = repository;
  }

  /** Lends the reader; two leases after each other may be different ones. */
  async use<T>(work: (lease: TreeLease) => Promise<T>): Promise<T> {
    this.#users += 1;
    this.#open ??= this.#start();
    const opening = this.#open;
    try {
      return await work(await opening);
    } finally {
      this.#users -= 1;
      if (this.#users === 0) await this.#tidy(opening);
    }
  }

  /** The same for background work, of which one at a time is enough. */
  inTurn<T>(work: (lease: TreeLease) => Promise<T>): Promise<T> {
    return this.#turns.add(() => this.use(work));
  }

  /** Deletes the scratch folder, after those who use it now. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#users > 0) {
      await new Promise<void>((resolve) => {
        this.#onUnused = resolve;
      });
    }
    const open = this.#open;
    this.#open = null;
    this.#isClosing = false;
    await (await open?.catch(() => null))?.scratch.close();
  }

  async #start(): Promise<Open> {
    const scratch = await ScratchObjects.open(this.#repository);
    return { scratch, reader: new CheckoutReader(this.#git, scratch), environment: scratch.environment };
  }

  async #tidy(opening: Promise<Open>): Promise<void> {
    if (this.#isClosing) {
      this.#onUnused?.();
      return;
    }
    const open = await opening.catch(() => null);
    if (this.#users > 0 || this.#open !== opening) return;
    if (open !== null && open.reader.reads <= MOST_SNAPSHOTS) return;
    this.#open = null;
    await open?.scratch.close();
  }
}

/** One `LiveTrees` for each repository. */
export class LiveRepositories {
  readonly #git: Git;
  /** By shared git directory. */
  readonly #known = new Map<string, LiveTrees>();

  constructor(git: Git) {
    this.#git = git;
  }

  of({ commonDir }: SharedRepository): LiveTrees {
    const known = this.#known.get(commonDir) ?? new LiveTrees(this.#git, { commonDir });
    this.#known.set(commonDir, known);
    return known;
  }

  async close(): Promise<void> {
    for (const trees of this.#known.values()) await trees.close();
    this.#known.clear();
  }
}
