import type { ImagePart } from '../../core/session/message.ts';

/** Bytes of one picture: what every provider with pictures takes. */
export const LARGEST_PICTURE = 5_000_000;

/** What a picture is, by its first bytes; null for anything else. Its name may say what it likes. */
export function pictureType(bytes: Buffer): ImagePart['mimeType'] | null {
  const begins = (text: string, at = 0): boolean => bytes.subarray(at, at + text.length).toString('latin1') === text;
  if (begins('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (begins('\xff\xd8\xff')) return 'image/jpeg';
  if (begins('GIF87a') || begins('GIF89a')) return 'image/gif';
  if (begins('RIFF') && begins('WEBP', 8)) return 'image/webp';
  return null;
}
