import { useStore } from 'zustand';
import type { Settings } from '../../shared/settings.ts';
import { settingsStore } from '../stores/settings-store.ts';

const NONE: Settings['keys'] = {};

/** The person's own keys as the settings hold them now. */
export function ownKeys(): Settings['keys'] {
  return settingsStore.getState().settings?.keys ?? NONE;
}

export function useOwnKeys(): Settings['keys'] {
  return useStore(settingsStore, (state) => state.settings?.keys ?? NONE);
}
