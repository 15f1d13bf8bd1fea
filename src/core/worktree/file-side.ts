/** One side of a changed file, as a reviewer looks at it. */
export type FileSide =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly text: string }
  /** A bitmap; `data` is base64. */
  | { readonly kind: 'image'; readonly mimeType: string; readonly data: string; readonly bytes: number }
  | { readonly kind: 'binary'; readonly bytes: number }
  /** Too large to be shown whole. */
  | { readonly kind: 'large'; readonly bytes: number };

/** A changed file, before and after. */
export interface FileSides {
  readonly before: FileSide;
  readonly after: FileSide;
}

/** What the first bytes of a bitmap say it is. SVG is text, and shown as such: it can hold scripts. */
const SIGNATURES: readonly (readonly [mimeType: string, at: number, bytes: string])[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['image/bmp', 0, 'BM'],
  ['image/x-icon', 0, '\x00\x00\x01\x00'],
];

/** Null when the bytes are no bitmap that a window shows. `head` is the file's beginning, one character a byte. */
export function imageTypeOf(head: string): string | null {
  return SIGNATURES.find(([, at, bytes]) => head.startsWith(bytes, at))?.[0] ?? null;
}
