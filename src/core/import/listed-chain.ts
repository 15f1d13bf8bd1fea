import type { BranchCreated } from '../session/events.ts';
import type { DraftChain, DraftEvent } from './transcript-draft.ts';

/** A branch whose events are made while its file is read. */
export class ListedChain implements DraftChain {
  readonly created: BranchCreated;
  readonly after: string | null;
  readonly list: DraftEvent[] = [];

  constructor(created: BranchCreated, after: string | null) {
    this.created = created;
    this.after = after;
  }

  get bornAt(): number | null {
    return this.list.find(({ at }) => at !== null)?.at ?? null;
  }

  get lastAt(): number | null {
    return this.list.findLast(({ at }) => at !== null)?.at ?? null;
  }

  add(...events: readonly DraftEvent[]): void {
    this.list.push(...events);
  }

  events(): Iterable<DraftEvent> {
    return this.list;
  }
}
