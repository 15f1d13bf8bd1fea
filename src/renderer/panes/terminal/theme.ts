import type { ITheme } from '@xterm/xterm';

/** The terminal's sixteen colours, taken from the design tokens as they are now. */
export function terminalTheme(root: Element = document.documentElement): ITheme {
  const style = getComputedStyle(root);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    background: token('surface'),
    foreground: token('text'),
    cursor: token('accent'),
    cursorAccent: token('surface'),
    selectionBackground: token('line-strong'),
    scrollbarSliderBackground: token('line'),
    scrollbarSliderHoverBackground: token('line-strong'),
    scrollbarSliderActiveBackground: token('line-strong'),
    black: token('text-3'),
    red: token('state-failed'),
    green: token('state-completed'),
    yellow: token('state-waiting'),
    blue: token('state-running'),
    magenta: token('state-held'),
    cyan: token('cache'),
    white: token('text-2'),
    brightBlack: token('text-3'),
    brightRed: token('state-failed'),
    brightGreen: token('state-completed'),
    brightYellow: token('state-waiting'),
    brightBlue: token('accent'),
    brightMagenta: token('state-held'),
    brightCyan: token('cache'),
    brightWhite: token('text'),
  };
}

/** Font settings from the tokens; xterm wants a number of CSS pixels. */
export function terminalFont(root: Element = document.documentElement): { fontFamily: string; fontSize: number } {
  const style = getComputedStyle(root);
  return {
    fontFamily: style.getPropertyValue('--font-code').trim() || 'monospace',
    fontSize: Number.parseFloat(style.getPropertyValue('--size-2')) || 12,
  };
}
