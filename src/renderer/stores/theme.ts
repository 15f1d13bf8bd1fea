import type { Settings } from '../../shared/settings.ts';
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
  const moreContrast = window.matchMedia(CONTRAST);
  const apply = (): void => {
    const { theme = 'system', contrast = 'system' } = settingsStore.getState().settings ?? {};
    document.documentElement.dataset.theme = resolveTheme(theme, system.matches);
    const ofSystem = moreContrast.matches ? 'more' : 'plain';
    document.documentElement.dataset.contrast = contrast === 'system' ? ofSystem : contrast;
  };
  apply();
  system.addEventListener('change', apply);
  moreContrast.addEventListener('change', apply);
  const unsubscribe = settingsStore.subscribe(apply);
  return () => {
    system.removeEventListener('change', apply);
    moreContrast.removeEventListener('change', apply);
    unsubscribe();
  };
}
