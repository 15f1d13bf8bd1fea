import { resolve } from 'node:path';
import type { SetupSetting } from '../../core/worktree/setup-choice.ts';
import type { SettingsStore } from '../settings/settings-store.ts';

/** What a person has set and allowed, by the root of a repository's checkout. */
export interface SetupRules {
  settingOf(workspace: string): SetupSetting | undefined;
  allowedIn(workspace: string): readonly string[];
  /** Notes for all time that exactly this command may run in this repository's worktrees. */
  allow(workspace: string, command: string): void;
}

/** Sessions without settings: nothing is set, nothing allowed, nothing remembered. */
export const NO_SETUP_RULES: SetupRules = {
  settingOf: () => undefined,
  allowedIn: () => [],
  allow: () => {},
};

/** The rules as settings.json has them, read anew each time. While that file cannot be read, nothing is allowed. */
export function storedSetupRules(settings: SettingsStore): SetupRules {
  const read = () => {
    try {
      return settings.read();
    } catch {
      return null;
    }
  };
  return {
    settingOf: (workspace) => entryOf(read()?.setup, workspace),
    allowedIn: (workspace) => entryOf(read()?.setupAllowed, workspace) ?? [],
    allow(workspace, command) {
      const { setupAllowed = {} } = settings.read();
      const known = setupAllowed[workspace] ?? [];
      if (!known.includes(command)) {
        settings.change({ setupAllowed: { ...setupAllowed, [workspace]: [...known, command] } });
      }
    },
  };
}

/** A person may have written the path with a slash at its end. */
function entryOf<T>(record: Readonly<Record<string, T>> | undefined, workspace: string): T | undefined {
  const root = resolve(workspace);
  return Object.entries(record ?? {}).find(([path]) => resolve(path) === root)?.[1];
}
