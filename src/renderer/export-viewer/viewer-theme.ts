const DARK = '(prefers-color-scheme: dark)';
const CONTRAST = '(prefers-contrast: more)';

let chosen: 'light' | 'dark' | null = null;
let onPaper = false;

/** From now on this theme, whatever the system has. */
export function setTheme(theme: 'light' | 'dark'): void {
  chosen = theme;
  apply();
}

/** Paper is light, whatever the screen has. */
export function setPaper(value: boolean): void {
  onPaper = value;
  apply();
}

/** Keeps the page in the system's colours until a person chooses. */
export function connectViewerTheme(): void {
  for (const query of [DARK, CONTRAST]) window.matchMedia(query).addEventListener('change', apply);
  apply();
}

function apply(): void {
  const { dataset } = document.documentElement;
  const onScreen = chosen ?? (window.matchMedia(DARK).matches ? 'dark' : 'light');
  dataset.theme = onPaper ? 'light' : onScreen;
  dataset.contrast = window.matchMedia(CONTRAST).matches ? 'more' : 'plain';
}
