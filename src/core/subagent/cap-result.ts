/** Characters of a subagent's result that reach the parent, unless the settings say otherwise: about 10,000 tokens. */
export const DEFAULT_RESULT_CHARACTERS = 40_000;

/** Places to cut at, the best first; a place in the first half is not taken, so that little is lost. */
const PLACES: readonly RegExp[] = [/\n[ \t]*\n/g, /\n/g, /(?<=[.!?…])\s/g, /\s/g];

export interface CappedResult {
  readonly text: string;
  /** Characters of the result that were left out; 0 when it is whole. */
  readonly omitted: number;
}

/**
 * Shortens a result to at most `limit` characters, at the end of a paragraph where there is one, else of a line, a
 * sentence or a word. A shortened one says so in a line of its own, which comes on top of the limit; `where` names the
 * place of the whole one, e.g. "the transcript of subagent-3".
 */
export function capResult(result: string, limit: number, where: string): CappedResult {
  if (result.length <= limit) return { text: result, omitted: 0 };
  const kept = result.slice(0, cutPlace(result, limit)).trimEnd();
  const omitted = result.length - kept.length;
  const fence = openFence(kept);
  const notice = `[Cut here at the limit of ${format(limit)} characters: ${format(omitted)} of ${format(result.length)} are left out. The whole result stands in ${where}.]`;
  return { text: `${kept}${fence === null ? '' : `\n${fence}`}\n\n${notice}`, omitted };
}

function cutPlace(text: string, limit: number): number {
  const head = text.slice(0, limit + 1);
  for (const place of PLACES) {
    const last = [...head.matchAll(place)].at(-1)?.index;
    if (last !== undefined && last <= limit && last >= limit / 2) return last;
  }
  // Not between the two halves of one character.
  const code = text.charCodeAt(limit - 1);
  return code >= 0xd800 && code < 0xdc00 ? limit - 1 : limit;
}

/** The fence of a code block that the cut left open; null for none. Otherwise the notice would be part of the code. */
function openFence(text: string): string | null {
  let open: string | null = null;
  for (const [, fence = ''] of text.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    if (open === null) open = fence;
    else if (fence.startsWith(open)) open = null;
  }
  return open;
}

function format(count: number): string {
  return count.toLocaleString('en-US');
}
