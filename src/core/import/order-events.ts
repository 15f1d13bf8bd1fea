import { LOG_VERSION, type SessionCreated } from '../session/events.ts';
import { branchAnchor, type DraftChain, type DraftEvent, type TranscriptDraft } from './transcript-draft.ts';

export interface ImportIdentity {
  readonly sessionId: string;
  /** Absolute path of the source. */
  readonly path: string;
  /** Stands in where the source states no time at all, in milliseconds since 1970. */
  readonly fallbackAt: number;
}

/** An event with its time. Along the log, times never go back. */
export interface TimedEvent {
  readonly at: number;
  readonly event: DraftEvent;
}

/** What a reader of a growing transcript was told before. */
export interface ToldBefore {
  readonly at: number;
  /** Number of events told, by branch. */
  readonly events: ReadonlyMap<string, number>;
  readonly notices: number;
  readonly problems: number;
}

interface Lane {
  readonly order: number;
  readonly source: Iterator<DraftEvent>;
  /** Changed only while the lane stands in no queue, as its time is. */
  next: DraftEvent;
  at: number;
}

/**
 * One log from all branches. Inside a branch the order is that of the file, whatever its clock says: a time that goes
 * back is taken for that of the event before. Between branches the times decide, and no branch is born before the
 * event it starts from.
 */
export function* orderEvents(
  draft: TranscriptDraft,
  identity: ImportIdentity,
  told?: ToldBefore,
): Generator<TimedEvent> {
  const start = told?.at ?? earliest(draft.chains) ?? identity.fallbackAt;
  if (!told) yield { at: start, event: { at: start, body: sessionCreated(draft, identity) } };
  const lanes = new LaneQueue();
  const waiting = new Map<string, { chain: DraftChain; order: number }[]>();
  let now = start;
  const begin = (chain: DraftChain, order: number): void => {
    const source = eventsOf(chain, told?.events.get(chain.created.branch) ?? 0)[Symbol.iterator]();
    const first = source.next();
    if (first.done) return;
    lanes.push({ order, source, next: first.value, at: Math.max(now, first.value.at ?? now) });
  };
  for (const [order, chain] of draft.chains.entries()) {
    const isBorn = chain.after === null || told?.events.has(chain.created.branch) === true;
    const others = chain.after === null ? undefined : waiting.get(chain.after);
    if (isBorn || chain.after === null) begin(chain, order);
    else if (others) others.push({ chain, order });
    else waiting.set(chain.after, [{ chain, order }]);
  }
  for (;;) {
    const lane = lanes.pop();
    if (!lane) {
      // What a branch waits for may be lost: it is shown all the same, in the order of the file.
      const [orphan] = waiting;
      if (!orphan) break;
      waiting.delete(orphan[0]);
      for (const { chain, order } of orphan[1]) begin(chain, order);
      continue;
    }
    now = lane.at;
    yield { at: now, event: lane.next };
    const freed = lane.next.anchor === undefined ? undefined : waiting.get(lane.next.anchor);
    if (freed && lane.next.anchor !== undefined) {
      waiting.delete(lane.next.anchor);
      for (const { chain, order } of freed) begin(chain, order);
    }
    const following = lane.source.next();
    if (following.done) continue;
    lane.next = following.value;
    lane.at = Math.max(now, following.value.at ?? now);
    lanes.push(lane);
  }
  for (const notice of draft.notices.slice(told?.notices ?? 0))
    yield { at: now, event: { at: now, body: { type: 'notice', branch: null, ...notice } } };
  for (const problem of draft.problems.slice(told?.problems ?? 0))
    yield { at: now, event: { at: now, body: { type: 'source-problem', ...problem } } };
}

/** The birth of a branch and its events, without the first `skip` of them. */
export function* eventsOf(chain: DraftChain, skip = 0): Generator<DraftEvent> {
  let number = 0;
  const born: DraftEvent = { at: chain.bornAt, body: chain.created, anchor: branchAnchor(chain.created.branch) };
  if (number++ >= skip) yield born;
  for (const event of chain.events()) if (number++ >= skip) yield event;
}

function earliest(chains: readonly DraftChain[]): number | null {
  let first: number | null = null;
  for (const { bornAt } of chains) if (bornAt !== null && (first === null || bornAt < first)) first = bornAt;
  return first;
}

function sessionCreated(draft: TranscriptDraft, { sessionId, path }: ImportIdentity): SessionCreated {
  return {
    type: 'session-created',
    version: LOG_VERSION,
    sessionId,
    title: draft.title,
    workspace: { root: draft.root, gitBranch: draft.gitBranch, head: '' },
    provider: draft.provider,
    model: draft.model,
    approval: 'none',
    isolation: 'none',
    maxForks: 8,
    budget: null,
    importedFrom: { tool: draft.tool, path, id: draft.foreignId },
    ...(draft.timesKnown ? {} : { timesKnown: false as const }),
    ...(draft.usageKnown ? {} : { usageKnown: false as const }),
  };
}

/** A binary heap: the earliest event first, of equals that of the branch that came first in the file. */
class LaneQueue {
  readonly #lanes: Lane[] = [];

  push(lane: Lane): void {
    const lanes = this.#lanes;
    let at = lanes.push(lane) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(lanes[at], lanes[above])) break;
      swap(lanes, at, above);
      at = above;
    }
  }

  pop(): Lane | null {
    const lanes = this.#lanes;
    const first = lanes[0];
    const last = lanes.pop();
    if (!first || !last) return null;
    if (lanes.length === 0) return first;
    lanes[0] = last;
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const smaller = isBefore(lanes[left + 1], lanes[left]) ? left + 1 : left;
      if (!isBefore(lanes[smaller], lanes[at])) return first;
      swap(lanes, at, smaller);
      at = smaller;
    }
  }
}

function isBefore(a: Lane | undefined, b: Lane | undefined): boolean {
  if (!a || !b) return false;
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

function swap(lanes: Lane[], a: number, b: number): void {
  const [first, second] = [lanes[a], lanes[b]];
  if (!first || !second) return;
  lanes[a] = second;
  lanes[b] = first;
}
