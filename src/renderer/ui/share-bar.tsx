import { formatShare } from './format.ts';
import './share-bar.css';

interface ShareBarProps {
  /** 0 to 1; null before anything was counted. */
  readonly share: number | null;
  readonly label: string;
}

/** How much of the input came from the cache. */
export function ShareBar({ share, label }: ShareBarProps) {
  const percent = Math.round((share ?? 0) * 100);
  return (
    <span className="share-bar" role="img" aria-label={`${label}: ${formatShare(share)}`} title={label}>
      <span className="share-bar__track">
        <span className="share-bar__fill" style={{ width: `${percent}%` }} />
      </span>
      <span className="share-bar__number figures" data-empty={share === null}>
        {formatShare(share)}
      </span>
    </span>
  );
}
