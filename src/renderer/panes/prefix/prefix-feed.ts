import type { SessionState } from '../../../core/session/state.ts';
import { type Feed, Remembered } from '../shared/use-feed.ts';
import { type PrefixFacts, prefixFacts } from './facts.ts';
import { familyOf, type PrefixFamily } from './family.ts';

export interface PrefixView {
  readonly start: PrefixFamily;
  readonly now: PrefixFamily;
  readonly facts: PrefixFacts;
}

const EMPTY: PrefixFamily = { lanes: [], self: null, head: null };
const NO_FACTS: PrefixFacts = { shared: null, expectedTokens: null, reportedTokens: null, sentences: [] };

/** What the prefix pane shows; it changes only when a request of the family does. */
export class PrefixFeed implements Feed<PrefixView> {
  readonly #view = new Remembered<PrefixView>();

  read(state: SessionState, branchId: string): PrefixView {
    const branch = state.branches[branchId];
    const head = (branch?.forkPoint && state.branches[branch.forkPoint.branch]) ?? branch;
    const family = [head, branch, ...(head?.children.map((id) => state.branches[id]) ?? [])];
    const inputs = family.flatMap((member) => [
      member?.id,
      member?.title,
      ...(member?.requests.map((id) => state.requests[id]) ?? []),
    ]);
    return this.#view.get([branchId, ...inputs], () => {
      const start = familyOf(state, branchId, 'start');
      const now = familyOf(state, branchId, 'now');
      return branch
        ? { start, now, facts: prefixFacts(state, branch, start) }
        : { start: EMPTY, now: EMPTY, facts: NO_FACTS };
    });
  }
}
