import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dieWithUs } from './die-with-us.mjs';
import { endIfSignalled, run } from './run.mjs';

const LOOK_EVERY_MS = 1000;
const KILL_AFTER_MS = 5000;

/** Bytes below the given folders; what vanishes meanwhile counts as nothing. */
export function sizeOf(folders) {
  let bytes = 0;
  for (const folder of folders) {
    let entries = [];
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch {
      continue;
    }
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) bytes += sizeOf([path]);
      else bytes += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
    }
  }
  return bytes;
}

/**
 * Runs a program that downloads into `folders`, tells how many bytes have arrived, and stops it when none have for
 * `stallMs`: a host that does not answer must not hold up the start.
 *
 * @returns {Promise<{ code: number, output: string, stalled: boolean }>}
 */
export async function runWatched(command, args, { folders, stallMs, onBytes, ...options }) {
  let child;
  let stalled = false;
  let last = sizeOf(folders);
  let lastGrowth = performance.now();
  let killer;
  const timer = setInterval(() => {
    const bytes = sizeOf(folders);
    if (bytes !== last) lastGrowth = performance.now();
    last = bytes;
    onBytes(bytes);
    if (stalled || performance.now() - lastGrowth < stallMs) return;
    stalled = true;
    child?.kill('SIGTERM');
    killer = setTimeout(() => child?.kill('SIGKILL'), KILL_AFTER_MS);
  }, LOOK_EVERY_MS);
  try {
    const started = (spawned) => {
      child = spawned;
    };
    const result = await run(...dieWithUs(command, args), { ...options, output: 'capture', started });
    endIfSignalled();
    return { ...result, stalled };
  } finally {
    clearInterval(timer);
    clearTimeout(killer);
  }
}
