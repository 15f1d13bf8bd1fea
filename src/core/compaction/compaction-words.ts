import type { CompactedPrefix, Compaction } from '../session/events.ts';

type Told = Pick<Compaction, 'kind' | 'trigger' | 'before' | 'after'>;

/** What a compaction did, as the start of a sentence. Sizes are those of the context, without system text and tools. */
export function compactionWhat({ kind, before, after }: Told): string {
  const gone = before.messages - after.messages;
  const saved = kilobytes(before.bytes - after.bytes);
  const messages = gone === 1 ? '1 older message' : `${gone} older messages`;
  return {
    'duplicate-reads': `Reads that were repeated later, or that edits have made stale, left the context (${saved})`,
    truncation:
      gone > 0 ? `${messages} left the context (${saved})` : `Long results in the context were shortened (${saved})`,
    summary: `A summary stands for ${messages} in the context (${saved} less)`,
    model: 'What the former model signed left the context',
  }[kind];
}

export function compactionWhy({ trigger }: Pick<Compaction, 'trigger'>): string {
  return {
    overflow: 'the provider refused a request as too long',
    window: 'the context was nearly full',
    choice: 'another model answers from here on',
  }[trigger];
}

/** What became of the cached prefix and what that costs, as a sentence; null when nothing had been sent before. */
export function compactedPrefixWords(prefix: CompactedPrefix | null): string | null {
  if (prefix === null) return null;
  const { keptBytes, lostBytes, rereadTokens, extraCost } = prefix;
  if (lostBytes === 0) return 'The cached prefix is whole.';
  const cost = extraCost === null ? '' : `, for about $${extraCost.toFixed(4)} more`;
  return `Of the cached prefix ${kilobytes(keptBytes)} stay and ${kilobytes(lostBytes)} are lost: the next request reads about ${rereadTokens.toLocaleString('en-US')} tokens anew instead of from the cache${cost}.`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toLocaleString('en-US', { maximumFractionDigits: bytes < 10_240 ? 1 : 0 })} KB`;
}
