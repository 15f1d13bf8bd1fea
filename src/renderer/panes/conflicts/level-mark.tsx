import type { CollisionLevel } from '../../../core/worktree/collision.ts';

/** A shape for each level, so that none is told by colour alone: a small ring, two rings that meet, a filled diamond. */
const SHAPES = {
  clean: <circle cx="7" cy="7" r="2" fill="none" />,
  soft: (
    <>
      <circle cx="5" cy="7" r="3.6" fill="none" />
      <circle cx="9" cy="7" r="3.6" fill="none" />
    </>
  ),
  hot: <path d="M7 .8 13.2 7 7 13.2.8 7z" fill="currentColor" stroke="none" />,
} as const;

export const LEVEL_WORDS: { readonly [L in CollisionLevel]: string } = {
  clean: 'nothing in common',
  soft: 'same file, other lines',
  hot: 'same lines',
};

export function LevelMark({ level }: { readonly level: CollisionLevel }) {
  return (
    <svg className="level-mark" data-level={level} viewBox="0 0 14 14" aria-hidden>
      {SHAPES[level]}
    </svg>
  );
}
