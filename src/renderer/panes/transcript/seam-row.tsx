import { ChevronRight, Scissors } from 'lucide-react';
import { memo } from 'react';
import { useStore } from 'zustand';
import { compactedPrefixWords, compactionWhat, compactionWhy } from '../../../core/compaction/compaction-words.ts';
import { seamTokens } from '../../../core/compaction/seams.ts';
import { Button } from '../../ui/button.tsx';
import { formatTokens, plural } from '../../ui/format.ts';
import { formatClock } from '../shared/format.ts';
import { useFold, usePane } from './pane-context.ts';
import type { GapRow as Gap, SeamRow as Seam } from './rows.ts';
import { useRowSessionShallow } from './use-row-session.ts';

/** A line across the transcript where the context was cut: what was done and why, what it saved, and what it cost. */
export const SeamRow = memo(function SeamRow({ row, branch }: { row: Seam; branch: string }) {
  const { toggleBehind, store } = usePane();
  const { compaction, runs, shortened } = row.seam;
  const isOpen = useStore(store, ({ folds }) => folds[row.key] ?? false);
  const [showsText, toggleText] = useFold(`${row.key}.text`);
  const tokens = useRowSessionShallow((state) => {
    const found = state.branches[branch];
    return found ? seamTokens(found, state.requests, row.index) : null;
  });
  const behind = runs.reduce((total, { messages }) => total + messages.size, 0);
  const prefix = compactedPrefixWords(compaction.prefix);
  const { added } = compaction.change;
  return (
    <section className="seam-row" aria-label="Compaction">
      <p className="seam-rule">
        <Scissors aria-hidden />
        <span>
          {compaction.kind === 'model' ? 'Another model' : 'Compaction'} <time>{formatClock(row.at)}</time>
        </span>
        {tokens && compaction.kind !== 'model' && (
          <span className="seam-tokens figures">
            {formatTokens(tokens.before)} → {tokens.isMeasured ? '' : 'about '}
            {formatTokens(tokens.after)} tokens, of {formatTokens(compaction.allowedTokens)} allowed
          </span>
        )}
      </p>
      <p>
        {compactionWhat(compaction)}, because {compactionWhy(compaction)}.
      </p>
      {prefix !== null && <p className="seam-prefix">{prefix}</p>}
      <div className="seam-buttons">
        {behind > 0 && (
          <Button size="small" aria-expanded={isOpen} onClick={() => toggleBehind(row.key)}>
            {isOpen ? 'Fold what is behind it' : `Show the ${plural(behind, 'message')} behind it`}
          </Button>
        )}
        {added !== null && (
          <Button size="small" look="quiet" aria-expanded={showsText} onClick={toggleText}>
            {showsText ? 'Hide what the model reads instead' : 'What the model reads instead'}
          </Button>
        )}
        {shortened.size > 0 && (
          <span className="seam-note">
            {plural(shortened.size, 'result')} above {shortened.size === 1 ? 'has' : 'have'} a grey edge: the model has{' '}
            {shortened.size === 1 ? 'it' : 'them'} in part.
          </span>
        )}
      </div>
      {showsText && added !== null && <pre className="seam-text">{added.text}</pre>}
    </section>
  );
});

/** Where messages left the context, in their place: unfolded, they stand below it with a grey edge. */
export const GapRow = memo(function GapRow({ row }: { row: Gap }) {
  const [isOpen, toggle] = useFold(row.seamKey);
  return (
    <button type="button" className="gap-row" aria-expanded={isOpen} onClick={toggle}>
      <ChevronRight className="fold-mark" aria-hidden />
      <span className="cut">{plural(row.count, 'message')} here left the context</span>
    </button>
  );
});
