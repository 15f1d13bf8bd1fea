import { fold } from '../core/session/reduce.ts';
import { EMPTY_SESSION, type SessionState, type WorktreeState } from '../core/session/state.ts';
import { snapshotOf } from '../core/worktree/past-files.ts';
import type { Engine } from '../engine/engine.ts';
import { EngineFault } from '../engine/engine-fault.ts';
import { print } from './host.ts';
import { localTime, type Moment, momentOf } from './moment.ts';
import { requireChange } from './require-change.ts';

export interface PastDiffCommandOptions {
  /** An event's number or a time, as typed. */
  readonly at: string;
  readonly against: string | undefined;
  readonly file: string | undefined;
  readonly json: boolean;
}

/** `worktree diff --at`: what a branch had changed at a past moment, from the snapshots that were kept then. */
export async function pastDiffCommand(
  engine: Engine,
  target: string,
  branch: string,
  { at, against, file, json }: PastDiffCommandOptions,
): Promise<number> {
  const sessionId = await engine.find(target);
  const events = await engine.storedEvents(sessionId);
  const moment = momentOf(at, events);
  const state = fold(
    EMPTY_SESSION,
    events.filter(({ seq }) => seq <= moment.seq),
  );
  const worktree = worktreeAt(state, branch, moment);
  const past = {
    before: against === undefined ? worktree.baseCommit : keptAt(worktreeAt(state, against, moment), against, moment),
    after: keptAt(worktree, branch, moment),
  };
  const patch = await (await engine.readWorktrees(sessionId)).diff(branch, { file, past });
  const sides = against === undefined ? `in ${branch}` : `from ${against} to ${branch}`;
  requireChange(patch, file, `${sides} as of ${momentWords(moment)}`);
  const shown = { event: moment.seq, time: new Date(moment.at).toISOString() };
  if (json) print(JSON.stringify({ branch, against: against ?? null, at: shown, ...past, patch }, null, 2));
  else process.stdout.write(patch);
  return 0;
}

function worktreeAt(state: SessionState, branch: string, moment: Moment): WorktreeState {
  const found = state.branches[branch];
  if (!found) {
    throw new EngineFault(
      'not-found',
      `There was no branch ${branch} at ${momentWords(moment)}. Name a later moment, or another branch.`,
    );
  }
  if (found.worktree) return found.worktree;
  throw new EngineFault(
    'no-worktree',
    `${branch} had no worktree of its own at ${momentWords(moment)}. Name a later moment, or a fork that has one.`,
  );
}

function keptAt(worktree: WorktreeState, branch: string, moment: Moment): string {
  const kept = snapshotOf(worktree);
  if (kept !== null) return kept;
  throw new EngineFault(
    'no-snapshot',
    `Nothing was kept of the files of ${branch} as of ${momentWords(moment)}. Leave --at out to see them as they are now.`,
  );
}

function momentWords({ seq, at }: Moment): string {
  return `event ${seq} (${localTime(at)})`;
}
