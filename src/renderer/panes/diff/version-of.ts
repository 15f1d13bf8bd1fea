import type { FilePatch } from './parse-patch.ts';

const known = new WeakMap<FilePatch, string>();

/** A short name for exactly these changes of a file: another one as soon as anything about them differs. */
export function versionOf(file: FilePatch): string {
  const found = known.get(file);
  if (found !== undefined) return found;
  const version = `${hash(file.text, 0x811c9dc5)}${hash(file.text, 0x9e3779b9)}.${file.text.length}`;
  known.set(file, version);
  return version;
}

/** FNV-1a over UTF-16 units with a start of the caller's choice: two of them are enough to tell edits of a file apart. */
function hash(text: string, start: number): string {
  let value = start;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, '0');
}
