import { utf8Length } from '../../core/prefix/build-request.ts';
import { expandSegments } from '../../core/prefix/expand-segments.ts';
import type { PrefixReport, Segment } from '../../core/prefix/segments.ts';
import type { Message } from '../../core/session/message.ts';
import { contextOf } from '../../core/session/selectors.ts';
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

/** The last request of a branch, read back from disk; null when it never sent one or its bytes are gone. */
export async function priorRequestOf(
  state: SessionState,
  branch: BranchState,
  blobs: BlobStore,
  relation: PrefixReport['relation'],
): Promise<PriorRequest | null> {
  const requestId = branch.requests.at(-1);
  if (requestId === undefined) return null;
  try {
    const segments = await storedSegments(state, requestId, blobs);
    // A request of an imported session has no bytes.
    return segments.length === 0 ? null : { requestId, relation, segments };
  } catch {
    return null;
  }
}

/**
 * What a fork of `branch` with this history is compared with: the last request of the branch, or of the nearest
 * ancestor that sent one, as far as it is the history's. What the parent said after the fork point is not the fork's to
 * share. Null when no request was ever sent.
 */
export async function forkPriorOf(
  state: SessionState,
  branch: BranchState,
  history: readonly Message[],
  blobs: BlobStore,
): Promise<PriorRequest | null> {
  let source: BranchState | undefined = branch;
  let messages = history.at(-1)?.role === 'user' ? history.length - 1 : history.length;
  while (source && source.requests.length === 0 && source.forkPoint) {
    const { forkPoint }: BranchState = source;
    source = state.branches[forkPoint.branch];
    const context = source ? contextOf(state, source.id) : [];
    messages = Math.min(messages, context.findIndex(({ id }) => id === forkPoint.messageId) + 1);
  }
  const prior = source ? await priorRequestOf(state, source, blobs, 'parent') : null;
  if (!prior) return null;
  const head = prior.segments.filter(({ kind }) => kind !== 'message').length;
  return { ...prior, segments: prior.segments.slice(0, head + messages) };
}
