import type { Message } from '../session/message.ts';
import type { BranchState, CompactionState, SessionState } from '../session/state.ts';

/** A run of messages that left the context together, oldest first. */
export interface SeamRun {
  readonly first: string;
  readonly messages: ReadonlySet<string>;
}

/** Where a branch's context was cut: what is behind it, as the transcript still has it. */
export interface Seam {
  readonly compaction: CompactionState;
  readonly runs: readonly SeamRun[];
  /** Calls whose results were shortened in the context, by their ids. */
  readonly shortened: ReadonlySet<string>;
}

/**
 * The seams of one branch, oldest first. `messages` are all of its messages in order, inherited ones first, whether or
 * not they are still in the context. A message is behind the first seam that took it out.
 */
export function seamsOf(
  { compactions }: Pick<BranchState, 'compactions'>,
  messages: readonly Message[],
): readonly Seam[] {
  if (compactions.length === 0) return [];
  const indexOf = new Map(messages.map(({ id }, index) => [id, index]));
  const taken = new Set<string>();
  return compactions.map((compaction) => {
    const runs = compaction.change.removed.flatMap(({ first, last }): SeamRun[] => {
      const [from, to] = [indexOf.get(first), indexOf.get(last)];
      if (from === undefined || to === undefined) return [];
      const ids = messages.slice(from, to + 1).flatMap(({ id }) => (taken.has(id) ? [] : [id]));
      for (const id of ids) taken.add(id);
      const [head] = ids;
      return head === undefined ? [] : [{ first: head, messages: new Set(ids) }];
    });
    const shortened = compaction.change.rewritten.flatMap(({ messageId, part }) => {
      const found = messages[indexOf.get(messageId) ?? -1]?.parts[part];
      return found?.kind === 'result' ? [found.callId] : [];
    });
    return { compaction, runs, shortened: new Set(shortened) };
  });
}

export interface SeamTokens {
  readonly before: number;
  readonly after: number;
  /** True: the provider counted `after` in the request that followed; else it is worked out from the bytes. */
  readonly isMeasured: boolean;
}

/** Tokens of the context on both sides of the seam with this index. */
export function seamTokens(
  { compactions, requests: ids }: Pick<BranchState, 'compactions' | 'requests'>,
  requests: SessionState['requests'],
  index: number,
): SeamTokens {
  const compaction = compactions[index];
  if (!compaction) return { before: 0, after: 0, isMeasured: false };
  const prior = compactions[index - 1];
  const next = compactions[index + 1];
  // Of several in a row before the same request the tokens were counted once, before the first.
  const isFirst = prior?.afterRequest !== compaction.afterRequest || prior.entries !== compaction.entries;
  const isLast = next?.afterRequest !== compaction.afterRequest || next.entries !== compaction.entries;
  const before = isFirst ? compaction.tokens : seamTokens({ compactions, requests: ids }, requests, index - 1).after;
  const share = compaction.before.bytes === 0 ? 1 : compaction.after.bytes / compaction.before.bytes;
  const estimate = { before, after: Math.round(before * share), isMeasured: false };
  if (!isLast) return estimate;
  const from = compaction.afterRequest === null ? 0 : ids.indexOf(compaction.afterRequest) + 1;
  const own = ids.slice(from).flatMap((id) => requests[id] ?? []);
  const answered = own.find(({ usage, purpose }) => usage !== null && purpose !== 'summary');
  return answered?.usage ? { before, after: answered.usage.input, isMeasured: true } : estimate;
}
