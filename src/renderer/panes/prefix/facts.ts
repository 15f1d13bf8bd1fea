import type { BranchState, RequestState, SessionState } from '../../../core/session/state.ts';
import { formatCount, formatDuration } from '../shared/format.ts';
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

/** A report below this share of the promise is worth a word; tokens are counted in blocks, so a little is always lost. */
const ENOUGH = 0.9;

/** Providers' shortest cache lifetime, in milliseconds (Anthropic's default entry lives 5 minutes). */
const SHORTEST_LIFETIME_MS = 5 * 60_000;

export function prefixFacts(state: SessionState, branch: BranchState, family: PrefixFamily): PrefixFacts {
  const first = family.self?.request ?? null;
  const head = family.head?.role === 'head' ? family.head.request : null;
  const report = first?.prefix?.relation === 'parent' ? first.prefix : null;
  if (!first || !report || !head) return { ...NO_PARENT, sentences: withoutParent(branch, family) };
  const expectedTokens = head.usage ? Math.round((head.usage.input * report.sharedBytes) / report.againstBytes) : null;
  const reportedTokens = first.usage?.cacheRead ?? null;
  const shared = { bytes: report.sharedBytes, of: report.againstBytes };
  const sentences = [
    sharingSentence(report, family.head?.title ?? 'the parent'),
    cacheSentence(expectedTokens, reportedTokens, first, head),
    ...brokenSteps(state, branch),
  ].filter((sentence) => sentence !== null);
  return { shared, expectedTokens, reportedTokens, sentences };
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

function cacheSentence(
  expected: number | null,
  reported: number | null,
  first: RequestState,
  head: RequestState,
): string | null {
  if (expected === null || reported === null) return null;
  if (reported >= expected * ENOUGH) return 'The provider read as much from its cache as the shared bytes promise.';
  const idle = first.startedAt - (head.endedAt ?? head.startedAt);
  if (idle > SHORTEST_LIFETIME_MS) {
    return `The provider read less than promised: the shared part was last used ${formatDuration(idle)} before, so its entry may have gone cold.`;
  }
  return 'The provider read less than the shared bytes promise, and gave no reason.';
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
