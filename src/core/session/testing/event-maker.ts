import type { BranchCreated, EventBody, RequestStarted, SessionCreated, SessionEvent } from '../events.ts';
import type { CallPart, Message, Part } from '../message.ts';

/** Numbers bodies as a log would: line n at n seconds. */
export function stored(bodies: readonly EventBody[]): SessionEvent[] {
  return bodies.map((body, index) => ({ seq: index + 1, at: (index + 1) * 1000, ...body }));
}

export const SESSION_CREATED: SessionCreated = {
  type: 'session-created',
  version: 1,
  sessionId: 's1',
  title: 'Count the files',
  workspace: { root: '/repo', gitBranch: 'main', head: 'a'.repeat(40) },
  provider: 'demo',
  model: 'demo-flash',
  approval: 'edits',
  isolation: 'worktree',
  maxForks: 8,
  budget: null,
};

export function branchCreated(branch: string, change: Partial<BranchCreated> = {}): BranchCreated {
  return {
    type: 'branch-created',
    branch,
    parent: null,
    kind: 'root',
    title: branch,
    directive: null,
    forkPoint: null,
    callId: null,
    snapshot: 'inherited',
    snapshotVersion: 1,
    root: '/repo',
    ...change,
  };
}

/** A first request that shares nothing and holds no bytes worth naming. */
export function requestStarted(
  branch: string,
  requestId: string,
  change: Partial<RequestStarted> = {},
): RequestStarted {
  return {
    type: 'request-started',
    branch,
    requestId,
    step: 1,
    attempt: 1,
    model: 'demo-flash',
    base: null,
    added: [],
    totalBytes: 10,
    chain: 'c',
    prefix: null,
    ...change,
  };
}

export function user(id: string, ...parts: readonly (Part | string)[]): Message {
  return { id, role: 'user', parts: parts.map(toPart) };
}

export function model(id: string, ...parts: readonly (Part | string)[]): Message {
  return { id, role: 'model', parts: parts.map(toPart) };
}

export function call(callId: string, name: string, args: unknown = {}): CallPart {
  return { kind: 'call', callId, name, args };
}

function toPart(part: Part | string): Part {
  return typeof part === 'string' ? { kind: 'text', text: part } : part;
}
