import { setTimeout as sleep } from 'node:timers/promises';
import { messageBytes } from '../../core/compaction/message-bytes.ts';
import { type BuiltRequest, utf8Length } from '../../core/prefix/build-request.ts';
import { cacheRulesFor } from '../../core/prefix/cache-rules.ts';
import { acrossModels, comparePrefix } from '../../core/prefix/compare.ts';
import type { PrefixReport, Segment } from '../../core/prefix/segments.ts';
import { costOfRequest, findPrice, freshCostOfRequest, uncachedCostOfRequest } from '../../core/session/cost.ts';
import type { Part } from '../../core/session/message.ts';
import type { Usage } from '../../core/session/usage.ts';
import { countUsage } from '../../core/subagent/estimate-usage.ts';
import { type FinishReason, type ModelAdapter, ModelError } from '../providers/model-adapter.ts';
import { nextRetry } from '../providers/retry.ts';
import { requireBudget } from './budget-gate.ts';
import type { DeltaBuffer } from './delta-buffer.ts';
import type { SessionContext } from './session-context.ts';
import { SilenceWatch } from './silence-watch.ts';
import { UsageMeter } from './usage-meter.ts';

/** The request that a new one is compared with and stored against. */
export interface PriorRequest {
  readonly requestId: string;
  readonly model: string;
  readonly segments: readonly Segment[];
  readonly relation: PrefixReport['relation'];
}

/** What siblings that are held wait for: the first byte of an answer, its end, or that it did not come. */
export type RequestProgress = 'first-byte' | 'end' | 'error';

/** What a branch wants of its requests beside the usual. */
export interface RequestRules {
  /** An answer without a word is an answer, not a broken attempt. */
  readonly takesEmpty: boolean;
  /** Attempts at one request, from its first to its last; null for as many as the kind of failure is worth. */
  readonly attempts: number | null;
  /** Milliseconds in which the model may send nothing; longer silence is not tried again. Null: the adapter's own limit. */
  readonly silentMs: number | null;
}

export const USUAL_RULES: RequestRules = { takesEmpty: false, attempts: null, silentMs: null };

export interface ModelCall {
  readonly branch: string;
  readonly step: number;
  readonly adapter: ModelAdapter;
  readonly rules: RequestRules;
  readonly built: BuiltRequest;
  /** Set when it does not ask for the branch's next step. */
  readonly purpose?: 'summary';
  /** Why the prefix differs from the prior request's, when that is known; else it is told from the bytes. */
  readonly prefixCause: string | null;
  readonly prior: PriorRequest | null;
  /** See `StreamOptions`. */
  readonly sharedMessages: number;
  readonly signal: AbortSignal;
  readonly deltas: DeltaBuffer;
  /** Runs before each attempt: the pause gate. May throw. */
  beforeAttempt(): Promise<void>;
  onRequest(requestId: string): void;
  onProgress(event: RequestProgress): void;
}

export type ModelAnswer = {
  readonly requestId: string;
  readonly parts: readonly Part[];
  readonly reason: FinishReason;
  readonly providerReason: string;
};

/** The person interrupted while the answer was streaming. `partialText` is what had been shown. */
export class InterruptedError extends Error {
  readonly partialText: string;
  constructor(partialText: string) {
    super('Interrupted.');
    this.name = 'InterruptedError';
    this.partialText = partialText;
  }
}

/**
 * One model request with its bounded retries. Everything is written down: what was sent (before it leaves), what came,
 * what broke. A broken attempt leaves no text, call or usage in the next one.
 */
export async function callModel(context: SessionContext, call: ModelCall): Promise<ModelAnswer> {
  for (let attempt = 1; ; attempt++) {
    await call.beforeAttempt();
    const result = await attemptOnce(context, call, attempt);
    if ('parts' in result) return result;
    await waitForRetry(context, call, result.waitMs, result.message);
  }
}

async function attemptOnce(
  context: SessionContext,
  call: ModelCall,
  attempt: number,
): Promise<ModelAnswer | { readonly waitMs: number; readonly message: string }> {
  const { branch, deltas } = call;
  const requestId = announce(context, call, attempt);
  call.onRequest(requestId);
  const price = findPrice(context.prices, call.built.snapshot.model);
  const meter = new UsageMeter(context, { branch, requestId, price });
  const silence = new SilenceWatch(call.rules.silentMs, call.signal);
  let shownText = '';
  let outputBytes = 0;
  let outputBegan = false;
  let answered = false;
  try {
    const stream = call.adapter.stream(call.built, {
      signal: silence.signal,
      family: context.journal.state.session?.sessionId ?? '',
      sharedMessages: call.sharedMessages,
      callId: () => context.ids('call'),
      onFirstByte: () => {
        context.journal.append({ type: 'request-first-byte', branch, requestId });
        silence.touch();
        call.onProgress('first-byte');
      },
      onUsage: (usage) => meter.note(usage),
    });
    for await (const chunk of stream) {
      silence.touch();
      if (chunk.type === 'text') {
        outputBegan = true;
        outputBytes += utf8Length(chunk.text);
        if (!chunk.thought) shownText += chunk.text;
        deltas.push({ type: 'text-delta', branch, requestId, thought: chunk.thought, text: chunk.text });
        continue;
      }
      deltas.flush();
      const { reason, providerReason, parts } = chunk;
      answered = true;
      if (isBroken(reason, parts, call.rules)) throw brokenAnswer(reason, providerReason, chunk.usage);
      const answerBytes = messageBytes({ id: '', role: 'model', parts });
      const { usage, estimated } = countUsage(chunk.usage, { requestBytes: call.built.totalBytes, answerBytes });
      context.journal.append({
        type: 'request-ended',
        branch,
        requestId,
        finishReason: providerReason,
        usage,
        ...(estimated ? { estimated } : {}),
        cost: costOfRequest(usage, price),
        uncachedCost: uncachedCostOfRequest(usage, price),
        ...(call.sharedMessages > 0 ? { freshCost: freshCost(call, usage, price) } : {}),
      });
      call.onProgress('end');
      return { requestId, parts, reason, providerReason };
    }
    throw new ModelError('stream-cut', 'The answer ended without a finish reason. Try again.');
  } catch (thrown) {
    deltas.flush();
    const error = silence.explain(asModelError(thrown));
    const retry = mayRetry(call.rules, error, attempt)
      ? nextRetry({ error, attempt, outputBegan, random: context.random })
      : null;
    // What was answered is paid for, also when nobody says how much it was. A refusal is not.
    const sizes = { requestBytes: call.built.totalBytes, answerBytes: outputBytes };
    const counted = outputBegan || answered ? countUsage(error.usage, sizes) : { usage: error.usage, estimated: false };
    context.journal.append({
      type: 'request-failed',
      branch,
      requestId,
      kind: error.kind,
      message: error.message,
      usage: counted.usage,
      ...(counted.estimated ? { estimated: true } : {}),
      cost: counted.usage && costOfRequest(counted.usage, price),
      retryInMs: retry?.waitMs ?? null,
    });
    call.onProgress('error');
    if (error.kind === 'aborted') throw new InterruptedError(shownText);
    if (!retry) throw error;
    return { waitMs: retry.waitMs, message: error.message };
  } finally {
    silence.end();
  }
}

