import { app } from 'electron';
import type { Engine } from '../engine/engine.ts';
import { SIGNAL_CODES, SIGNAL_NAMES } from '../engine/signal-codes.ts';

/**
 * Running branches are interrupted and written down before the app goes. Called when Electron is ready: it sets
 * handlers of its own while it starts, and these must come after them.
 */
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
  for (const name of SIGNAL_NAMES) {
    process.on(name, () => {
      code ??= SIGNAL_CODES[name];
      app.quit();
    });
  }
}
