import { REBUILT_FOLDERS } from '../../core/worktree/ignored-content.ts';
import type { Settings } from '../../shared/settings.ts';
import { DEFAULT_RUN_SETTINGS, type RunSettings, runSettingsOf } from '../agent/run-settings.ts';
import type { SettingsStore } from './settings-store.ts';

/**
 * What sessions that run ask of the settings. A file that was broken meanwhile does not stop them: the defaults hold
 * until it is mended, and nothing is removed that the person may not have wanted gone.
 */
export class CarefulSettings {
  readonly #store: SettingsStore;

  constructor(store: SettingsStore) {
    this.#store = store;
  }

  run(): RunSettings {
    return this.#read(runSettingsOf, DEFAULT_RUN_SETTINGS);
  }

  /** Days after which worktrees that hold nothing go by themselves; null: they stay. */
  retentionDays(): number | null {
    return this.#read(({ retentionDays }) => retentionDays ?? null, null);
  }

  /** Folders that can be made again, so that they keep no worktree from going. */
  rebuiltFolders(): readonly string[] {
    return this.#read(({ rebuiltFolders }) => rebuiltFolders ?? REBUILT_FOLDERS, []);
  }

  /** Whether the worktree of a fork that ended goes by itself when it holds nothing. */
  discardClean(): boolean {
    return this.#read(({ discardClean }) => discardClean ?? false, false);
  }

  #read<T>(select: (settings: Settings) => T, whenBroken: T): T {
    try {
      return select(this.#store.read());
    } catch {
      return whenBroken;
    }
  }
}
