import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Whether the stamp file holds exactly this value. */
export function isStamped(file, value) {
  try {
    return readFileSync(file, 'utf8') === value;
  } catch {
    return false;
  }
}

/** Marks work as done for this input. Written last, so that interrupted work is never taken for finished. */
export function stamp(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, value);
}

/** Takes the mark away, before work begins. */
export function unstamp(file) {
  rmSync(file, { force: true });
}
