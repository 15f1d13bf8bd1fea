import { useStore } from 'zustand';
import type { WorktreeState } from '../../core/session/state.ts';
import { restoreWorktree } from '../actions/discard-worktree.ts';
import { Button } from '../ui/button.tsx';
import './diff/diff.css';
import { MergeForm } from './merge/merge-form.tsx';
import './merge/merge.css';
import { draftKey, mergeStore, NEW_DRAFT } from '../stores/merge-store.ts';
import { useOpenSession } from '../stores/use-session.ts';
import './shared/pane.css';
import { PaneEmpty } from './shared/pane-empty.tsx';
import { useBranchField } from './shared/use-branch-field.ts';

export interface MergePaneProps {
  readonly branch: string;
}

/** Brings a fork's work into the checkout that it was forked from: chosen, previewed, applied, taken back. */
export function MergePane({ branch }: MergePaneProps) {
  const title = useBranchField(branch, (found) => found.title, branch);
  const worktree = useBranchField<WorktreeState | null>(branch, (found) => found.worktree, null);
  const isPast = useOpenSession((open) => open.shownAt !== null);
  const key = draftKey(
    useOpenSession((open) => open.sessionId),
    branch,
  );
  const draft = useStore(mergeStore, ({ drafts }) => drafts[key] ?? NEW_DRAFT);
  return (
    <section className="pane-view merge-pane" aria-label={`Merge of ${title}`}>
      {isPast ? (
        <PaneEmpty title="You look at a moment of the past.">
          A merge writes into the files as they are now. Go back to now to merge.
        </PaneEmpty>
      ) : worktree === null ? (
        <PaneEmpty title="This branch has no worktree of its own.">
          It works in your checkout, so there is nothing to merge back. Choose a fork that has one.
        </PaneEmpty>
      ) : worktree.removedRef !== undefined && !worktree.isCarried ? (
        <div className="pane-empty">
          <p className="pane-empty-title">The worktree of this fork was discarded.</p>
          {worktree.removedRef === null ? (
            <p className="pane-empty-text">It held nothing of its own, so there is nothing to merge.</p>
          ) : (
            <Button onClick={() => void restoreWorktree(branch)}>Restore it</Button>
          )}
        </div>
      ) : (
        <MergeForm
          key={key}
          branch={branch}
          worktree={worktree}
          draft={draft}
          onChange={(change) => mergeStore.getState().change(key, change)}
        />
      )}
    </section>
  );
}
