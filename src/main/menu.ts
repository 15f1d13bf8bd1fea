import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { Settings } from '../shared/settings.ts';
import { acceleratorOf } from './accelerator.ts';
import { toAll } from './send.ts';

/** Names of commands with their first keys; the window knows what to do, and whether it fits. */
type Entry = readonly [label: string, command: string, keys?: string] | 'separator';

const FILE: readonly Entry[] = [
  ['New session…', 'session.new', 'mod+n'],
  ['Open a folder…', 'session.openFolder', 'mod+o'],
  ['Open a transcript…', 'session.import', 'mod+shift+o'],
  ['Try the demo', 'session.demo'],
  'separator',
  ['Search all sessions', 'session.search', 'mod+shift+f'],
  ['Export this session…', 'session.export', 'mod+shift+e'],
  ['Close the session', 'session.close'],
  'separator',
  ['Settings…', 'app.settings', 'mod+,'],
];
const BRANCH: readonly Entry[] = [
  ['Next branch that waits for you', 'permission.next'],
  ['Open the permissions', 'permission.inbox'],
  'separator',
  ['Open transcript', 'branch.transcript'],
  ['Open terminal', 'branch.terminal'],
  ['Open diff', 'branch.diff'],
  ['Compare branches…', 'branch.compare'],
  'separator',
  ['Fork from here', 'branch.fork'],
  ['Pause at the next step', 'branch.pause'],
  ['Resume', 'branch.resume'],
  ['Abort', 'branch.abort'],
  ['Abort all branches…', 'session.abortAll', 'mod+shift+x'],
];
const VIEW: readonly Entry[] = [
  ['Command palette', 'app.palette', 'mod+k'],
  ['All keys', 'app.keys'],
  'separator',
  ['Layout: watch', 'layout.watch', 'alt+1'],
  ['Layout: review', 'layout.review', 'alt+2'],
  ['Layout: merge', 'layout.merge', 'alt+3'],
  ['Reset the layout', 'app.resetLayout', 'alt+0'],
  'separator',
  ['Show or hide the sessions', 'app.sidebar', 'mod+b'],
  ['Branches as a list', 'app.branches'],
  ['Statistics', 'app.statistics'],
  'separator',
  ['Everything larger', 'app.larger', 'mod+='],
  ['Everything smaller', 'app.smaller', 'mod+-'],
  ['Usual size', 'app.usualSize', 'mod+0'],
  'separator',
];

/** The application menu. Entries of ours send the name of a command to the window; a person's own keys are shown. */
export function installMenu(keys: Settings['keys']): void {
  const items = (entries: readonly Entry[]): MenuItemConstructorOptions[] =>
    entries.map((entry) => {
      if (entry === 'separator') return { type: 'separator' };
      const [label, command, first] = entry;
      const accelerator = acceleratorOf(keys[command] ?? first ?? '');
      // The window hears the keys itself, where it knows whether text is being written.
      const shown = accelerator === null ? {} : { accelerator, registerAccelerator: false };
      return { label, click: () => toAll('command', { name: command }), ...shown };
    });
  const isMac = process.platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    { label: '&File', submenu: [...items(FILE), { type: 'separator' }, { role: isMac ? 'close' : 'quit' }] },
    { role: 'editMenu' },
    { label: '&Branch', submenu: items(BRANCH) },
    {
      label: '&View',
      submenu: [
        ...items(VIEW),
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
      ],
    },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
