import type { Usage } from '../session/usage.ts';

/**
 * UTF-8 bytes a token, for servers that report no tokens. Code and JSON have three to four; three errs on the high side,
 * so that limits and compaction come a little early instead of never.
 */
export const BYTES_PER_TOKEN = 3;

/** Tokens of one request, and whether anybody counted them. */
export interface CountedUsage {
  readonly usage: Usage;
  /** True: worked out from bytes, and to be shown as such. */
  readonly estimated: boolean;
}

/**
 * The usage that a server reported, or an estimate where it reported none. A report of no input at all counts as none:
 * every request has input.
 */
export function countUsage(
  reported: Usage | null,
  sizes: { readonly requestBytes: number; readonly answerBytes: number },
): CountedUsage {
  if (reported !== null && reported.input > 0) return { usage: reported, estimated: false };
  const output = Math.ceil(sizes.answerBytes / BYTES_PER_TOKEN);
  return {
    usage: {
      input: Math.ceil(sizes.requestBytes / BYTES_PER_TOKEN),
      cacheRead: 0,
      cacheWrite: 0,
      output: Math.max(output, reported?.output ?? 0),
      thoughts: reported?.thoughts ?? 0,
    },
    estimated: true,
  };
}
