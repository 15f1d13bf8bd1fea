import type { BranchState } from '../../core/session/state.ts';
import { cacheShare } from '../../core/session/usage.ts';
import { formatCost, formatTokens, plural } from '../ui/format.ts';
import { ShareBar } from '../ui/share-bar.tsx';

export function CardNumbers({ branch }: { readonly branch: BranchState }) {
  const { usage, cost, uncachedCost, worktree } = branch;
  const read = `${usage.cacheRead.toLocaleString('en')} of ${usage.input.toLocaleString('en')} input tokens came from the cache`;
  return (
    <div className="card__numbers">
      <div className="card__cache">
        <span className="card__cache-name">Cache</span>
        <ShareBar share={cacheShare(usage)} label={usage.input > 0 ? read : 'Cache read: nothing counted yet'} />
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
        <div title={worktree ? changesTitle(worktree) : 'Works in your checkout: it has no worktree of its own'}>
          <dt>Changed</dt>
          <dd className="figures">
            {worktree && worktree.files > 0 ? (
              <>
                <span className="added">+{worktree.added}</span> <span className="removed">−{worktree.removed}</span>
              </>
            ) : (
              <span className="card__none">–</span>
            )}
          </dd>
        </div>
      </dl>
    </div>
  );
}

function costTitle(cost: number | null, uncached: number | null): string {
  if (cost === null) return 'Price unknown: this model is not in the price table';
  return uncached === null ? formatCost(cost) : `${formatCost(cost)}; without the cache ${formatCost(uncached)}`;
}

function changesTitle(worktree: NonNullable<BranchState['worktree']>): string {
  const { files, added, removed, paths } = worktree;
  return [`${plural(files, 'file')}, ${plural(added, 'line')} added, ${removed} removed`, ...paths.slice(0, 12)].join(
    '\n',
  );
}
