import { which } from './which.mjs';

/**
 * A program call changed so that the program gets SIGTERM when this process dies, even of SIGKILL, where the system
 * can do that (util-linux's setpriv); elsewhere as it is.
 */
export function dieWithUs(command, args) {
  if (process.platform !== 'linux' || !which('setpriv')) return [command, args];
  return ['setpriv', ['--pdeathsig', 'TERM', command, ...args]];
}
