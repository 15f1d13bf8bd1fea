import type { PrefixReport } from '../../../src/core/prefix/segments.ts';
import type { EventBody, SessionEvent } from '../../../src/core/session/events.ts';

const ROOT = '/home/kim/tides';
/** Forks of the root; the other branches hang below them, a dozen each and more. */
const FIRST_FORKS = 24;

const SHARED: PrefixReport = {
  against: 'root-r1',
  relation: 'parent',
  sharedBytes: 17_900,
  sharedSegments: 9,
  againstBytes: 17_900,
  divergence: null,
};

/** The log of a session with `count` branches, the first `live` forks of which run; the others have ended. */
export function benchLog(count: number, live: number, now: number): SessionEvent[] {
  const bodies: EventBody[] = [
    {
      type: 'session-created',
      version: 1,
      sessionId: 's1',
      title: `${count} branches`,
      workspace: { root: ROOT, gitBranch: 'main', head: '3f2a91c4' },
      provider: 'demo',
      model: 'm',
      approval: 'edits',
      isolation: 'worktree',
      maxForks: 64,
      budget: 10,
    },
    ...branch('root', null, true),
  ];
  for (let at = 1; at < count; at++) {
    const parent = at <= FIRST_FORKS ? 'root' : `b${1 + (at % FIRST_FORKS)}`;
    bodies.push(...branch(`b${at}`, parent, at <= live));
  }
  return bodies.map((body, at) => ({ ...body, seq: at + 1, at: now - 60_000 + at }));
}

function branch(id: string, parent: string | null, runs: boolean): EventBody[] {
  const usage = { input: 9_910, cacheRead: 9_470, cacheWrite: 0, output: 240, thoughts: 40 };
  return [
    {
      type: 'branch-created',
      branch: id,
      parent,
      kind: parent === null ? 'root' : 'fork',
      title: parent === null ? 'Root' : `Part ${id.slice(1)} of the port`,
      directive: null,
      forkPoint: null,
      callId: null,
      snapshot: 'inherited',
      snapshotVersion: 1,
      root: `${ROOT}/${id}`,
    },
    { type: 'branch-status', branch: id, status: 'running' },
    ...request(id, 1, parent === null ? null : SHARED),
    {
      type: 'request-ended',
      branch: id,
      requestId: `${id}-r1`,
      finishReason: 'STOP',
      usage,
      cost: 0.0007,
      uncachedCost: 0.0031,
    },
    ...(runs ? request(id, 2, null) : [ended(id)]),
  ];
}

function request(branchId: string, step: number, prefix: PrefixReport | null): EventBody[] {
  const requestId = `${branchId}-r${step}`;
  return [
    {
      type: 'request-started',
      branch: branchId,
      requestId,
      step,
      attempt: 1,
      model: 'm',
      base: null,
      added: [],
      totalBytes: 18_400,
      chain: 'c',
      prefix,
    },
    { type: 'request-first-byte', branch: branchId, requestId },
  ];
}

function ended(id: string): EventBody {
  return { type: 'branch-ended', branch: id, status: 'completed', reason: null, report: 'Scope: done.' };
}

/** What one live branch writes in one tick: words always, a tool now and then. */
export function tickOf(id: string, tick: number): EventBody[] {
  const callId = `${id}-c${Math.floor(tick / 12)}`;
  const text = {
    type: 'text-delta',
    branch: id,
    requestId: `${id}-r2`,
    thought: false,
    text: ` word ${tick}`,
  } as const;
  if (tick % 12 === 4)
    return [text, { type: 'tool-started', branch: id, callId, name: 'bash', title: `bash npm test ${tick}` }];
  if (tick % 12 !== 9) return [text];
  return [
    text,
    { type: 'tool-ended', branch: id, callId, status: 'ok', exitCode: 0, signal: null },
    { type: 'worktree-created', branch: id, path: `${ROOT}/${id}`, baseCommit: 'c', gitBranch: null, notices: [] },
    { type: 'worktree-changed', branch: id, files: 2, added: tick, removed: 3, paths: ['src/a.js', 'src/b.js'] },
  ];
}
