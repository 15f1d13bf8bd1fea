import type { BlockKind } from '../../core/replay/block.ts';

/** The tokens that the canvas draws with: a canvas knows no style sheet. */
export interface Palette {
  readonly kinds: { readonly [K in BlockKind]: string };
  readonly ground: string;
  readonly surface: string;
  readonly life: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly text: string;
  readonly faint: string;
  readonly accent: string;
  readonly selected: string;
  readonly cache: string;
  readonly failed: string;
  readonly completed: string;
  readonly interrupted: string;
  readonly asks: string;
  readonly font: string;
}

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    kinds: {
      request: token('state-running'),
      tool: token('state-paused'),
      edit: token('added'),
      permission: token('state-waiting'),
      hold: token('state-held'),
      children: token('text-3'),
      retry: token('state-failed'),
      paused: token('state-paused'),
    },
    ground: token('ground'),
    surface: token('surface'),
    life: token('chip'),
    line: token('line'),
    lineStrong: token('line-strong'),
    text: token('text'),
    faint: token('text-3'),
    accent: token('accent'),
    selected: token('accent-soft'),
    cache: token('cache'),
    failed: token('state-failed'),
    completed: token('state-completed'),
    interrupted: token('state-interrupted'),
    asks: token('state-waiting'),
    font: token('font-text'),
  };
}
