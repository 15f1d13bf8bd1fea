import { useSyncExternalStore } from 'react';

/** The theme that the window has now, for parts that draw with colours of their own. */
export function useTheme(): 'light' | 'dark' {
  return useSyncExternalStore(onThemeChange, currentTheme);
}

function currentTheme(): 'light' | 'dark' {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

/** Calls back when the tokens on the root element may have changed; returns what stops it. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] });
  return () => observer.disconnect();
}
