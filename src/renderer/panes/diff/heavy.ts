import type { FilePatch } from './parse-patch.ts';

/** More lines or characters than this are shown only when a person asks for them: they take a while to draw. */
const MANY_ROWS = 1_000;
const MANY_CHARACTERS = 200_000;

export function isHeavy(file: FilePatch): boolean {
  return file.rows > MANY_ROWS || file.hunks.length > MANY_CHARACTERS;
}
