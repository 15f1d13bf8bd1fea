import { utf8Length } from '../../core/prefix/build-request.ts';
import { expandSegments } from '../../core/prefix/expand-segments.ts';
import type { PrefixReport, Segment } from '../../core/prefix/segments.ts';
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
    return { requestId, relation, segments: await storedSegments(state, requestId, blobs) };
  } catch {
    return null;
  }
}
