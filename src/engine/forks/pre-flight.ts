import { buildChildMessage } from '../../core/fork/child-message.ts';
import { buildForkedMessages } from '../../core/fork/forked-messages.ts';
import { type HoldPlan, planHold } from '../../core/fork/hold.ts';
import { cacheRulesFor } from '../../core/prefix/cache-rules.ts';
import { cacheSources, idleTime } from '../../core/prefix/cache-source.ts';
import { acrossModels, comparePrefix } from '../../core/prefix/compare.ts';
import {
  estimateLaunch,
  type LaunchEstimate,
  RULE_OF_THUMB_TOKENS_PER_BYTE,
} from '../../core/prefix/launch-estimate.ts';
import type { Segment } from '../../core/prefix/segments.ts';
import { findPrice } from '../../core/session/cost.ts';
import type { SessionContext } from '../agent/session-context.ts';
import type { ForkOrigin } from './fork-runner.ts';

export interface PreFlight {
  readonly hold: HoldPlan;
  readonly estimate: LaunchEstimate;
}

/** Looks at a launch before anything of it is written or sent: what its requests share, whether that is warm, what it costs. */
export function preFlight(context: SessionContext, origin: ForkOrigin, count: number): PreFlight {
  const { adapter, builder, clock, journal, prices } = context;
  const { snapshot, history, prior } = origin;
  const { state } = journal;
  const identity = { number: 1, count, description: '', callId: null };
  const child = buildChildMessage('', { identity });
  const common = buildForkedMessages(history, child, adapter.dialect.forkShape, (purpose) => purpose);
  const built = builder.build(snapshot, [...history.slice(0, common.shared), ...common.added]);
  const compared = prior && comparePrefix(prior.segments, built.segments, prior.requestId, prior.relation);
  const prefix = compared && acrossModels(compared, prior.model, snapshot.model);
  const sharedBytes = prefix?.sharedBytes ?? 0;
  const tailBytes = built.totalBytes - sharedBytes;
  const rules = cacheRulesFor(adapter.cache, snapshot.model);
  const idleMs = prior ? idleTime(cacheSources(state.requests, prior.requestId, rules), clock()) : null;
  const hold = planHold({
    siblings: count,
    parentIsWarm: idleMs !== null && idleMs <= rules.ttlMs && prefix?.divergence === null,
    tailBytes,
    readableAfter: rules.readableAfter,
  });
  const estimate = estimateLaunch({
    count,
    promisedBytes: prior ? sumOfBytes(prior.segments) : 0,
    sharedBytes,
    divergence: prefix?.divergence ?? null,
    tailBytes,
    tokensPerByte: tokensPerByte(context, prior?.requestId),
    rules,
    idleMs,
    hold,
    price: findPrice(prices, snapshot.model),
  });
  return { hold, estimate };
}

/** As the provider counted the earlier request, or else the last one that it counted in this session. */
function tokensPerByte({ journal }: SessionContext, requestId: string | undefined): number {
  const { requests } = journal.state;
  const isCounted = (id: string) => (requests[id]?.usage?.input ?? 0) > 0 && (requests[id]?.totalBytes ?? 0) > 0;
  const counted =
    requestId !== undefined && isCounted(requestId) ? requestId : Object.keys(requests).findLast(isCounted);
  const request = counted === undefined ? undefined : requests[counted];
  return request?.usage ? request.usage.input / request.totalBytes : RULE_OF_THUMB_TOKENS_PER_BYTE;
}

function sumOfBytes(segments: readonly Segment[]): number {
  return segments.reduce((total, { bytes }) => total + bytes, 0);
}
