import { type FSWatcher, watch } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { splitNul } from '../../../core/worktree/nul-fields.ts';
import type { Git } from '../git.ts';

export interface FolderWatchOptions {
  readonly git: Git;
  /** Top of a checkout. */
  readonly root: string;
  /** Something that git does not ignore changed. Called at most every `quietMs`. */
  readonly onChange: () => void;
  /** The system allows no more watching; one plain sentence with a next step. Nothing is reported from then on. */
  readonly onTrouble: (message: string) => void;
  /** Milliseconds in which further changes are waited for. */
  readonly quietMs?: number;
}

/** git's own folder, and one that is as good as never tracked but holds more folders than all others together. */
const NEVER = new Set(['.git', 'node_modules']);
const QUIET_MS = 300;
/** Folders above which a checkout is not watched: each costs the system memory, and many systems allow 8,192 in all. */
const MOST_FOLDERS = 4_000;
/** Answers of git about ignored paths that are kept. */
const MOST_ANSWERS = 5_000;
/** One watch for a whole tree; elsewhere every folder needs one of its own. */
const IS_TREE_WATCHED = process.platform === 'darwin' || process.platform === 'win32';

/**
 * Watches a checkout's files without looking again and again: the system tells. Folders are watched, not files, and what
 * git ignores is left out. Whoever hears of a change counts by himself.
 */
export class FolderWatch {
  readonly #options: FolderWatchOptions;
  readonly #watchers = new Map<string, FSWatcher>();
  /** By path relative to the root, with `/`. */
  readonly #ignored = new Map<string, boolean>();
  /** Paths, and whether a name came or went there. */
  #changed = new Map<string, boolean>();
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: FolderWatchOptions) {
    this.#options = options;
  }

  /** False when there is nothing to watch. From the moment that this resolves no change is missed. */
  async start(): Promise<boolean> {
    const { git, root } = this.#options;
    if (IS_TREE_WATCHED) return this.#add('', true);
    const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
    const listed = await git.run(root, args, { exitCodes: 'any' }).catch(() => null);
    if (listed?.exitCode !== 0) return false;
    for (const path of splitNul(listed.stdout)) if (path.endsWith('/')) this.#remember(path.slice(0, -1), true);
    await this.#addTree('');
    return this.#watchers.size > 0;
  }

  /** How many watches are held. */
  get size(): number {
    return this.#watchers.size;
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#changed.clear();
  }

  /** A folder and all below it. The watch comes first, so that what is made meanwhile is told. */
  async #addTree(top: string): Promise<void> {
    const waiting = [top];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      if (this.#isClosed || (!this.#watchers.has(folder) && !this.#add(folder, false))) return;
      const entries = await readdir(join(this.#options.root, folder), { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory() && !NEVER.has(entry.name) && this.#ignored.get(path) !== true) waiting.push(path);
      }
    }
  }

  #add(folder: string, recursive: boolean): boolean {
    if (this.#watchers.size >= MOST_FOLDERS) {
      this.#giveUp(
        `it has more than ${MOST_FOLDERS.toLocaleString('en')} folders. Have git ignore those that are made by tools.`,
      );
      return false;
    }
    try {
      const watcher = watch(join(this.#options.root, folder), { recursive, persistent: false }, (kind, name) => {
        this.#hear(folder, name, kind === 'rename');
      });
      watcher.on('error', () => this.#drop(folder));
      this.#watchers.set(folder, watcher);
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOSPC' || code === 'EMFILE') {
        this.#giveUp(
          'the system allows no more watched folders. Raise fs.inotify.max_user_watches, or close sessions.',
        );
        return false;
      }
      // Gone meanwhile: its parent's watch tells.
      return folder !== '';
    }
  }

  #giveUp(why: string): void {
    const { root, onTrouble } = this.#options;
    this.close();
    onTrouble(`Changes made outside the agent's tools are not counted live in ${root}: ${why}`);
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #hear(folder: string, name: string | null, isNameNews: boolean): void {
    if (this.#isClosed) return;
    const below = (name ?? '').split(sep).join('/');
    const path = folder === '' ? below : `${folder}/${below}`;
    if (path.split('/').some((part) => NEVER.has(part))) return;
    if (path.endsWith('.gitignore')) this.#ignored.clear();
    if (this.#ignored.get(path) === true) return;
    // A folder may have come or gone only where a name did.
    this.#changed.set(path, isNameNews || this.#changed.get(path) === true);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.#settle();
    }, this.#options.quietMs ?? QUIET_MS);
  }

  /** Tells of the changes, unless git ignores all of them; and watches the folders that are new among them. */
  async #settle(): Promise<void> {
    const changed = this.#changed;
    const paths = [...changed.keys()];
    this.#changed = new Map();
    await this.#askGit(paths.filter((path) => path !== '' && !this.#ignored.has(path)));
    if (this.#isClosed) return;
    const seen = paths.filter((path) => this.#ignored.get(path) !== true);
    if (seen.length === 0) return;
    this.#options.onChange();
    if (IS_TREE_WATCHED) return;
    for (const path of seen) {
      if (changed.get(path) !== true) continue;
      const found = await lstat(join(this.#options.root, path)).catch(() => null);
      if (found === null) this.#drop(path);
      else if (found.isDirectory() && !this.#isClosed) await this.#addTree(path);
    }
  }

  async #askGit(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    const { git, root } = this.#options;
    // As paths below this folder, so that none is taken for a pattern; the command refuses literal ones.
    const input = paths.map((path) => `./${path}\0`).join('');
    const environment = { GIT_LITERAL_PATHSPECS: '0' };
    const options = { input, environment, exitCodes: 'any' as const };
    // Exit code 1: none of them is ignored. Any other: nobody knows, so they count as not ignored.
    const asked = await git.run(root, ['check-ignore', '-z', '--stdin'], options).catch(() => null);
    const ignored = new Set(asked?.exitCode === 0 ? splitNul(asked.stdout) : []);
    for (const path of paths) this.#remember(path, ignored.has(`./${path}`));
  }

  #remember(path: string, isIgnored: boolean): void {
    if (this.#ignored.size >= MOST_ANSWERS) this.#ignored.clear();
    this.#ignored.set(path, isIgnored);
  }
}
