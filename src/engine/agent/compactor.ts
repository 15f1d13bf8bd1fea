import { applyChange, type CompactionChange } from '../../core/compaction/compaction-change.ts';
import { planDuplicateReads } from '../../core/compaction/duplicate-reads.ts';
import { totalBytes } from '../../core/compaction/message-bytes.ts';
import { canSumUp, planSummary } from '../../core/compaction/summary.ts';
import { planTruncation } from '../../core/compaction/truncation.ts';
import type { BuiltRequest, RequestBuilder } from '../../core/prefix/build-request.ts';
import { comparePrefix } from '../../core/prefix/compare.ts';
import type { Snapshot } from '../../core/prefix/snapshot.ts';
import { costOfRequest, findPrice } from '../../core/session/cost.ts';
import type { CompactedPrefix, Compaction } from '../../core/session/events.ts';
import type { Message } from '../../core/session/message.ts';
import { NO_USAGE } from '../../core/session/usage.ts';
import type { BranchLog } from './branch-log.ts';
import { compactionSentence } from './compaction-sentence.ts';
import type { PriorRequest } from './model-call.ts';
import { type RequestWeight, weighRequest } from './request-weight.ts';
import type { SessionContext } from './session-context.ts';

/** Share of the allowed size that a compaction aims at: far enough below it that the next one is not due at once. */
const TARGET = 0.7;
/** After a refusal nobody knows the real limit: half of what was refused is tried next. */
const AFTER_REFUSAL = 0.5;
/** The least share of a context that is worth breaking its cached prefix for, as long as nothing was refused. */
const LEAST_FREED = 0.05;

export interface Relief {
  readonly trigger: Compaction['trigger'];
  readonly builder: RequestBuilder;
  readonly snapshot: Snapshot;
  /** The branch's last request, or its parent's. */
  readonly prior: PriorRequest | null;
  /** Asks the model for a summary of these messages; null when there is none to be had. */
  summarise(messages: readonly Message[]): Promise<string | null>;
}

/** Makes room in the context of one branch, before a request or after the provider refused one. */
export class Compactor {
  readonly #context: SessionContext;
  readonly #log: BranchLog;

  constructor(context: SessionContext, log: BranchLog) {
    this.#context = context;
    this.#log = log;
  }

  /** True when the context is smaller now. What would not make it smaller is never done. */
  async relieve(relief: Relief): Promise<boolean> {
    const { trigger, prior } = relief;
    const settings = this.#context.settings();
    const inherited = prior?.relation === 'parent' ? prior.requestId : null;
    const weight = weighRequest(
      this.#context.journal.state,
      this.#log.branch,
      this.#build(relief),
      settings,
      inherited,
    );
    if (trigger === 'window' && (!weight.isFresh || weight.tokens < weight.allowed)) return false;
    const reads = planDuplicateReads(this.#log.messages, this.#log.branch.root);
    if (reads) this.#apply(relief, weight, 'duplicate-reads', reads.change);
    if (reads?.isEnough) return true;
    if (settings.compaction === 'summary' && canSumUp(this.#log.messages)) {
      const { messages } = this.#log;
      const summary = await relief.summarise(messages);
      const change = summary === null ? null : planSummary(messages, summary);
      if (change && this.#apply(relief, weight, 'summary', change)) return true;
    }
    const change = planTruncation(this.#log.messages, this.#targetBytes(relief, weight));
    const cut = change !== null && this.#apply(relief, weight, 'truncation', change);
    return cut || reads !== null;
  }

  #targetBytes(relief: Relief, { allowed, tokens, tokensPerByte }: RequestWeight): number {
    const target = Math.min(allowed * TARGET, relief.trigger === 'overflow' ? tokens * AFTER_REFUSAL : Infinity);
    const built = this.#build(relief);
    const inMessages = bytesOf(built, 'message');
    const framing = inMessages / Math.max(1, totalBytes(this.#log.messages));
    const head = built.totalBytes - inMessages;
    return Math.max(0, (target / tokensPerByte - head) / Math.max(1, framing));
  }

  #apply(relief: Relief, weight: RequestWeight, kind: Compaction['kind'], change: CompactionChange): boolean {
    const { messages } = this.#log;
    const after = applyChange(messages, change);
    const bytes = { before: totalBytes(messages), after: totalBytes(after) };
    const least = relief.trigger === 'window' ? bytes.before * LEAST_FREED : 0;
    if (bytes.before - bytes.after <= least) return false;
    const compaction: Omit<Compaction, 'branch'> = {
      type: 'compaction',
      kind,
      trigger: relief.trigger,
      change,
      before: { messages: messages.length, bytes: bytes.before },
      after: { messages: after.length, bytes: bytes.after },
      tokens: weight.tokens,
      allowedTokens: weight.allowed,
      prefix: relief.prior && this.#prefixAfter(relief, relief.prior, after, weight),
    };
    this.#log.append(compaction);
    const text = compactionSentence(compaction);
    this.#context.journal.append({ type: 'notice', level: 'info', branch: this.#log.id, text });
    return true;
  }

  /** What the cache still holds of the next request, and what has to be read anew although it was sent before. */
  #prefixAfter(
    { builder, snapshot }: Relief,
    prior: PriorRequest,
    after: readonly Message[],
    { tokensPerByte }: RequestWeight,
  ): CompactedPrefix {
    const [before, next] = [builder.build(snapshot, this.#log.messages), builder.build(snapshot, after)];
    const { sharedBytes, againstBytes } = comparePrefix(prior.segments, next.segments, prior.requestId, prior.relation);
    const unsent = Math.max(0, before.totalBytes - againstBytes);
    const rereadTokens = Math.round(Math.max(0, next.totalBytes - sharedBytes - unsent) * tokensPerByte);
    const price = findPrice(this.#context.prices, snapshot.model);
    const anew = costOfRequest({ ...NO_USAGE, input: rereadTokens }, price);
    const cached = costOfRequest({ ...NO_USAGE, input: rereadTokens, cacheRead: rereadTokens }, price);
    return {
      keptBytes: sharedBytes,
      lostBytes: againstBytes - sharedBytes,
      rereadTokens,
      extraCost: anew === null || cached === null ? null : anew - cached,
    };
  }

  #build({ builder, snapshot }: Relief): BuiltRequest {
    return builder.build(snapshot, this.#log.messages);
  }
}

function bytesOf({ segments }: BuiltRequest, wanted: 'message'): number {
  return segments.reduce((total, { kind, bytes }) => total + (kind === wanted ? bytes : 0), 0);
}
