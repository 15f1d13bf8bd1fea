import type { Settings } from '../../shared/contract.ts';
import { settingsStore } from './settings-store.ts';

const DARK = '(prefers-color-scheme: dark)';

export function resolveTheme(theme: Settings['theme'], systemIsDark: boolean): 'light' | 'dark' {
  if (theme === 'system') return systemIsDark ? 'dark' : 'light';
  return theme;
}

/** Keeps `data-theme` on the root element in step with the setting and the system. */
export function connectTheme(): () => void {
  const system = window.matchMedia(DARK);
  const apply = (): void => {
    const theme = settingsStore.getState().settings?.theme ?? 'system';
    document.documentElement.dataset.theme = resolveTheme(theme, system.matches);
  };
  apply();
  system.addEventListener('change', apply);
  const unsubscribe = settingsStore.subscribe(apply);
  return () => {
    system.removeEventListener('change', apply);
    unsubscribe();
  };
}
