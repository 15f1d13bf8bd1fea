import { readFile } from 'node:fs/promises';

/**
 * How many terminals the machine can still open, or `null` where that cannot be known cheaply (only Linux tells).
 * @param folder the kernel's pty settings; a parameter for tests.
 */
export async function spareTerminals(folder = '/proc/sys/kernel/pty'): Promise<number | null> {
  try {
    const [most, used] = await Promise.all([readFile(`${folder}/max`, 'utf8'), readFile(`${folder}/nr`, 'utf8')]);
    const spare = Number.parseInt(most, 10) - Number.parseInt(used, 10);
    return Number.isNaN(spare) ? null : spare;
  } catch {
    return null;
  }
}
