import type { EventBody, SessionEvent } from '../../../core/session/events.ts';
import { branchesOf } from '../../../core/session/selectors.ts';
import type { SessionState } from '../../../core/session/state.ts';
import type { FolderWatch, FolderWatchOptions } from './folder-watch.ts';

/** `live`: told at once. `paused`: nobody looks, so changes are only kept in mind. `off`: nothing is watched. */
export type WatchMode = 'live' | 'paused' | 'off';

export interface SessionFoldersSetup {
  readonly state: () => SessionState;
  readonly subscribe: (listener: (event: SessionEvent) => void) => () => void;
  readonly watch: (options: Omit<FolderWatchOptions, 'git'>) => FolderWatch;
  /** A branch's worktree should be counted. */
  readonly touch: (branch: string) => void;
  readonly append: (event: EventBody) => void;
}

const MOVED: ReadonlySet<SessionEvent['type']> = new Set<SessionEvent['type']>([
  'worktree-created',
  'worktree-removed',
  'worktree-restored',
]);

/**
 * Watches the folders of a session's worktrees while somebody looks at it, so that edits by a person or by a process in
 * the background are counted as those of tools are. One watch a worktree; it ends with its worktree.
 */
export class SessionFolders {
  readonly #setup: SessionFoldersSetup;
  readonly #unsubscribe: () => void;
  /** By branch. */
  readonly #watches = new Map<string, FolderWatch>();
  /** Branches that changed while nobody looked. */
  readonly #missed = new Set<string>();
  readonly #kept = new Set<string>();
  #mode: WatchMode = 'off';
  #hasTrouble = false;

  constructor(setup: SessionFoldersSetup) {
    this.#setup = setup;
    this.#unsubscribe = setup.subscribe((event) => {
      if (MOVED.has(event.type)) queueMicrotask(() => this.#sync());
    });
  }

  setMode(mode: WatchMode): void {
    if (this.#mode === mode) return;
    this.#mode = mode;
    this.#sync();
    if (mode !== 'live') return;
    for (const branch of this.#missed) this.#setup.touch(branch);
    this.#missed.clear();
  }

  /** Lets go of a branch's folder while it is removed: some systems remove no folder that is watched. */
  async around<T>(branch: string, work: () => Promise<T>): Promise<T> {
    this.#kept.add(branch);
    this.#stop(branch);
    try {
      return await work();
    } finally {
      this.#kept.delete(branch);
      this.#sync();
    }
  }

  close(): void {
    this.#mode = 'off';
    this.#unsubscribe();
    this.#sync();
  }

  /** Brings the watches in line with the worktrees that are there now. */
  #sync(): void {
    const paths = new Map<string, string>();
    if (this.#mode !== 'off' && !this.#hasTrouble) {
      for (const { id, worktree } of branchesOf(this.#setup.state())) {
        if (!worktree || worktree.isCarried || worktree.removedRef !== undefined) continue;
        if (!this.#kept.has(id)) paths.set(id, worktree.path);
      }
    }
    for (const branch of this.#watches.keys()) if (!paths.has(branch)) this.#stop(branch);
    for (const [branch, path] of paths) if (!this.#watches.has(branch)) this.#start(branch, path);
  }

  #start(branch: string, root: string): void {
    const watch = this.#setup.watch({
      root,
      onChange: () => this.#hear(branch),
      onTrouble: (text) => {
        if (!this.#hasTrouble) this.#setup.append({ type: 'notice', level: 'info', branch: null, text });
        this.#hasTrouble = true;
        this.#sync();
      },
    });
    this.#watches.set(branch, watch);
    // Before it was watched it may have changed already.
    void watch.start().then((isWatched) => {
      if (isWatched && this.#watches.get(branch) === watch) this.#hear(branch);
    });
  }

  #hear(branch: string): void {
    if (this.#mode === 'live') this.#setup.touch(branch);
    else this.#missed.add(branch);
  }

  #stop(branch: string): void {
    this.#watches.get(branch)?.close();
    this.#watches.delete(branch);
    this.#missed.delete(branch);
  }
}
