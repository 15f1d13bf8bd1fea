import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseRawDiff, SUBMODULE_MODE } from '../../../core/worktree/raw-diff.ts';
import type { Git } from '../git.ts';
import { toBytePath } from '../latin1.ts';
import { indexFile, locateWorktree, type RepositoryLocation } from '../locate-repository.ts';
import { copyIndex, type IndexEnvironment, withTemporaryIndex } from '../temporary-index.ts';
import { writeWorkingTree } from '../write-working-tree.ts';
import type { ScratchObjects } from './scratch-objects.ts';

/** What is kept of a checkout between two readings. */
interface Known {
  readonly index: string;
  /** Tells whether the checkout's own index was written since. */
  readonly stamp: string;
  readonly tree: string;
}

/**
 * Reads the current tree of checkouts again and again. The index of the first reading is kept, so that the next one
 * costs one git command, three when something changed, and reads only the files that changed since. Different checkouts
 * may be read at the same time.
 */
export class CheckoutReader {
  readonly #git: Git;
  readonly #scratch: ScratchObjects;
  readonly #places = new Map<string, RepositoryLocation>();
  readonly #known = new Map<string, Known>();
  /** The last reading of each checkout: the next one of the same waits for it. */
  readonly #turns = new Map<string, Promise<unknown>>();
  /** How many trees were read so far. */
  reads = 0;

  constructor(git: Git, scratch: ScratchObjects) {
    this.#git = git;
    this.#scratch = scratch;
  }

  /** Makes the next reading ask git where each checkout is, so that one that is gone or moved is noticed. */
  forgetPlaces(): void {
    this.#places.clear();
  }

  forgetPlace(path: string): void {
    this.#places.delete(path);
  }

  /** The tree's id, in the scratch objects. `copied` are ignored files that stay out. Throws `GitError`. */
  read(path: string, copied: readonly string[], signal?: AbortSignal): Promise<string> {
    const before = this.#turns.get(path) ?? Promise.resolve();
    const reading = before.then(
      () => this.#read(path, copied, signal),
      () => this.#read(path, copied, signal),
    );
    this.#turns.set(path, reading);
    return reading;
  }

  async #read(path: string, copied: readonly string[], signal: AbortSignal | undefined): Promise<string> {
    const place = this.#places.get(path) ?? (await locateWorktree(this.#git, path));
    this.#places.set(path, place);
    this.reads += 1;
    const number = this.reads;
    const stamp = await stampOf(indexFile(place));
    const known = this.#known.get(path);
    // Forgotten until it is read whole: a reading that was cut off may leave entries in the index that no tree has.
    this.#known.delete(path);
    const quick = known?.stamp === stamp ? await this.#readAgain(place, known, copied, signal) : null;
    if (known !== undefined && quick !== null) {
      this.#known.set(path, { ...known, tree: quick });
      return quick;
    }
    const index = known?.index ?? join(this.#scratch.folder, `index-${number}`);
    const objects = this.#scratch.folder;
    const tree = await withTemporaryIndex(this.#git, place, { objects }, async (environment) => {
      const whole = await writeWorkingTree(this.#git, place, environment, { leaveOut: copied, signal });
      await copyIndex(environment.GIT_INDEX_FILE ?? '', index);
      return whole.tree;
    });
    this.#known.set(path, { index, stamp, tree });
    return tree;
  }

  /** Null when something came up that needs the careful way: an unreadable file, a repository inside, local settings. */
  async #readAgain(
    { root }: RepositoryLocation,
    known: Known,
    copied: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<string | null> {
    const environment: IndexEnvironment = { ...this.#scratch.environment, GIT_INDEX_FILE: known.index };
    const options = { environment, signal };
    const add = await this.#git.run(root, ['-c', 'core.safecrlf=false', 'add', '--all', '--sparse', '--verbose'], {
      ...options,
      exitCodes: 'any',
    });
    if (add.exitCode !== 0) return null;
    // It names every entry that it changed.
    if (add.stdout === '') return known.tree;
    const tree = (await this.#git.run(root, ['write-tree', '--missing-ok'], options)).stdout.trim();
    if (tree === known.tree) return tree;
    const args = ['diff-tree', '-r', '--raw', '-z', '--no-renames', known.tree, tree];
    const { stdout } = await this.#git.run(root, args, { ...options, encoding: 'latin1' });
    const local = new Set(copied.map(toBytePath));
    const isPlain = parseRawDiff(stdout).every(
      (change) => change.newMode !== SUBMODULE_MODE && !local.has(change.path),
    );
    return isPlain ? tree : null;
  }
}

async function stampOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  return found === null ? 'none' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}
