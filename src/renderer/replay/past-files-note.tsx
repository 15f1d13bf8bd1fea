import { History } from 'lucide-react';
import type { WorktreeState } from '../../core/session/state.ts';
import { plural } from '../ui/format.ts';
import { usePastClock } from './use-past-clock.ts';
import './past-banner.css';

/** Over a diff while the past is shown: the log has the counts of that moment, but not the files. */
export function PastFilesNote({ worktree }: { readonly worktree: WorktreeState }) {
  const clock = usePastClock();
  if (clock === null) return null;
  const { files, added, removed } = worktree;
  return (
    <p className="past-files figures" role="note">
      <History aria-hidden />
      <span>
        These are the files as they are now. No snapshot of them was kept at {clock}: it counted{' '}
        {files === 0 ? 'no changes yet' : `${plural(files, 'file')}, +${added} −${removed}`} then.
      </span>
    </p>
  );
}
