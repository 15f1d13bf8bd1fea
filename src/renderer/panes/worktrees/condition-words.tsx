import { CircleDashed, FolderX, House, LockKeyhole, type LucideIcon, Moon, Unplug, UserRound } from 'lucide-react';
import type { WorktreeCondition } from '../../../core/worktree/housekeeping.ts';

/** A shape and a word for how a worktree stands. */
const CONDITIONS: { readonly [C in WorktreeCondition]: { readonly Icon: LucideIcon; readonly word: string } } = {
  main: { Icon: House, word: 'your checkout' },
  'in-use': { Icon: LockKeyhole, word: 'in use' },
  idle: { Icon: Moon, word: 'at rest' },
  foreign: { Icon: UserRound, word: 'not ours' },
  'folder-missing': { Icon: FolderX, word: 'folder gone' },
  unregistered: { Icon: Unplug, word: 'unknown to git' },
  'record-only': { Icon: CircleDashed, word: 'only a note left' },
};

export function ConditionWords({ condition, why }: { readonly condition: WorktreeCondition; readonly why: string }) {
  const { Icon, word } = CONDITIONS[condition];
  return (
    <span className="condition" data-condition={condition} title={why}>
      <Icon aria-hidden />
      {word}
    </span>
  );
}
