import { type FSWatcher, watch } from 'node:fs';
import type { RepositoryLocation } from '../locate-repository.ts';
import type { FolderWatch, FolderWatchOptions } from './folder-watch.ts';

export interface CheckoutWatchParts {
  readonly location: Pick<RepositoryLocation, 'root' | 'gitDir'>;
  readonly watchFolder: (options: Omit<FolderWatchOptions, 'git'>) => FolderWatch;
  readonly onChange: () => void;
}

/** Files of git's own folder that say what is checked out, staged, or in the middle of something. */
const TELLING = /^(HEAD|index|MERGE_HEAD|CHERRY_PICK_HEAD|REVERT_HEAD|COMMIT_EDITMSG|ORIG_HEAD)$/;
/** Milliseconds in which further changes of git's own files are waited for: one command writes several. */
const QUIET_MS = 200;

/**
 * Watches a checkout while a merge into it is prepared: its files, and what git itself notes down about it. Where the
 * system allows no more watching, what is not heard of is found out when the merge is applied.
 */
export class CheckoutWatch {
  readonly #parts: CheckoutWatchParts;
  readonly #files: FolderWatch;
  #own: FSWatcher | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: CheckoutWatchParts) {
    this.#parts = parts;
    const { watchFolder, location, onChange } = parts;
    this.#files = watchFolder({ root: location.root, onChange, onTrouble: () => {} });
  }

  async start(): Promise<void> {
    const own = watch(this.#parts.location.gitDir, (_, name) => {
      if (name !== null && TELLING.test(name)) this.#hear();
    });
    // A folder that goes away meanwhile ends the watch.
    own.on('error', () => own.close());
    this.#own = own;
    await this.#files.start();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#own?.close();
    this.#own = null;
    this.#files.close();
  }

  #hear(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#parts.onChange();
    }, QUIET_MS);
  }
}
