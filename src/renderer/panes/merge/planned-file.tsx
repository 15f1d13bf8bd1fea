import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { FileChange } from '../../../core/worktree/file-changes.ts';
import { splitFilePatch } from '../../../core/worktree/patch-hunks.ts';
import { Counts } from '../diff/counts.tsx';
import { PathName } from '../diff/file-section.tsx';
import type { FilePatch } from '../diff/parse-patch.ts';
import { HunkText } from './choice-list.tsx';

interface PlannedFileProps {
  readonly file: FileChange;
  /** Null when it is too large, or git gave none. */
  readonly patch: FilePatch | null;
  readonly isDirty: boolean;
  readonly isInConflict: boolean;
}

/** Lines of a patch up to which a file stands open by itself. */
const FEW_LINES = 40;

/** One file that a merge would write, with the lines that it would change there. */
export function PlannedFile({ file, patch, isDirty, isInConflict }: PlannedFileProps) {
  const [isOpen, setOpen] = useState(file.added + file.removed <= FEW_LINES);
  // The markers of an open conflict are nothing that would ever be written.
  const hunks = patch === null || isInConflict ? [] : splitFilePatch(patch.hunks).hunks;
  const words = [
    patch === null ? '' : CHANGES[patch.change],
    isInConflict ? 'in conflict' : '',
    isDirty ? 'your edits' : '',
  ];
  return (
    <li className="planned">
      <button
        type="button"
        className="planned__fold"
        aria-expanded={isOpen}
        disabled={hunks.length === 0}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight className="fold-mark" aria-hidden />
        <PathName path={file.path} />
        <span className="planned__words">{words.filter((word) => word !== '').join(', ')}</span>
        {!isInConflict && <Counts added={file.added} removed={file.removed} />}
      </button>
      {isOpen && hunks.map((text) => <HunkText key={text} text={text} />)}
    </li>
  );
}

const CHANGES = { added: 'new', deleted: 'deleted', renamed: 'renamed', changed: '' } as const;
