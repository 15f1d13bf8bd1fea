import { fold } from './reduce.ts';
import { type BranchState, EMPTY_SESSION, type RequestState, type SessionState } from './state.ts';

/** Messages and pieces of terminal output that a branch keeps in a preview: about a pane of each. */
const ENTRIES = 16;
const CHUNKS = 40;
/** Calls that keep their times: older ones stand in no message that is kept. */
const CALLS = 40;
/** Requests at either end of a branch that keep their prefix: where sharing shows, and what was asked last. */
const FIRST_REQUESTS = 3;
const LAST_REQUESTS = 8;

/**
 * The state without the most of its text: small enough to be on the screen while the log that it was folded from is
 * still on its way. States, numbers, counts and places are those of the whole.
 */
export function previewOf(state: SessionState): SessionState {
  const branches = Object.entries(state.branches).map(([id, branch]): [string, BranchState] => [
    id,
    {
      ...branch,
      entries: branch.entries.slice(-ENTRIES),
      terminal: branch.terminal.slice(-CHUNKS),
      calls: Object.fromEntries(
        branch.callOrder.slice(-CALLS).flatMap((id) => {
          const call = branch.calls[id];
          return call ? [[id, call]] : [];
        }),
      ),
    },
  ]);
  const whole = new Set(
    Object.values(state.branches).flatMap(({ requests }) => [
      ...requests.slice(0, FIRST_REQUESTS),
      ...requests.slice(-LAST_REQUESTS),
    ]),
  );
  const requests = Object.entries(state.requests).map(([id, request]): [string, RequestState] => [
    id,
    whole.has(id) ? request : { ...request, added: [], prefix: null },
  ]);
  return { ...state, branches: Object.fromEntries(branches), requests: Object.fromEntries(requests) };
}

/** Names of everything that a state, a branch and a request hold: a stored preview with others is of another version. */
export function previewShape(): string {
  const { branches, requests, ...state } = fold(EMPTY_SESSION, [
    {
      seq: 1,
      at: 1,
      type: 'branch-created',
      branch: 'a',
      parent: null,
      kind: 'root',
      title: '',
      directive: null,
      forkPoint: null,
      callId: null,
      snapshot: 'prepared',
      snapshotVersion: 1,
      root: '',
    },
    {
      seq: 2,
      at: 2,
      type: 'request-started',
      branch: 'a',
      requestId: 'r',
      step: 1,
      attempt: 1,
      model: '',
      base: null,
      added: [],
      totalBytes: 0,
      chain: '',
      prefix: null,
    },
  ]);
  return [state, branches.a, requests.r].map((part) => Object.keys(part ?? {}).join()).join(';');
}
