import { shell } from 'electron';
import type { Engine } from '../engine/engine.ts';
import type { worktreeRequests } from '../shared/worktree-calls.ts';
import type { Handlers } from './ipc.ts';

/** The window's calls about worktrees. */
export function worktreeHandlers(engine: Engine): Pick<Handlers, keyof typeof worktreeRequests> {
  const team = async (sessionId: string) => (await engine.open(sessionId)).team;
  return {
    'worktree.matrix': async ({ sessionId, changed }) => (await team(sessionId)).matrix(changed),
    'worktree.preview': async ({ sessionId, ...merge }) => (await team(sessionId)).preview(merge),
    'worktree.apply': async ({ sessionId, planId, ...merge }) => (await team(sessionId)).apply(merge, planId),
    'worktree.undo': async ({ sessionId, branch, undoId, force }) =>
      (await team(sessionId)).undo(branch, undoId, { force }),
    'worktree.compare': async ({ sessionId, from, to, file }) => (await team(sessionId)).compare(from, to, file),
    'worktree.loss': async ({ sessionId, branch }) => (await team(sessionId)).loss(branch),
    'worktree.housekeeping': ({ sessionId }) => engine.housekeeping.survey(sessionId),
    'worktree.prune': ({ sessionId, ...options }) => engine.housekeeping.pruneOf(sessionId, options),
    'worktree.setup': ({ sessionId }) => engine.setupInForce(sessionId),
    'worktree.remove': ({ sessionId, path, confirmed }) => engine.housekeeping.remove(sessionId, path, confirmed),
    'worktree.repair': async ({ sessionId, path }) => {
      await engine.housekeeping.repair(sessionId, path);
      return null;
    },
    'worktree.reveal': async ({ sessionId, path }) => {
      shell.showItemInFolder(await engine.housekeeping.known(sessionId, path));
      return null;
    },
    'worktree.restoreBackup': ({ sessionId, ref }) => engine.housekeeping.restore(sessionId, ref),
    'worktree.restore': async ({ sessionId, branch, backup }) => {
      const { path, notices } = await (await team(sessionId)).restore(branch, backup);
      return { path, notices };
    },
  };
}
