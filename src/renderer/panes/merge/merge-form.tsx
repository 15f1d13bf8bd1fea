import { GitMerge, Info } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { actionsFor } from '../../../core/graph/branch-actions.ts';
import { hasEnded } from '../../../core/session/selectors.ts';
import type { WorktreeState } from '../../../core/session/state.ts';
import { selectionOf } from '../../../core/worktree/merge-choice.ts';
import type { MergeConflict, MergePlan, Resolution } from '../../../core/worktree/merge-plan.ts';
import { sendPrompt } from '../../actions/branch-actions.ts';
import { applyMerge, lastMerge } from '../../actions/worktree-actions.ts';
import { openPane } from '../../dock/open-pane.ts';
import { type MergeDraft, reopenChanged, settle } from '../../stores/merge-store.ts';
import { useBranch } from '../../stores/use-session.ts';
import { titleOf } from '../../ui/branch-title.ts';
import { Button } from '../../ui/button.tsx';
import { FaultLine } from '../../ui/fault-line.tsx';
import { usePatch } from '../diff/use-patch.ts';
import { PaneEmpty } from '../shared/pane-empty.tsx';
import { ChoiceList, choiceFile } from './choice-list.tsx';
import { CloneChoice } from './clone-choice.tsx';
import { MergeDone } from './merge-done.tsx';
import { PlanView } from './plan-view.tsx';
import { useChoice } from './use-choice.ts';
import { useClones } from './use-clones.ts';
import { useMergePlan } from './use-merge-plan.ts';
import { APPLY_WORDS, WayChoice } from './way-choice.tsx';

const ResolveView = lazy(async () => ({ default: (await import('./resolve/resolve-view.tsx')).ResolveView }));

interface MergeFormProps {
  readonly branch: string;
  readonly worktree: WorktreeState;
  readonly draft: MergeDraft;
  onChange(change: Partial<MergeDraft>): void;
}

