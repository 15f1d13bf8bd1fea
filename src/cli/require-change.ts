import { EngineFault } from '../engine/engine-fault.ts';

/** Throws when one file was asked for and the patch says nothing of it: silence would also be the answer to a typing error. */
export function requireChange(patch: string, file: string | undefined, where: string): void {
  if (file === undefined || patch !== '') return;
  throw new EngineFault('not-changed', `${file} did not change ${where}. Leave --file out to see which files did.`);
}
