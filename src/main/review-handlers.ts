import { shell } from 'electron';
import type { Engine } from '../engine/engine.ts';
import type { reviewRequests } from '../shared/review-calls.ts';
import type { Handlers } from './ipc.ts';

/** The window's calls about reviews. Opening the session first makes sure that no other process writes in its folder. */
export function reviewHandlers(engine: Engine): Pick<Handlers, keyof typeof reviewRequests> {
  return {
    'review.read': async ({ sessionId }) => {
      await engine.open(sessionId);
      return engine.reviews.read(sessionId);
    },
    'review.write': async ({ sessionId, changes }) => {
      await engine.open(sessionId);
      return { entries: await engine.reviews.write(sessionId, changes) };
    },
    'review.sides': async ({ sessionId, branch, against, past, path, from }) =>
      (await engine.open(sessionId)).team.sides(branch, { against, past }, path, from),
    'review.reveal': async ({ sessionId, branch, path }) => {
      shell.showItemInFolder(await (await engine.open(sessionId)).team.fileOnDisk(branch, path));
      return null;
    },
  };
}
