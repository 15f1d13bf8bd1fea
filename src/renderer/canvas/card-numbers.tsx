import { Zap } from 'lucide-react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { BranchState, WorktreeState } from '../../core/session/state.ts';
import { cacheShare } from '../../core/session/usage.ts';
import { conflictStore, conflictsOf } from '../stores/conflict-store.ts';
import { formatCost, formatTokens, plural } from '../ui/format.ts';
import { HoverCard } from '../ui/hover-card.tsx';
import { ShareBar } from '../ui/share-bar.tsx';
import { CacheClock } from './cache-clock.tsx';
import { PrefixBadge } from './prefix-badge.tsx';

export function CardNumbers({ branch }: { readonly branch: BranchState }) {
  const { usage, cost, uncachedCost, worktree } = branch;
  const read = `${usage.cacheRead.toLocaleString('en')} of ${usage.input.toLocaleString('en')} input tokens came from the cache`;
  return (
    <div className="card__numbers">
      <div className="card__cache">
        <PrefixBadge branch={branch} />
        <ShareBar share={cacheShare(usage)} label={usage.input > 0 ? read : 'Cache read: nothing counted yet'} />
        <CacheClock branch={branch.id} />
      </div>
      <dl className="card__grid">
        <div title={`${usage.input.toLocaleString('en')} input tokens, cached ones included`}>
          <dt>Input</dt>
          <dd className="figures">{formatTokens(usage.input)}</dd>
        </div>
        <div
          title={`${usage.output.toLocaleString('en')} output tokens, ${usage.thoughts.toLocaleString('en')} of thinking`}
        >
          <dt>Output</dt>
          <dd className="figures">{formatTokens(usage.output + usage.thoughts)}</dd>
        </div>
        <div title={costTitle(cost, uncachedCost)}>
          <dt>Cost</dt>
          <dd className="figures" data-unknown={cost === null}>
            {cost === null ? 'unknown' : formatCost(cost)}
          </dd>
        </div>
        <div>
          <dt>Changed</dt>
          <dd className="figures">
            <Changes branch={branch.id} worktree={worktree} />
          </dd>
        </div>
      </dl>
    </div>
  );
}

function Changes({ branch, worktree }: { readonly branch: string; readonly worktree: WorktreeState | null }) {
  const conflicts = useStore(
    conflictStore,
    useShallow((state) => conflictsOf(state, branch)),
  );
  if (!worktree || worktree.files === 0) {
    const why = worktree ? 'Nothing changed yet' : 'Works in your checkout: it has no worktree of its own';
    return (
      <span className="card__none" title={why}>
        –
      </span>
    );
  }
  return (
    <HoverCard className="card__changes" content={<ChangedFiles worktree={worktree} />}>
      <span className="added">+{worktree.added}</span> <span className="removed">−{worktree.removed}</span>
      {conflicts && (
        <Zap
          className="card__conflict"
          data-kind={conflicts.level}
          role="img"
          aria-label={`${conflicts.level === 'hot' ? 'Collides' : 'Shares files'} with ${plural(conflicts.others, 'branch', 'branches')}`}
        />
      )}
    </HoverCard>
  );
}

/** More files than this are counted, not named. */
const MOST_FILES = 14;

function ChangedFiles({ worktree }: { readonly worktree: WorktreeState }) {
  const { files, added, removed, paths } = worktree;
  const shown = paths.slice(0, MOST_FILES);
  return (
    <>
      <strong>
        {plural(files, 'file')}, {plural(added, 'line')} added, {removed} removed
      </strong>
      <span className="hover-card__list">
        {shown.map((path) => (
          <span key={path} className="cut">
            {path}
          </span>
        ))}
        {files > shown.length && <span>and {files - shown.length} more</span>}
      </span>
    </>
  );
}

function costTitle(cost: number | null, uncached: number | null): string {
  if (cost === null) return 'Price unknown: this model is not in the price table';
  return uncached === null ? formatCost(cost) : `${formatCost(cost)}; without the cache ${formatCost(uncached)}`;
}
