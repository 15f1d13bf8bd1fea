import { useEffect, useMemo } from 'react';
import {
  type FollowedChoice,
  followChoice,
  type HunksOfFile,
  knownHunks,
} from '../../../core/worktree/follow-choice.ts';
import type { LeftOut } from '../../../core/worktree/merge-choice.ts';
import type { MergeDraft } from '../../stores/merge-store.ts';
import type { ChoiceFile } from './choice-list.tsx';

export interface Choice {
  readonly leftOut: LeftOut;
  /** What a person chose among and is not there any more; empty when all still is. */
  readonly gone: FollowedChoice['gone'];
  change(leftOut: LeftOut): void;
}

/** The choice of a draft, carried along when the fork's files change: hunks are known by what they say. */
export function useChoice(
  files: readonly ChoiceFile[] | null,
  draft: MergeDraft,
  onChange: (change: Partial<MergeDraft>) => void,
): Choice {
  const { leftOut, known } = draft;
  const hunks = useMemo(() => files?.map(hunksOf) ?? null, [files]);
  const followed = useMemo(
    () => (hunks === null ? { leftOut, known, gone: [] } : followChoice(hunks, leftOut, known)),
    [hunks, leftOut, known],
  );
  useEffect(() => {
    if (followed.leftOut === leftOut && followed.gone.length === 0) return;
    onChange({ leftOut: followed.leftOut, known: knownHunks(hunks ?? [], followed.leftOut), gone: followed.gone });
  }, [followed, hunks, leftOut, onChange]);
  return {
    leftOut: followed.leftOut,
    gone: followed.gone.length > 0 ? followed.gone : draft.gone,
    change: (next) => onChange({ leftOut: next, known: knownHunks(hunks ?? [], next), gone: [] }),
  };
}

/** A hunk without its header, which says only where it stands. */
function hunksOf({ path, hunks, hunkTexts }: ChoiceFile): HunksOfFile {
  return { path, hunks: hunks === 0 ? [] : hunkTexts.map((text) => text.slice(text.indexOf('\n') + 1)) };
}
