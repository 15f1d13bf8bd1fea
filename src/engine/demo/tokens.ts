/** Bytes of UTF-8 that count as one token. A common rule of thumb for English and code; exact by definition here. */
export const BYTES_PER_TOKEN = 4;

/** The server's token rule: UTF-8 bytes divided by 4, rounded up. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
