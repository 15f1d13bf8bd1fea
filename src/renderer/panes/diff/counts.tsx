import { formatCount } from '../shared/format.ts';

/** Added and removed lines: sign and colour. */
export function Counts({ added, removed }: { added: number; removed: number }) {
  return (
    <span className="diff-counts figures">
      {added > 0 ? <span className="diff-added">+{formatCount(added)}</span> : null}
      {removed > 0 ? <span className="diff-removed">−{formatCount(removed)}</span> : null}
    </span>
  );
}
