import { Check, GitCommitHorizontal, Info, Split, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { MergeConflict, MergePlan, Resolution } from '../../../core/worktree/merge-plan.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { PathName } from '../diff/file-section.tsx';
import { parsePatch } from '../diff/parse-patch.ts';
import { PlannedFile } from './planned-file.tsx';

interface PlanViewProps {
  readonly plan: MergePlan;
  readonly resolutions: readonly Resolution[];
  readonly consent: readonly string[];
  onConsent(paths: readonly string[]): void;
  onResolve(path: string): void;
  /** Hands the open conflicts to the fork; null when it cannot take a message now. */
  readonly onHandOver: (() => void) | null;
}

/** What a merge would write, and what stands in its way: said before anything is done. */
export function PlanView({ plan, resolutions, consent, onConsent, onResolve, onHandOver }: PlanViewProps) {
  const { conflicts, dirty, obstacles, notices, files, commits, way } = plan;
  const patches = useMemo(() => (plan.patch === null ? null : parsePatch(plan.patch)), [plan.patch]);
  const open = conflicts.filter(({ isResolved }) => !isResolved).length;
  return (
    <div className="plan">
      {obstacles.map((obstacle) => (
        <p key={obstacle} className="plan__note" data-level="error">
          <TriangleAlert aria-hidden />
          {obstacle}
        </p>
      ))}
      {conflicts.length > 0 && (
        <section className="plan__part" aria-label="Conflicts">
          <h3>{conflictWords(conflicts.length, open)}</h3>
          <ul className="plan__list">
            {conflicts.map((conflict) => (
              <ConflictRow key={conflict.path} conflict={conflict} resolutions={resolutions} onResolve={onResolve} />
            ))}
          </ul>
          {open > 0 && onHandOver && (
            <p className="plan__hand">
              <span>The fork can settle this itself, in its own worktree.</span>
              <Button size="small" onClick={onHandOver}>
                <Split aria-hidden />
                Hand it to the fork
              </Button>
            </p>
          )}
        </section>
      )}
      {dirty.length > 0 && (
        <section className="plan__part" aria-label="Your uncommitted edits">
          <h3>
            {plural(dirty.length, 'file')} {dirty.length === 1 ? 'has' : 'have'} edits of yours that are not committed
          </h3>
          <p className="plan__lead">The merge writes there too, and keeps your lines. Tick a file to allow it.</p>
          <ul className="plan__list">
            {dirty.map((path) => (
              <li key={path}>
                <label className="plan__row">
                  <input
                    type="checkbox"
                    checked={consent.includes(path)}
                    onChange={() =>
                      onConsent(consent.includes(path) ? consent.filter((each) => each !== path) : [...consent, path])
                    }
                  />
                  <PathName path={path} />
                </label>
              </li>
            ))}
          </ul>
        </section>
      )}
      {notices.map((notice) => (
        <p key={notice} className="plan__note" data-level="info">
          <Info aria-hidden />
          {notice}
        </p>
      ))}
      {way === 'commits' && commits.length > 0 && (
        <section className="plan__part" aria-label="Commits">
          <h3>{plural(commits.length, 'commit')}, one after the other</h3>
          <ol className="plan__list">
            {commits.map(({ commit, message }) => (
              <li key={commit} className="plan__row">
                <GitCommitHorizontal aria-hidden />
                <code>{commit?.slice(0, 8)}</code>
                <span className="cut">{message.split('\n')[0]}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {files.length > 0 && (
        <section className="plan__part" aria-label="What would be written">
          <h3>
            {plural(files.length, 'file')} would be written{open > 0 ? ', once the conflicts are resolved' : ''}
          </h3>
          <ul className="plan__files">
            {files.map((file) => (
              <PlannedFile
                key={file.path}
                file={file}
                patch={patches?.find(({ path }) => path === file.path) ?? null}
                isDirty={dirty.includes(file.path)}
                isInConflict={conflicts.some(({ path, isResolved }) => path === file.path && !isResolved)}
              />
            ))}
          </ul>
          {plan.patch === null && <p className="plan__lead">The patch is too large to be shown here at once.</p>}
        </section>
      )}
    </div>
  );
}

function conflictWords(all: number, open: number): string {
  if (open > 0) return `${plural(open, 'file')} in conflict`;
  return all === 1 ? 'The conflict is resolved' : `All ${all} conflicts are resolved`;
}

interface ConflictRowProps {
  readonly conflict: MergeConflict;
  readonly resolutions: readonly Resolution[];
  onResolve(path: string): void;
}

const TAKEN = {
  ours: 'your version',
  theirs: "the fork's version",
  delete: 'deleted',
  both: 'both kept',
  text: 'resolved by you',
} as const;

function ConflictRow({ conflict: { path, kind, isResolved }, resolutions, onResolve }: ConflictRowProps) {
  const answer = resolutions.find((each) => each.path === path);
  return (
    <li className="plan__row">
      {isResolved ? <Check className="plan__done" aria-hidden /> : <TriangleAlert className="plan__open" aria-hidden />}
      <PathName path={path} />
      <span className="plan__kind cut">{answer ? TAKEN[answer.take] : kind}</span>
      <Button
        size="small"
        look={isResolved ? 'plain' : 'primary'}
        aria-label={`${isResolved ? 'Change the resolution of' : 'Resolve'} ${path}`}
        onClick={() => onResolve(path)}
      >
        {isResolved ? 'Change…' : 'Resolve…'}
      </Button>
    </li>
  );
}
