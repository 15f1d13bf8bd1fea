import { History } from 'lucide-react';
import type { WorktreeState } from '../../core/session/state.ts';
import type { ShownFiles } from '../panes/diff/past-files.ts';
import { plural } from '../ui/format.ts';
import './past-banner.css';

export interface PastFilesNoteProps {
  readonly worktree: WorktreeState;
  readonly shown: ShownFiles;
}

/** Over a diff while the past is shown: of which moment the files are. */
export function PastFilesNote({ worktree, shown }: PastFilesNoteProps) {
  if (shown.kind === 'now') return null;
  const { files, added, removed } = worktree;
  const counts = files === 0 ? 'no changes yet' : `${plural(files, 'file')}, +${added} −${removed}`;
  return (
    <p className="past-files figures" role="note">
      <History aria-hidden />
      <span>
        {shown.kind === 'past'
          ? `The files as they were at ${shown.clock}: ${counts}.`
          : `These are the files as they are now. None were kept at ${shown.clock}: the log counted ${counts} then.`}
      </span>
    </p>
  );
}
