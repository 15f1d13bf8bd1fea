import type { Settings } from '../../shared/settings.ts';
import { LEAST_ZOOM, MOST_ZOOM } from '../../shared/zoom.ts';
import { settingsStore } from '../stores/settings-store.ts';
import { always, type Command } from './command.ts';

const ZOOM_STEP = 0.1;

const THEMES: readonly { readonly value: Settings['theme']; readonly name: string }[] = [
  { value: 'system', name: 'as the system' },
  { value: 'light', name: 'light' },
  { value: 'dark', name: 'dark' },
];
const CONTRASTS: readonly { readonly value: Settings['contrast']; readonly name: string }[] = [
  { value: 'system', name: 'as the system' },
  { value: 'more', name: 'high' },
  { value: 'plain', name: 'usual' },
];

const themes = THEMES.map(
  ({ value, name }): Command => ({
    id: `app.theme.${value}`,
    name: `Theme: ${name}`,
    group: 'Window',
    scope: 'window',
    when: () => settingsStore.getState().settings?.theme !== value,
    run: () => void settingsStore.getState().change({ theme: value }),
  }),
);

const contrasts = CONTRASTS.map(
  ({ value, name }): Command => ({
    id: `app.contrast.${value}`,
    name: `Contrast: ${name}`,
    group: 'Window',
    scope: 'window',
    when: () => settingsStore.getState().settings?.contrast !== value,
    run: () => void settingsStore.getState().change({ contrast: value }),
  }),
);

function zoomBy(step: number): void {
  const { settings, change } = settingsStore.getState();
  if (!settings) return;
  const zoom = Math.round((settings.zoom + step) * 100) / 100;
  void change({ zoom: Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, zoom)) });
}

/** How the window looks: theme, contrast, size. */
export const LOOK_COMMANDS: readonly Command[] = [
  ...themes,
  ...contrasts,
  {
    id: 'app.larger',
    name: 'Everything larger',
    group: 'Window',
    keys: 'mod+=',
    scope: 'window',
    when: always,
    run: () => zoomBy(ZOOM_STEP),
  },
  {
    id: 'app.smaller',
    name: 'Everything smaller',
    group: 'Window',
    keys: 'mod+-',
    scope: 'window',
    when: always,
    run: () => zoomBy(-ZOOM_STEP),
  },
  {
    id: 'app.usualSize',
    name: 'Usual size',
    group: 'Window',
    keys: 'mod+0',
    scope: 'window',
    when: always,
    run: () => void settingsStore.getState().change({ zoom: 1 }),
  },
];
