import { firstRequestOf } from '../prefix/cache-outcome.ts';
import type { BranchState, SessionState } from '../session/state.ts';

export type PrefixShare =
  /** No request has left yet: nothing can be said. */
  | { readonly kind: 'unknown' }
  /** Started from prepared parameters, or a fresh context: nothing is shared by design. */
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'shared';
      /** Share of the branch's first request that is its parent's bytes, 0 to 1. */
      readonly share: number;
      readonly sharedBytes: number;
      readonly totalBytes: number;
      /** True when the parent's whole request is contained in it: then only the fork's own directive is new. */
      readonly whole: boolean;
      /** Null when the parent's request is wholly contained; else why it is not. */
      readonly cause: string | null;
    };

/** What a branch's first request shares with its parent, for the edge between them. */
export function prefixShareOf(state: SessionState, branch: BranchState): PrefixShare {
  const first = firstRequestOf(state, branch);
  if (!first) return branch.snapshot === 'prepared' ? { kind: 'nothing' } : { kind: 'unknown' };
  const prefix = first.prefix;
  if (prefix?.relation !== 'parent' || prefix.sharedBytes === 0 || first.totalBytes === 0) return { kind: 'nothing' };
  return {
    kind: 'shared',
    share: Math.min(1, prefix.sharedBytes / first.totalBytes),
    sharedBytes: prefix.sharedBytes,
    totalBytes: first.totalBytes,
    whole: prefix.divergence === null && prefix.sharedBytes >= prefix.againstBytes,
    cause: prefix.divergence?.cause ?? null,
  };
}
