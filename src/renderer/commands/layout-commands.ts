import { dockStore } from '../dock/dock-store.ts';
import { resetLayout } from '../dock/layout-memory.ts';
import { openPane } from '../dock/open-pane.ts';
import {
  floatActivePane,
  hasActivePane,
  maximiseActivePane,
  movePane,
  type Side,
  walkPanes,
} from '../dock/pane-moves.ts';
import { openAt } from '../dock/pane-target.ts';
import { applyPreset, type Preset } from '../dock/presets.ts';
import { type Command, inSession } from './command.ts';

const PRESETS: readonly { readonly preset: Preset; readonly name: string; readonly keys: string }[] = [
  { preset: 'watch', name: 'Layout: watch (the tree, a transcript and a terminal)', keys: 'alt+1' },
  { preset: 'review', name: 'Layout: review (transcript and diff side by side)', keys: 'alt+2' },
  { preset: 'merge', name: 'Layout: merge (conflicts, and the fork to merge first)', keys: 'alt+3' },
];

const SIDES: readonly { readonly side: Side; readonly name: string; readonly keys: string }[] = [
  { side: 'left', name: 'Move the pane to the left', keys: 'alt+shift+arrowleft' },
  { side: 'right', name: 'Move the pane to the right', keys: 'alt+shift+arrowright' },
  { side: 'up', name: 'Move the pane up', keys: 'alt+shift+arrowup' },
  { side: 'down', name: 'Move the pane down', keys: 'alt+shift+arrowdown' },
];

export const LAYOUT_COMMANDS: readonly Command[] = [
  ...PRESETS.map(
    ({ preset, name, keys }): Command => ({
      id: `layout.${preset}`,
      name,
      group: 'Window',
      keys,
      scope: 'window',
      when: inSession,
      run: ({ state, branch }) => applyPreset(preset, state, branch?.id ?? null),
    }),
  ),
  {
    id: 'app.resetLayout',
    name: 'Reset the layout',
    group: 'Window',
    keys: 'alt+0',
    scope: 'window',
    when: ({ panes }) => panes > 0,
    run: () => {
      const { api } = dockStore.getState();
      if (api) resetLayout(api);
    },
  },
  ...SIDES.map(
    ({ side, name, keys }): Command => ({
      id: `pane.${side}`,
      name,
      group: 'Window',
      keys,
      scope: 'window',
      when: hasActivePane,
      run: () => movePane(side),
    }),
  ),
  {
    id: 'pane.float',
    name: 'Float or dock the pane in use',
    group: 'Window',
    keys: 'alt+o',
    scope: 'window',
    when: hasActivePane,
    run: floatActivePane,
  },
  {
    id: 'pane.maximise',
    name: 'Maximise or restore the pane in use',
    group: 'Window',
    keys: 'alt+m',
    scope: 'window',
    when: hasActivePane,
    run: maximiseActivePane,
  },
  {
    id: 'pane.next',
    name: 'Go to the next pane',
    group: 'Window',
    keys: 'f6',
    scope: 'window',
    when: ({ panes }) => panes > 0,
    run: () => walkPanes(1),
  },
  {
    id: 'pane.previous',
    name: 'Go to the pane before',
    group: 'Window',
    keys: 'shift+f6',
    scope: 'window',
    when: ({ panes }) => panes > 0,
    run: () => walkPanes(-1),
  },
  {
    id: 'app.statistics',
    name: 'Statistics',
    group: 'Window',
    keys: 'shift+s',
    scope: 'tree',
    when: ({ branch }) => branch !== null,
    run: ({ state }) => {
      const root = state.order[0];
      if (root !== undefined) openPane('statistics', root);
    },
  },
  {
    id: 'app.branches',
    name: 'Branches as a list',
    group: 'Window',
    keys: 'o',
    scope: 'tree',
    when: ({ branch }) => branch !== null,
    run: ({ state, branch }) => {
      const root = state.order[0];
      if (root !== undefined) openAt('branches', root, branch?.id ?? root);
    },
  },
];