function mayRetry({ attempts, silentMs }: RequestRules, { kind }: ModelError, attempt: number): boolean {
  if (kind === 'aborted' || (kind === 'silence' && silentMs !== null)) return false;
  return attempts === null || attempt < attempts;
}

/**
 * Writes the request down before it leaves: its segments, and what they share with the prior request.
 * @throws BranchFailure when the session's budget does not hold it.
 */
function announce(context: SessionContext, call: ModelCall, attempt: number): string {
  const { branch, step, built, prior } = call;
  const compared = prior && comparePrefix(prior.segments, built.segments, prior.requestId, prior.relation);
  const prefix = compared && acrossModels(withCause(compared, call.prefixCause), prior.model, built.snapshot.model);
  const { model } = built.snapshot;
  const cache = cacheRulesFor(call.adapter.cache, model);
  requireBudget(context, { model, totalBytes: built.totalBytes, prefix, cache });
  const requestId = context.ids('request');
  const keep = compared?.sharedSegments ?? 0;
  const added = built.segments.slice(keep);
  for (const segment of added) context.blobs.put(segment.hash, segment.text);
  context.journal.append({
    type: 'request-started',
    branch,
    requestId,
    step,
    attempt,
    model,
    ...(call.purpose === undefined ? {} : { purpose: call.purpose }),
    base: prior && keep > 0 ? { requestId: prior.requestId, keep } : null,
    added: added.map(({ kind, hash, bytes }) => ({ kind, hash, bytes })),
    totalBytes: built.totalBytes,
    chain: built.chain,
    prefix,
    cache,
  });
  return requestId;
}

function withCause(report: PrefixReport, cause: string | null): PrefixReport {
  const { divergence } = report;
  if (cause === null || divergence === null || divergence.kind !== 'message') return report;
  return { ...report, divergence: { ...divergence, cause } };
}

/** Tools and system text stand in front of the messages, a segment each. */
const HEAD_SEGMENTS = 2;

function freshCost({ built, prior, sharedMessages }: ModelCall, usage: Usage, price: ReturnType<typeof findPrice>) {
  const inherited = built.segments.slice(HEAD_SEGMENTS, HEAD_SEGMENTS + sharedMessages);
  const bytes = inherited.reduce((total, segment) => total + segment.bytes, 0);
  const tokens = Math.round((usage.input * bytes) / built.totalBytes);
  return freshCostOfRequest(usage, { tokens, isFirst: prior?.relation !== 'own' }, price);
}

async function waitForRetry(context: SessionContext, call: ModelCall, waitMs: number, why: string): Promise<void> {
  const seconds = Math.ceil(waitMs / 1000);
  context.journal.append({
    type: 'branch-status',
    branch: call.branch,
    status: 'waiting',
    waitingFor: 'retry',
    reason: `tries again in ${seconds} s: ${why}`,
  });
  try {
    await sleep(waitMs, undefined, { signal: call.signal });
  } catch {
    throw new InterruptedError('');
  }
  context.journal.append({ type: 'branch-status', branch: call.branch, status: 'running' });
}

function isBroken(reason: FinishReason, parts: readonly Part[], { takesEmpty }: RequestRules): boolean {
  if (reason === 'malformed-call') return true;
  if (takesEmpty) return false;
  return (reason === 'stop' || reason === 'tool-calls') && !parts.some(isSubstance);
}

function isSubstance(part: Part): boolean {
  return (
    part.kind === 'call' || part.kind === 'image' || (part.kind === 'text' && !part.thought && part.text.trim() !== '')
  );
}

function brokenAnswer(reason: FinishReason, providerReason: string, usage: ModelError['usage']): ModelError {
  return reason === 'malformed-call'
    ? new ModelError(
        'malformed-call',
        `The model wrote a tool call that cannot be read (${providerReason}). Send a message to try again.`,
        { usage },
      )
    : new ModelError('empty-answer', 'The model gave an empty answer. Send a message to try again.', { usage });
}

function asModelError(thrown: unknown): ModelError {
  if (thrown instanceof ModelError) return thrown;
  throw thrown;
}
