import { root } from './paths.mjs';
import { run } from './run.mjs';

/**
 * Starts the built app and waits for its end. Signals that reach this process go on to it.
 * @returns its exit code
 */
export async function runApp({ runtime, flags, env }, args, { started } = {}) {
  const { code } = await run(runtime.executable, [root, ...flags, ...args], { env, started });
  return code;
}
