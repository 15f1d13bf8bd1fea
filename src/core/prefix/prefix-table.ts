import { DIRECTIVE_PREFIX } from '../fork/fork-agent.ts';
import { branchesOf } from '../session/selectors.ts';
import type { BranchState, SessionState } from '../session/state.ts';
import { utf8Length } from './build-request.ts';
import { cacheClockOf } from './cache-clock.ts';
import { cacheOutcomeOf, firstRequestOf } from './cache-outcome.ts';
import { comparePrefix } from './compare.ts';
import type { CacheReason } from './explain-cache.ts';
import type { Divergence, Segment } from './segments.ts';

/** Where a fork's first request parts from its siblings'. */
export interface SiblingDifference {
  readonly against: string;
  readonly byte: number;
  readonly path: string;
  /** True when that byte is one of the directive's own text. */
  readonly insideDirective: boolean;
}

export interface PrefixRow {
  readonly branch: string;
  readonly title: string;
  readonly parentId: string | null;
  readonly requestId: string;
  readonly requestBytes: number;
  /** The request that it is compared with, and whose branch sent that; null for a session's first. */
  readonly against: { readonly requestId: string; readonly branch: string | null } | null;
  /** Bytes that the branch's first request shares with its parent's last one, of `againstBytes`. */
  readonly sharedBytes: number | null;
  readonly againstBytes: number | null;
  readonly firstDivergence: Divergence | null;
  /** Tokens of the first request that the shared bytes promised to be cached, and those that the provider reported. */
  readonly cachedTokens: {
    readonly expected: number | null;
    readonly reported: number | null;
    /** Why fewer were reported than expected; `as-promised` when they were not. */
    readonly reason: CacheReason;
    readonly sentence: string;
  };
  /** When the branch's prefix goes, or went, out of the cache, in milliseconds since 1970; null when nobody can say. */
  readonly coldAt: number | null;
  /** The nearest difference from any sibling; null for a branch without siblings. */
  readonly siblings: SiblingDifference | null;
}

/** One row per branch that sent a request. `segmentsOf` gives the stored bytes of a branch's first request. */
export function prefixTable(
  state: SessionState,
  segmentsOf: (branch: string) => readonly Segment[] | undefined,
): PrefixRow[] {
  return branchesOf(state).flatMap((branch) => {
    const row = rowOf(state, branch, segmentsOf);
    return row ? [row] : [];
  });
}

function rowOf(
  state: SessionState,
  branch: BranchState,
  segmentsOf: (branch: string) => readonly Segment[] | undefined,
): PrefixRow | null {
  const request = firstRequestOf(state, branch);
  if (!request) return null;
  const { prefix, totalBytes } = request;
  const clock = cacheClockOf(state, branch.id, state.lastAt);
  return {
    branch: branch.id,
    title: branch.title,
    parentId: branch.parent,
    requestId: request.requestId,
    requestBytes: totalBytes,
    against: prefix && { requestId: prefix.against, branch: state.requests[prefix.against]?.branch ?? null },
    sharedBytes: prefix?.sharedBytes ?? null,
    againstBytes: prefix?.againstBytes ?? null,
    firstDivergence: prefix?.divergence ?? null,
    cachedTokens: cacheOutcomeOf(state, request),
    coldAt: 'coldAt' in clock ? clock.coldAt : null,
    siblings: nearestSibling(state, branch, segmentsOf),
  };
}

function nearestSibling(
  state: SessionState,
  branch: BranchState,
  segmentsOf: (branch: string) => readonly Segment[] | undefined,
): SiblingDifference | null {
  const own = segmentsOf(branch.id);
  const point = branch.forkPoint?.messageId;
  if (!own || point === undefined) return null;
  const differences = branchesOf(state)
    .filter((other) => other.id !== branch.id && other.forkPoint?.messageId === point)
    .flatMap((other) => {
      const segments = segmentsOf(other.id);
      const divergence = segments && comparePrefix(segments, own, other.id, 'parent').divergence;
      return divergence ? [{ other: other.id, divergence }] : [];
    });
  const first = differences.sort((a, b) => a.divergence.byte - b.divergence.byte)[0];
  if (!first) return null;
  const { byte, path } = first.divergence;
  return {
    against: first.other,
    byte,
    path,
    insideDirective: isInDirective(own, first.divergence, branch.directive ?? ''),
  };
}

/** Whether an offset lies in the directive's text, by its place in the stored bytes. */
function isInDirective(segments: readonly Segment[], { segment, byte }: Divergence, directive: string): boolean {
  const text = segments[segment]?.text ?? '';
  const offset = segments.slice(0, segment).reduce((total, { bytes }) => total + bytes, 0);
  const escaped = JSON.stringify(DIRECTIVE_PREFIX + directive).slice(1, -1);
  const start = text.indexOf(escaped);
  if (start < 0) return false;
  const from = offset + utf8Length(text.slice(0, start + DIRECTIVE_PREFIX.length));
  const to = offset + utf8Length(text.slice(0, start + escaped.length));
  return byte >= from && byte <= to;
}
