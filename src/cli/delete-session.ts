import type { Engine } from '../engine/engine.ts';
import { print } from './host.ts';
import { removedSnapshotWords } from './worktree-prune.ts';

export interface DeleteSessionOptions {
  readonly forGood: boolean;
  readonly json: boolean;
}

/** `delete`: moves a stored session into the trash; for good, it also takes one from there. Its worktrees stay. */
export async function deleteSession(engine: Engine, target: string, options: DeleteSessionOptions): Promise<void> {
  const { forGood, json } = options;
  const trashed = forGood ? (await engine.trash()).find(({ sessionId }) => sessionId === target) : undefined;
  const sessionId = trashed?.sessionId ?? (await engine.find(target));
  if (trashed === undefined) await engine.delete(sessionId);
  if (!forGood) {
    if (json) print(JSON.stringify({ sessionId, forGood }, null, 2));
    else print(`${sessionId} is in the trash. \`forkscope delete --for-good ${sessionId}\` removes it from there.`);
    return;
  }
  const { snapshots, problem } = await engine.deleteForGood(sessionId);
  if (json) return print(JSON.stringify({ sessionId, forGood, snapshots, problem }, null, 2));
  print(`${sessionId} is deleted for good.`);
  if (snapshots !== null) print(`${removedSnapshotWords(snapshots)} went with it.`);
  if (problem !== null) print(problem);
}
