import type { Settings } from '../../shared/contract.ts';
import { contrastStore } from './contrast-store.ts';
import { settingsStore } from './settings-store.ts';

const CONTRAST = '(prefers-contrast: more)';
const DARK = '(prefers-color-scheme: dark)';

export function resolveTheme(theme: Settings['theme'], systemIsDark: boolean): 'light' | 'dark' {
  if (theme === 'system') return systemIsDark ? 'dark' : 'light';
  return theme;
}

/** Keeps `data-theme` and `data-contrast` on the root element in step with the settings and the system. */
export function connectTheme(): () => void {
  const system = window.matchMedia(DARK);
  const contrast = window.matchMedia(CONTRAST);
  const apply = (): void => {
    const theme = settingsStore.getState().settings?.theme ?? 'system';
    document.documentElement.dataset.theme = resolveTheme(theme, system.matches);
    document.documentElement.dataset.contrast =
      contrastStore.getState().wanted ?? (contrast.matches ? 'more' : 'plain');
  };
  apply();
  system.addEventListener('change', apply);
  contrast.addEventListener('change', apply);
  const unsubscribe = settingsStore.subscribe(apply);
  const unsubscribeContrast = contrastStore.subscribe(apply);
  return () => {
    system.removeEventListener('change', apply);
    contrast.removeEventListener('change', apply);
    unsubscribe();
    unsubscribeContrast();
  };
}
