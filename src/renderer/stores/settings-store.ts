import { createStore } from 'zustand/vanilla';
import type { AppInfo, Params } from '../../shared/contract.ts';
import type { Fault } from '../../shared/result.ts';
import type { Settings } from '../../shared/settings.ts';
import { host } from '../bridge.ts';

export interface SettingsState {
  /** Null until the host has answered. */
  readonly settings: Settings | null;
  readonly info: AppInfo | null;
  readonly fault: Fault | null;
  load(): Promise<void>;
  change(change: Params<'settings.set'>): Promise<Fault | null>;
}

let newestChange = 0;

export const settingsStore = createStore<SettingsState>()((set, get) => ({
  settings: null,
  info: null,
  fault: null,
  async load() {
    const [settings, info] = await Promise.all([host.call('settings.get', {}), host.call('app.info', {})]);
    if (settings.ok) set({ settings: settings.value });
    if (info.ok) set({ info: info.value });
    const failed = [settings, info].find((answer) => !answer.ok);
    set({ fault: failed && !failed.ok ? failed.error : null });
  },
  async change(change) {
    const own = ++newestChange;
    const { settings } = get();
    // Shown at once: the next change, a second press of the same key say, must start from this one, not from an older answer.
    if (settings) set({ settings: { ...settings, ...change } as Settings });
    const answer = await host.call('settings.set', change);
    const kept = answer.ok ? answer : await host.call('settings.get', {});
    if (own === newestChange && kept.ok) set({ settings: kept.value });
    return answer.ok ? null : answer.error;
  },
}));
