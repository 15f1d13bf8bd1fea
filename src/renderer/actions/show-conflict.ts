import { openPane } from '../dock/open-pane.ts';
import { openAt } from '../dock/pane-target.ts';
import { sessionStore } from '../stores/session-store.ts';

/** Opens the matrix of conflicts, at a pair where one is named. */
export function showConflict(one?: string, other?: string): void {
  const root = sessionStore.getState().state.order[0];
  if (root === undefined) return;
  if (one !== undefined && other !== undefined) openAt('conflicts', root, `${one} ${other}`);
  else openPane('conflicts', root);
}
