import { utf8Length } from '../../core/prefix/build-request.ts';
import { expandSegments } from '../../core/prefix/expand-segments.ts';
import type { PrefixReport, Segment } from '../../core/prefix/segments.ts';
import type { Message } from '../../core/session/message.ts';
import { compactionsMadeAt, historyUpTo } from '../../core/session/selectors.ts';
import type { BranchState, SessionState } from '../../core/session/state.ts';
import type { BlobStore } from '../transcripts/blob-store.ts';
import type { PriorRequest } from './model-call.ts';

/** The exact segments of a stored request, as they were sent. */
export async function storedSegments(state: SessionState, requestId: string, blobs: BlobStore): Promise<Segment[]> {
  return Promise.all(
    expandSegments(state.requests, requestId).map(async ({ kind, hash }): Promise<Segment> => {
      const text = await blobs.get(hash);
      return { kind, hash, text, bytes: utf8Length(text) };
    }),
  );
}

/** The last request of a branch for a step of its own, read back from disk; null without one, and when its bytes are gone. */
export function priorRequestOf(
  state: SessionState,
  branch: BranchState,
  blobs: BlobStore,
  relation: PrefixReport['relation'],
): Promise<PriorRequest | null> {
  return readBack(state, stepRequests(state, branch.requests).at(-1), blobs, relation);
}

/**
 * What a fork of `branch` with this history is compared with: the last request that was made of it, by the branch or by
 * the nearest ancestor that sent one, as far as it is the history's. What the parent said after the fork point is not the
 * fork's to share. A fork from a message (null: the end) that a compaction has since replaced starts from a request
 * before that compaction. Null when no request was ever sent.
 */
export async function forkPriorOf(
  state: SessionState,
  branch: BranchState,
  messageId: string | null,
  history: readonly Message[],
  blobs: BlobStore,
): Promise<PriorRequest | null> {
  const messages = history.at(-1)?.role === 'user' ? history.length - 1 : history.length;
  const starts = [...startsOf(state, branch, messageId, messages)];
  // One that was refused has left nothing in a cache: an ancestor's answered one is the better start.
  const start = starts.find(({ requestId }) => state.requests[requestId]?.failure === null) ?? starts[0];
  const prior = start ? await readBack(state, start.requestId, blobs, 'parent') : null;
  if (!start || !prior) return null;
  const head = prior.segments.filter(({ kind }) => kind !== 'message').length;
  return { ...prior, segments: prior.segments.slice(0, head + start.messages) };
}

interface Start {
  readonly requestId: string;
  /** How many of its messages are the fork's too. */
  readonly messages: number;
}

/** The requests that a fork may start from, the nearest first: one of the branch, one of each of its ancestors. */
function* startsOf(
  state: SessionState,
  branch: BranchState,
  messageId: string | null,
  messages: number,
  compactions = branch.compactions.length,
): Generator<Start> {
  const made =
    messageId === null ? compactions : (compactionsMadeAt(state, branch.id, messageId, compactions) ?? compactions);
  const requestId = lastBeforeCompaction(state, branch, made);
  if (requestId !== undefined) yield { requestId, messages };
  const { forkPoint, parentCompactions } = branch;
  const parent = forkPoint && state.branches[forkPoint.branch];
  if (!parent) return;
  const inherited = historyUpTo(state, parent.id, forkPoint.messageId, parentCompactions);
  yield* startsOf(state, parent, forkPoint.messageId, Math.min(messages, inherited.length), parentCompactions);
}

/** The last request that a branch sent while `made` compactions were made; an answered one before others. */
function lastBeforeCompaction(
  state: SessionState,
  { requests, compactions }: BranchState,
  made: number,
): string | undefined {
  const next = compactions[made];
  const sent = next ? requests.slice(0, requests.indexOf(next.afterRequest ?? '') + 1) : requests;
  const steps = stepRequests(state, sent);
  return steps.findLast((id) => state.requests[id]?.failure === null) ?? steps.at(-1);
}

/** Requests for a step; one for a summary is made of the same messages, but nothing goes on from it. */
function stepRequests(state: SessionState, requests: readonly string[]): string[] {
  return requests.filter((id) => state.requests[id]?.purpose === null);
}

async function readBack(
  state: SessionState,
  requestId: string | undefined,
  blobs: BlobStore,
  relation: PrefixReport['relation'],
): Promise<PriorRequest | null> {
  if (requestId === undefined) return null;
  try {
    const segments = await storedSegments(state, requestId, blobs);
    const model = state.requests[requestId]?.model ?? '';
    // A request of an imported session has no bytes.
    return segments.length === 0 ? null : { requestId, model, relation, segments };
  } catch {
    return null;
  }
}
