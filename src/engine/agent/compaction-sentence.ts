import { compactedPrefixWords, compactionWhat, compactionWhy } from '../../core/compaction/compaction-words.ts';
import type { Compaction } from '../../core/session/events.ts';

/** What a compaction did, to whom it matters, in plain words: what is gone, what became of the prefix, what that costs. */
export function compactionSentence(compaction: Omit<Compaction, 'branch' | 'type'>): string {
  const done = `${compactionWhat(compaction)}, because ${compactionWhy(compaction)}. The transcript keeps them.`;
  const prefix = compactedPrefixWords(compaction.prefix);
  return prefix === null ? done : `${done} ${prefix}`;
}
