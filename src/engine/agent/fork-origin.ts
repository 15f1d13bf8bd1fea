import { validHistory } from '../../core/fork/valid-history.ts';
import { contextOf, historyUpTo } from '../../core/session/selectors.ts';
import type { BranchState } from '../../core/session/state.ts';
import type { ForkOrigin } from '../forks/fork-runner.ts';
import type { SessionContext } from './session-context.ts';
import type { SessionModels } from './session-models.ts';
import { forkPriorOf } from './stored-request.ts';

/** What forks of a branch start from: its end, or one of its messages. Throws when nothing says how to ask for them. */
export async function originAt(
  { journal, blobs }: SessionContext,
  models: SessionModels,
  branch: BranchState,
  messageId: string | null,
): Promise<ForkOrigin> {
  const { state } = journal;
  const told = messageId === null ? contextOf(state, branch.id) : historyUpTo(state, branch.id, messageId);
  const history = state.session?.importedFrom ? validHistory(told) : told;
  const own = state.snapshots[branch.snapshotVersion] ?? models.fallback;
  if (!own) throw new Error('This session has no stored request parameters, so it cannot be forked.');
  const prior = await forkPriorOf(state, branch, messageId, history, blobs);
  const shared = { parent: branch.id, parentRoot: branch.root, history, prior };
  return prior
    ? { ...shared, snapshot: own, source: 'inherited' }
    : { ...shared, snapshot: models.prepared(own), source: 'prepared' };
}
