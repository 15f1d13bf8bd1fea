import type { Compaction } from '../../core/session/events.ts';

/** What a compaction did, to whom it matters, in plain words: what is gone, what became of the prefix, what that costs. */
export function compactionSentence({
  kind,
  trigger,
  before,
  after,
  prefix,
}: Omit<Compaction, 'branch' | 'type'>): string {
  const gone = before.messages - after.messages;
  const saved = kilobytes(before.bytes - after.bytes);
  const why = trigger === 'overflow' ? 'the provider refused a request as too long' : 'the context was nearly full';
  const what = {
    'duplicate-reads': `Reads that were repeated later, or that edits have made stale, left the context (${saved})`,
    truncation:
      gone > 0
        ? `${gone} older messages left the context (${saved})`
        : `Long results in the context were shortened (${saved})`,
    summary: `A summary stands for ${gone} older messages in the context (${saved} less)`,
  }[kind];
  return `${what}, because ${why}. The transcript keeps them.${prefixWords(prefix)}`;
}

function prefixWords(prefix: Compaction['prefix']): string {
  if (prefix === null) return '';
  const { keptBytes, lostBytes, rereadTokens, extraCost } = prefix;
  if (lostBytes === 0) return ' The cached prefix is whole.';
  const cost = extraCost === null ? '' : `, for about $${extraCost.toFixed(4)} more`;
  return ` Of the cached prefix ${kilobytes(keptBytes)} stay and ${kilobytes(lostBytes)} are lost: the next request reads about ${rereadTokens.toLocaleString('en-US')} tokens anew instead of from the cache${cost}.`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toLocaleString('en-US', { maximumFractionDigits: bytes < 10_240 ? 1 : 0 })} KB`;
}
