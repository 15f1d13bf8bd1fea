import { CircleDashed, CircleSlash, Link2, Snowflake, Unlink2 } from 'lucide-react';
import { useMemo } from 'react';
import { firstRequestOf } from '../../core/prefix/cache-outcome.ts';
import { type PrefixBadge as Badge, prefixBadgeOf } from '../../core/prefix/prefix-badge.ts';
import type { BranchState } from '../../core/session/state.ts';
import { openPane } from '../dock/open-pane.ts';
import { sessionStore } from '../stores/session-store.ts';
import { formatShare } from '../ui/format.ts';
import { HoverCard } from '../ui/hover-card.tsx';

const MARKS = { whole: Link2, broken: Unlink2, missed: Snowflake, nothing: CircleSlash, unknown: CircleDashed };

/**
 * What the branch's first request shares with its parent, and whether the cache gave it. A press opens the proof. For a
 * branch that starts from nobody: the plain name of the row.
 */
export function PrefixBadge({ branch }: { readonly branch: BranchState }) {
  const first = firstRequestOf(sessionStore.getState().state, branch);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it changes with the branch's first request, not with the rest
  const badge = useMemo(() => prefixBadgeOf(sessionStore.getState().state, branch), [first, branch.snapshot]);
  if (badge === null) return <span className="card__cache-name">Cache</span>;
  const Mark = MARKS[badge.kind];
  const words = wordsOf(badge);
  return (
    <HoverCard content={<BadgeDetail badge={badge} />}>
      <button
        type="button"
        className="card__badge figures nodrag"
        data-kind={badge.kind}
        aria-label={`Prefix: ${badge.label}${badge.share === null ? '' : `, ${formatShare(badge.share)} shared`}. Open it`}
        onClick={() => openPane('prefix', branch.id)}
      >
        <Mark aria-hidden />
        <span>{words}</span>
      </button>
    </HoverCard>
  );
}

/** One or two words: the card's row is narrow. */
function wordsOf({ kind, share, label }: Badge): string {
  if (kind === 'whole') return `${formatShare(share)} shared`;
  if (kind === 'broken') return `broken, ${formatShare(share)}`;
  if (kind === 'missed') return label.replace('below the cache minimum', 'too small').replace(/^cache /, '');
  return kind === 'nothing' ? 'not shared' : label.replace(/^prefix /, '');
}

function BadgeDetail({ badge }: { readonly badge: Badge }) {
  const { label, sentence, share, expectedTokens, reportedTokens } = badge;
  return (
    <span className="card__badge-detail">
      <strong>
        {label.charAt(0).toUpperCase() + label.slice(1)}
        {share === null ? '' : `: ${formatShare(share)} of its first request is shared`}
      </strong>
      <span>{sentence}</span>
      {expectedTokens !== null && (
        <span className="figures">
          From the cache:{' '}
          {reportedTokens === null ? 'not reported yet' : `${reportedTokens.toLocaleString('en')} tokens`}, about{' '}
          {expectedTokens.toLocaleString('en')} expected
        </span>
      )}
    </span>
  );
}
