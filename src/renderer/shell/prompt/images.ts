import type { PromptImage } from '../../../shared/contract.ts';
import type { ProviderId } from '../../../shared/settings.ts';

/** What goes with one message at most, and bytes of one picture: what every provider takes. */
export const MOST_IMAGES = 8;
const MOST_BYTES = 5_000_000;

const TYPES: ReadonlySet<string> = new Set<PromptImage['mimeType']>([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]);

/** The embedded model reads text only; what another model takes, its provider says when it is asked. */
export function takesImages(provider: ProviderId | string | null): boolean {
  return provider !== null && provider !== 'demo';
}

/** The pictures among pasted or dropped files. */
export function picturesIn(files: Iterable<File>): File[] {
  return [...files].filter(({ type }) => type.startsWith('image/'));
}

/** Reads a picture; a sentence says why it cannot go along. */
export async function readPicture(file: File): Promise<PromptImage | string> {
  if (!isImageType(file.type)) return `A picture of type ${file.type} cannot be sent. Paste a PNG, JPEG, GIF or WebP.`;
  if (file.size > MOST_BYTES) return 'This picture is larger than 5 MB. Make it smaller, then paste it again.';
  return { mimeType: file.type, data: base64Of(new Uint8Array(await file.arrayBuffer())) };
}

function isImageType(type: string): type is PromptImage['mimeType'] {
  return TYPES.has(type);
}

/** In pieces: a call with millions of arguments would overflow the stack. */
function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
