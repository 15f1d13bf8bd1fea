import { app, Menu, type MenuItemConstructorOptions } from 'electron';

/** The application menu. Entries of ours send the name of a command to the window, which knows what to do. */
export function installMenu(run: (command: string) => void): void {
  const command = (label: string, name: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator === undefined ? {} : { accelerator }),
    click: () => run(name),
  });
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        command('New session', 'session.new', 'CmdOrCtrl+N'),
        command('Try the demo', 'session.demo'),
        { type: 'separator' },
        command('Settings', 'app.settings', 'CmdOrCtrl+,'),
        { type: 'separator' },
        { role: process.platform === 'darwin' ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        command('Command palette', 'app.palette', 'CmdOrCtrl+K'),
        command('Keys', 'app.keys'),
        { type: 'separator' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'resetZoom' },
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
      ],
    },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
