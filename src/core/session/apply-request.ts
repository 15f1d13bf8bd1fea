import { passTime } from './branch-time.ts';
import type { Draft } from './draft.ts';
import type {
  RequestEnded,
  RequestFailed,
  RequestFirstByte,
  RequestStarted,
  RequestUsage,
  SessionEvent,
  TextDelta,
} from './events.ts';
import { addUsage } from './usage.ts';

type At<T> = T & Pick<SessionEvent, 'at' | 'seq'>;

/** Once a price is unknown the sum stays unknown. */
function addCost(sum: number | null, cost: number | null): number | null {
  return sum === null || cost === null ? null : sum + cost;
}

export function applyRequestStarted(draft: Draft, event: At<RequestStarted>): void {
  const branch = draft.branch(event.branch);
  draft.addRequest({
    requestId: event.requestId,
    branch: event.branch,
    step: event.step,
    attempt: event.attempt,
    model: event.model,
    startedAt: event.at,
    firstByteAt: null,
    endedAt: null,
    base: event.base,
    added: event.added,
    totalBytes: event.totalBytes,
    prefix: event.prefix,
    cache: event.cache ?? null,
    purpose: event.purpose ?? null,
    usage: null,
    estimated: false,
    usageSoFar: null,
    cost: null,
    uncachedCost: null,
    freshCost: undefined,
    finishReason: null,
    failure: null,
  });
  branch.requests.push(event.requestId);
  passTime(branch, event.at, { requests: 1 });
  branch.steps = event.step;
  branch.model = event.model;
  branch.live = { text: '', thought: '' };
}

export function applyRequestFirstByte(draft: Draft, event: At<RequestFirstByte>): void {
  draft.updateRequest(event.requestId, { firstByteAt: event.at });
}

export function applyRequestUsage(draft: Draft, { requestId, usage, cost }: At<RequestUsage>): void {
  draft.updateRequest(requestId, { usageSoFar: { usage, cost } });
}

export function applyTextDelta(draft: Draft, event: At<TextDelta>): void {
  const branch = draft.branch(event.branch);
  branch.live = event.thought
    ? { ...branch.live, thought: branch.live.thought + event.text }
    : { ...branch.live, text: branch.live.text + event.text };
}

export function applyRequestEnded(draft: Draft, event: At<RequestEnded>): void {
  const branch = draft.branch(event.branch);
  const { at: endedAt, usage, cost, uncachedCost, freshCost, finishReason, estimated = false } = event;
  const end = { endedAt, usage, cost, uncachedCost, freshCost, finishReason, estimated, usageSoFar: null };
  draft.updateRequest(event.requestId, end);
  passTime(branch, endedAt, { requests: -1 });
  if (estimated) branch.estimatedUsage += 1;
  if (event.usage) branch.usage = addUsage(branch.usage, event.usage);
  else branch.unknownUsage += 1;
  branch.cost = addCost(branch.cost, event.cost);
  branch.uncachedCost = addCost(branch.uncachedCost, event.uncachedCost);
}

/** A broken attempt leaves nothing in the conversation; its tokens are counted apart, its cost is paid all the same. */
export function applyRequestFailed(draft: Draft, event: At<RequestFailed>): void {
  const branch = draft.branch(event.branch);
  const { kind, message, retryInMs } = event;
  draft.updateRequest(event.requestId, {
    endedAt: event.at,
    usage: event.usage,
    estimated: event.estimated ?? false,
    usageSoFar: null,
    cost: event.cost,
    failure: { kind, message, retryInMs },
  });
  passTime(branch, event.at, { requests: -1 });
  if (event.estimated) branch.estimatedUsage += 1;
  if (event.usage) branch.brokenUsage = addUsage(branch.brokenUsage, event.usage);
  if (event.cost !== null) branch.cost = addCost(branch.cost, event.cost);
  branch.live = { text: '', thought: '' };
}
