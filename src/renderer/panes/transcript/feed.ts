import { type Seam, seamsOf } from '../../../core/compaction/seams.ts';
import type { ResultPart } from '../../../core/session/message.ts';
import { hasEnded } from '../../../core/session/selectors.ts';
import type { BranchState, RequestState, SessionState, TranscriptEntry } from '../../../core/session/state.ts';
import { Remembered } from '../shared/use-feed.ts';
import { inheritedEntries } from './inherited.ts';
import { type FailureRow, type MessageRow, rowsOfEntry, type TranscriptRow } from './rows.ts';
import { type OpenSeams, withSeams } from './seam-rows.ts';

export interface Transcript {
  readonly rows: readonly TranscriptRow[];
  /** Results by call id. A fork's own placeholder answers the calls it inherited open. */
  readonly results: ReadonlyMap<string, ResultPart>;
  readonly seams: readonly Seam[];
  /** Messages that are no longer in the context, and calls whose results are there in part only: by their ids. */
  readonly behind: ReadonlySet<string>;
}

const NONE: OpenSeams = new Set();

export const EMPTY_TRANSCRIPT: Transcript = { rows: [], results: new Map(), seams: [], behind: new Set() };

/**
 * The rows of one branch, kept by identity: a tick of streamed text gives the very same transcript back, and a new
 * message leaves the rows before it untouched, so that only what changed is drawn again. Which rows there are depends
 * on messages, failed requests and the end; what moves inside a row (a call's state, live text) is read by the row.
 */
export class TranscriptFeed {
  readonly #rows = new WeakMap<TranscriptEntry, readonly MessageRow[]>();
  readonly #transcript = new Remembered<Transcript>();
  readonly #end = new Remembered<Transcript>();

  /** `last`: of a long branch only the rows of so many messages at its end, which are there at once. */
  read(
    state: SessionState,
    branchId: string,
    showShared: boolean,
    openSeams: OpenSeams = NONE,
    last = Number.POSITIVE_INFINITY,
  ): Transcript {
    const branch = state.branches[branchId];
    if (!branch) return EMPTY_TRANSCRIPT;
    if (branch.entries.length > last && branch.compactions.length === 0 && !showShared)
      return this.#end.get([branchId, last, branch.entries.at(-1), hasEnded(branch)], () =>
        this.#buildEnd(branch, last),
      );
    const failures = failuresOf(state, branch);
    const signature = [
      branchId,
      showShared,
      openSeams,
      branch.compactions.length,
      branch.entries.length,
      branch.entries.at(-1),
      failures.length,
      failures.at(-1)?.requestId,
      hasEnded(branch),
    ];
    return this.#transcript.get(signature, () => this.#build(state, branch, failures, { showShared, openSeams }));
  }

  /** Failed requests among them come with the whole. */
  #buildEnd(branch: BranchState, last: number): Transcript {
    const from = branch.entries.length - last;
    const entries = branch.entries.slice(from);
    const rows: TranscriptRow[] = entries.flatMap((entry) => this.#rowsOf(entry, branch.id));
    return { ...EMPTY_TRANSCRIPT, rows: [...rows, tailRow(branch)], results: resultsOf(entries) };
  }

  #build(
    state: SessionState,
    branch: BranchState,
    failures: RequestState[],
    { showShared, openSeams }: { readonly showShared: boolean; readonly openSeams: OpenSeams },
  ): Transcript {
    const inherited = inheritedEntries(state, branch);
    const rows: TranscriptRow[] = [];
    const from = branch.forkPoint?.branch;
    if (from !== undefined && inherited.length > 0) {
      rows.push({ kind: 'shared', key: 'shared', from, count: inherited.length });
      if (showShared) {
        for (const { entry, owner } of inherited) rows.push(...this.#rowsOf(entry, owner));
        rows.push({ kind: 'shared-end', key: 'shared-end' });
      }
    }
    const entries = [...inherited.map(({ entry }) => entry), ...branch.entries];
    const seams =
      branch.compactions.length === 0
        ? []
        : seamsOf(
            branch,
            entries.map(({ message }) => message),
          );
    const ownRows = branch.entries.map((entry) => ({
      messageId: entry.message.id,
      at: entry.at,
      rows: this.#rowsOf(entry, branch.id),
    }));
    for (const row of mergeByTime(withSeams(ownRows, seams, openSeams), failures.map(failureRow))) rows.push(row);
    rows.push(tailRow(branch));
    const behind = seams.flatMap(({ runs, shortened }) => [...runs.flatMap((run) => [...run.messages]), ...shortened]);
    return { rows, results: resultsOf(entries), seams, behind: new Set(behind) };
  }

  /** By entry, not by place: replay goes to and fro between folds that hold other entries at the same place. */
  #rowsOf(entry: TranscriptEntry, owner: string): readonly MessageRow[] {
    const known = this.#rows.get(entry);
    if (known) return known;
    const rows = rowsOfEntry(entry, owner);
    this.#rows.set(entry, rows);
    return rows;
  }
}

function tailRow(branch: BranchState): TranscriptRow {
  return hasEnded(branch) ? { kind: 'end', key: 'end' } : { kind: 'live', key: 'live' };
}

function failuresOf(state: SessionState, branch: BranchState): RequestState[] {
  const failures: RequestState[] = [];
  for (const id of branch.requests) {
    const request = state.requests[id];
    if (request?.failure) failures.push(request);
  }
  return failures;
}

function failureRow(request: RequestState): FailureRow {
  return { kind: 'failure', key: request.requestId, at: request.endedAt ?? request.startedAt, request };
}

/** Both lists are in time order already; a failure at the same moment stands in front of the message that follows it. */
function mergeByTime(
  messages: readonly (TranscriptRow & { readonly at: number })[],
  failures: readonly FailureRow[],
): readonly TranscriptRow[] {
  if (failures.length === 0) return messages;
  const merged: TranscriptRow[] = [];
  let next = 0;
  for (const message of messages) {
    for (let failure = failures[next]; failure && failure.at <= message.at; failure = failures[next]) {
      merged.push(failure);
      next++;
    }
    merged.push(message);
  }
  return [...merged, ...failures.slice(next)];
}

function resultsOf(entries: readonly TranscriptEntry[]): Map<string, ResultPart> {
  const results = new Map<string, ResultPart>();
  for (const { message } of entries) {
    for (const part of message.parts) if (part.kind === 'result') results.set(part.callId, part);
  }
  return results;
}
