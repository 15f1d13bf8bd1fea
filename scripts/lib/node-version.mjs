import { SetUpError } from './set-up-error.mjs';

const LEAST = [20, 19];

/** @throws SetUpError if this Node is older than package.json's `engines` says */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return;
  throw new SetUpError(`Forkscope needs Node ${LEAST.join('.')} or newer and this is ${version}: update Node.`);
}
