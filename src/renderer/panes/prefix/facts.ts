import { cacheOutcomeOf } from '../../../core/prefix/cache-outcome.ts';
import type { BranchState, RequestState, SessionState } from '../../../core/session/state.ts';
import { formatCount } from '../shared/format.ts';
import type { PrefixFamily } from './family.ts';

export interface PrefixFacts {
  /** Bytes of the parent's request that this branch's request begins with, and how many it has; null without a parent. */
  readonly shared: { readonly bytes: number; readonly of: number } | null;
  /** Tokens read from the cache: what the shared bytes promise, and what the provider reported. */
  readonly expectedTokens: number | null;
  readonly reportedTokens: number | null;
  /** Plain sentences, most important first. */
  readonly sentences: readonly string[];
}

export function prefixFacts(state: SessionState, branch: BranchState, family: PrefixFamily): PrefixFacts {
  const first = family.self?.request ?? null;
  const head = family.head?.role === 'head' ? family.head.request : null;
  const report = first?.prefix?.relation === 'parent' ? first.prefix : null;
  if (!first || !report || !head) return { ...NO_PARENT, sentences: withoutParent(branch, family) };
  const { expected, reported, reason, sentence } = cacheOutcomeOf(state, first);
  const shared = { bytes: report.sharedBytes, of: report.againstBytes };
  const sentences = [
    sharingSentence(report, family.head?.title ?? 'the parent'),
    // Where the bytes part, the sentence before has said so.
    reason === 'unknown' || reason === 'prefix-differs' ? null : sentence,
    ...brokenSteps(state, branch),
  ].filter((sentence) => sentence !== null);
  return { shared, expectedTokens: expected, reportedTokens: reported, sentences };
}

const NO_PARENT = { shared: null, expectedTokens: null, reportedTokens: null } as const;

function withoutParent(branch: BranchState, family: PrefixFamily): string[] {
  if (branch.parent === null) {
    const forks = family.lanes.filter(({ role }) => role !== 'self').length;
    return forks > 0
      ? ['The forks below begin with the marked part of this request.']
      : ['Nothing was forked from here yet.'];
  }
  if (branch.kind === 'subagent')
    return ['A subagent begins with a context of its own: it shares nothing with its parent.'];
  return ['This branch began before its parent had sent a request: it shares nothing with it.'];
}

function sharingSentence({ divergence, againstBytes }: NonNullable<RequestState['prefix']>, parent: string): string {
  return divergence === null
    ? `It begins with all ${formatCount(againstBytes)} bytes of the request of ${parent} it was forked from.`
    : `It parts from the request of ${parent} at byte ${formatCount(divergence.byte)}: ${divergence.cause}.`;
}

/** Later requests should begin with all of the one before. */
function brokenSteps(state: SessionState, branch: BranchState): string[] {
  return branch.requests.flatMap((id) => {
    const request = state.requests[id];
    if (request?.prefix?.relation !== 'own' || request.prefix.divergence === null) return [];
    const { byte, cause } = request.prefix.divergence;
    return `Step ${request.step} broke its own prefix at byte ${formatCount(byte)}: ${cause}.`;
  });
}
