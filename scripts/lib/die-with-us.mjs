import { which } from './which.mjs';

/**
 * A program call changed so that the program gets `signal` when this process dies, even of SIGKILL, where the
 * system can do that (util-linux's setpriv); elsewhere as it is.
 */
export function dieWithUs(command, args, signal = 'TERM') {
  if (process.platform !== 'linux' || !which('setpriv')) return [command, args];
  return ['setpriv', ['--pdeathsig', signal, command, ...args]];
}