/** The choice on one side, what it would do on the other, and the button below. */
export function MergeForm({ branch, worktree, draft, onChange }: MergeFormProps) {
  const state = useBranch(branch);
  const { files: changed, fault: patchFault } = usePatch({ branch }, worktree);
  const files = useMemo(() => changed?.map(choiceFile) ?? null, [changed]);
  const choice = useChoice(files, draft, onChange);
  const selection =
    draft.way === 'commits' || files === null ? ({ kind: 'all' } as const) : selectionOf(files, choice.leftOut);
  const isCarried = worktree.isCarried === true;
  const merge = lastMerge(worktree.merges);
  const into = draft.into ?? (isCarried ? (merge?.into ?? null) : null);
  const pickClone = (root: string): void => onChange({ into: root, consent: [], resolutions: [], settled: {} });
  const clones = useClones(branch, isCarried, into, pickClone);
  const [isApplying, setApplying] = useState(false);
  const {
    plan: latest,
    fault,
    isLoading,
    refresh,
  } = useMergePlan(branch, { ...draft, into }, files?.length === 0 ? { kind: 'all' } : selection, isApplying);
  // What stands in the way of one way of merging says nothing about another.
  const plan = latest?.way === draft.way ? latest : null;
  const [refused, setRefused] = useState<string | null>(null);
  // What was merged would meet itself: whoever merges again says so first.
  const [again, setAgain] = useState<string | null>(null);
  const isMerged = merge !== null && !merge.isUndone && again !== merge.undoId;
  useEffect(() => {
    const reopened = plan && reopenChanged(draft, plan.conflicts);
    if (reopened) onChange(reopened);
  }, [plan, draft, onChange]);
  const isReady = plan?.readiness.kind === 'ready' && selection !== null && !isLoading && fault === null;
  const apply = async (): Promise<void> => {
    if (!plan || selection === null) return;
    setApplying(true);
    const failed = await applyMerge(branch, { ...draft, into }, selection, plan.planId);
    setApplying(false);
    setRefused(failed?.message ?? null);
    refresh();
  };
  const conflict = plan?.conflicts.find(({ path }) => path === draft.resolving);
  if (conflict && plan) {
    return (
      <Suspense fallback={<PaneEmpty title="Opening the editor…" />}>
        <ResolveView
          key={conflict.path}
          conflict={conflict}
          fork={plan.fork}
          forkTitle={state ? titleOf(state) : branch}
          place={{ at: plan.conflicts.indexOf(conflict), of: plan.conflicts.length }}
          earlier={draft.resolutions.find(({ path }) => path === conflict.path) ?? null}
          onCancel={() => onChange({ resolving: null })}
          onResolve={(answer) => onChange(settleAndGoOn(draft, plan, conflict, answer))}
        />
      </Suspense>
    );
  }
  const canSteer = !isCarried && state !== null && hasEnded(state) && actionsFor(state).has('steer');
  const handOver = async (task: string): Promise<void> => {
    if (await sendPrompt(branch, task)) openPane('transcript', branch);
  };
  return (
    <>
      {isCarried ? (
        <CloneChoice {...clones} into={into} isBusy={isLoading && into !== null} onPick={pickClone} />
      ) : (
        <div className="pane-bar">
          <span className="pane-grow cut merge-pane__into" title={plan?.root}>
            {plan === null ? '' : `Into ${plan.gitBranch ?? 'a detached head'} at ${plan.root}`}
          </span>
          <span className="merge-pane__busy" role="status">
            {isLoading ? 'Working it out…' : ''}
          </span>
        </div>
      )}
      {merge && <MergeDone branch={branch} merge={merge} />}
      {isMerged ? (
        <div className="merge-pane__again">
          <p>This fork is merged. If it has changed since, or you left something out, merge once more.</p>
          <Button onClick={() => setAgain(merge.undoId)}>Merge once more…</Button>
        </div>
      ) : (
        <>
          <div className="merge-pane__frame">
            <div className="merge-pane__choice pane-scroll">
              <WayChoice
                hasCommits={!isCarried}
                way={draft.way}
                message={draft.message}
                proposed={plan?.commits.find(({ commit }) => commit === null)?.message ?? ''}
                onChange={onChange}
              />
              {patchFault !== null && <FaultLine message={patchFault} />}
              {draft.way === 'commits' ? (
                <p className="plan__lead">A fork's own commits are taken all, in their order.</p>
              ) : (
                files !== null &&
                files.length > 0 && <ChoiceList files={files} leftOut={choice.leftOut} onChange={choice.change} />
              )}
              {choice.gone.map(({ path, hunks }) => (
                <p key={path} className="plan__note" data-level="info" role="status">
                  <Info aria-hidden />
                  {goneWords(path, hunks)}
                </p>
              ))}
            </div>
            <div className="merge-pane__plan pane-scroll" aria-busy={isLoading}>
              {fault !== null && <FaultLine message={fault} />}
              {plan !== null && plan.readiness.kind !== 'nothing' && (
                <PlanView
                  plan={plan}
                  resolutions={draft.resolutions}
                  consent={draft.consent}
                  onConsent={(consent) => onChange({ consent })}
                  onResolve={(resolving) => onChange({ resolving })}
                  onHandOver={canSteer && plan.task !== null ? () => void handOver(plan.task ?? '') : null}
                />
              )}
              {plan === null && fault === null && isCarried && into === null && clones.clones !== null && (
                <PaneEmpty title="Choose your own clone of this project above.">
                  What this fork changed came with the bundle. It is merged into your files three-way, shown before it
                  is written, and can be taken back.
                </PaneEmpty>
              )}
              {plan === null && fault === null && !(isCarried && into === null) && (
                <PaneEmpty title={selection === null ? 'Nothing is chosen.' : 'Working out what would be written…'}>
                  {selection === null ? 'Tick a file or a hunk to merge it.' : null}
                </PaneEmpty>
              )}
              {plan?.readiness.kind === 'nothing' && <PaneEmpty title={plan.readiness.message} />}
            </div>
          </div>
          {refused !== null && <FaultLine message={refused} />}
          <div className="merge-pane__foot">
            <span className="merge-pane__ready">{plan === null ? '' : readyWords(plan)}</span>
            <Button look="primary" disabled={!isReady || isApplying} onClick={() => void apply()}>
              <GitMerge aria-hidden />
              {isApplying ? 'Merging…' : APPLY_WORDS[draft.way]}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

/** Keeps an answer, and goes on to the next conflict that is still open. */
function settleAndGoOn(
  draft: MergeDraft,
  plan: MergePlan,
  conflict: MergeConflict,
  answer: Resolution,
): Partial<MergeDraft> {
  const change = settle(draft, conflict, answer);
  const next = plan.conflicts.find(({ path }) => !change.resolutions?.some((one) => one.path === path));
  return { ...change, resolving: next?.path ?? null };
}

function goneWords(path: string, hunks: number): string {
  const what = hunks === 1 ? 'A hunk that you chose from is' : `${hunks} hunks that you chose from are`;
  return `${path} changed: ${what} not there any more. Look at its ticks again.`;
}

function readyWords({ readiness, files, way, gitBranch }: MergePlan): string {
  if (readiness.kind === 'blocked') return 'It cannot be merged this way; see why above.';
  if (readiness.kind === 'conflicts') return 'Resolve the conflicts above first, or leave those files out.';
  if (readiness.kind === 'needs-consent') return 'Allow the files with edits of yours above, or commit them first.';
  if (readiness.kind !== 'ready') return readiness.message;
  const count = files.length === 1 ? '1 file' : `${files.length} files`;
  if (way === 'changes') return `Writes ${count} to your checkout. Nothing is committed or staged.`;
  return `Writes ${count} and moves ${gitBranch ?? 'HEAD'} forward.`;
}
