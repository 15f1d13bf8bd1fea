import { dockStore } from '../dock/dock-store.ts';
import { resetLayout } from '../dock/layout-memory.ts';
import { openPane } from '../dock/open-pane.ts';
import { openAt } from '../dock/pane-target.ts';
import { applyPreset, type Preset } from '../dock/presets.ts';
import { type Command, inSession } from './command.ts';

const PRESETS: readonly { readonly preset: Preset; readonly name: string; readonly keys: string }[] = [
  { preset: 'watch', name: 'Layout: watch (the tree, a transcript and a terminal)', keys: 'alt+1' },
  { preset: 'review', name: 'Layout: review (transcript and diff side by side)', keys: 'alt+2' },
  { preset: 'merge', name: 'Layout: merge (conflicts, and the fork to merge first)', keys: 'alt+3' },
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
