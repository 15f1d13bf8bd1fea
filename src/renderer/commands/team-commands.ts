import { restoreWorktree } from '../actions/discard-worktree.ts';
import { showConflict } from '../actions/show-conflict.ts';
import { lastMerge, undoMerge } from '../actions/worktree-actions.ts';
import { openPane } from '../dock/open-pane.ts';
import { faultStore } from '../stores/fault-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { branchAllows, type Command, inSession, onBranch } from './command.ts';

/** What a team does with the forks' work: collide, merge, take back, discard, tidy. */
export const TEAM_COMMANDS: readonly Command[] = [
  {
    id: 'team.conflicts',
    name: 'Conflicts between worktrees',
    group: 'Branch',
    keys: 'k',
    scope: 'tree',
    when: inSession,
    run: () => showConflict(),
  },
  {
    id: 'team.merge',
    name: 'Merge this fork…',
    group: 'Branch',
    keys: 'shift+m',
    scope: 'tree',
    when: branchAllows('merge'),
    run: onBranch((id) => openPane('merge', id)),
  },
  {
    id: 'team.undoMerge',
    name: 'Undo the last merge of this fork',
    group: 'Branch',
    scope: 'tree',
    when: ({ branch }) => lastMerge(branch?.worktree?.merges)?.isUndone === false,
    run: ({ branch }) => {
      const merge = lastMerge(branch?.worktree?.merges);
      if (!branch || !merge) return;
      void undoMerge(branch.id, merge.undoId).then((fault) => {
        if (fault) faultStore.getState().report(fault, branch.id);
        else openPane('merge', branch.id);
      });
    },
  },
  {
    id: 'team.discard',
    name: 'Keep or discard this worktree…',
    group: 'Branch',
    keys: 'delete',
    scope: 'tree',
    when: branchAllows('discard'),
    run: onBranch((branch) => viewStore.getState().openDialog({ kind: 'discard', branch })),
  },
  {
    id: 'team.restore',
    name: 'Restore the discarded worktree',
    group: 'Branch',
    scope: 'tree',
    when: branchAllows('restore'),
    run: onBranch((id) => restoreWorktree(id)),
  },
  {
    id: 'team.worktrees',
    name: 'Worktrees of this repository',
    group: 'Window',
    keys: 'w',
    scope: 'tree',
    when: inSession,
    run: ({ state }) => {
      const root = state.order[0];
      if (root !== undefined) openPane('worktrees', root);
    },
  },
];
