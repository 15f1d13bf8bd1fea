import { formatCount } from '../shared/format.ts';

/** Added and removed lines: sign and colour. */
export function Counts({ added, removed }: { added: number; removed: number }) {
  return (
    <span className="diff-counts pane-number">
      {added > 0 ? <span className="pane-added">+{formatCount(added)}</span> : null}
      {removed > 0 ? <span className="pane-removed">−{formatCount(removed)}</span> : null}
    </span>
  );
}
