import { app } from 'electron';
import type { Engine } from '../engine/engine.ts';

/** Exit codes after a signal: 128 and its number, so that a script can tell. */
const SIGNAL_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Running branches are interrupted and written down before the app goes. */
export function closeInOrder(engine: Engine): void {
  let closed = false;
  let code: number | null = null;
  app.on('before-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void engine.close().finally(() => {
      closed = true;
      if (code === null) app.quit();
      else app.exit(code);
    });
  });
  // Electron sets handlers of its own while it starts; ours must come after them.
  void app.whenReady().then(() => {
    for (const name of Object.keys(SIGNAL_CODES) as (keyof typeof SIGNAL_CODES)[]) {
      process.on(name, () => {
        code ??= SIGNAL_CODES[name];
        app.quit();
      });
    }
  });
}
