import '@git-diff-view/react/styles/diff-view-pure.css';
import { type DiffFile, DiffModeEnum, DiffViewWithMultiSelect, SplitSide } from '@git-diff-view/react';
import { memo, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../shared/format.ts';
import { buildDiff, textsOf } from './build-diff.ts';
import { diffHighlighter } from './highlighter.ts';
import { LineComments } from './line-comments.tsx';
import { useDiffPane } from './pane-store.ts';
import type { FilePatch } from './parse-patch.ts';
import type { PlacedComments } from './place-comments.ts';
import { PlainOnError } from './plain-on-error.tsx';
import { RecentMap } from './recent-map.ts';
import { inSlowLane } from './slow-lane.ts';
import { useJump } from './use-jump.ts';
import { useSides } from './use-sides.ts';

export interface DiffLook {
  readonly isSplit: boolean;
  readonly wraps: boolean;
  readonly theme: 'light' | 'dark';
}

interface FileBodyProps extends DiffLook {
  readonly file: FilePatch;
  readonly comments: PlacedComments;
}

interface Built {
  readonly file: FilePatch;
  readonly diff: DiffFile;
  /** False while both sides are still to be read. */
  readonly isWhole: boolean;
}

/** Diffs that were built lately: scrolling back shows them without building them again. */
const recent = new RecentMap<FilePatch, Built>(60);

/** CSS pixels of one line of code, and of a section's head: what a body takes before it was drawn. */
const LINE_PX = 19.2;
export const HEAD_PX = 37;

/** Height of a body in CSS pixels before it was measured. */
export function guessHeight(file: FilePatch): number {
  return Math.round(file.rows * LINE_PX) + 8;
}

/**
 * The changed lines of a file. Its diff is built outside of the frame that brings it into view, and drawn in pieces; until
 * then it takes the room that it will need.
 */
export const FileBody = memo(function FileBody({ file, comments, isSplit, wraps, theme }: FileBodyProps) {
  const { heightOf } = useDiffPane();
  const body = useRef<HTMLDivElement>(null);
  const [built, setBuilt] = useState<Built | null>(null);
  const [room] = useState(() => Math.max(heightOf(file.path) - HEAD_PX, 0) || guessHeight(file));

  useEffect(
    () =>
      inSlowLane(() => {
        const next = recent.get(file) ?? { file, diff: buildDiff(file, null), isWhole: false };
        recent.set(file, next);
        startTransition(() => setBuilt(next));
      }),
    [file],
  );
  const isCurrent = built?.file === file;
  const sides = useSides(file, isCurrent && !built.isWhole);
  useEffect(() => {
    if (!sides) return;
    return inSlowLane(() => {
      const texts = textsOf(file, sides.before, sides.after);
      const next = { file, diff: buildDiff(file, texts, true), isWhole: true };
      recent.set(file, next);
      startTransition(() => setBuilt(next));
    });
  }, [file, sides]);
  useJump(body, file.path, isCurrent);
  useKeyboardScroll(body);

  return (
    <div ref={body} className="diff-file-body" style={built ? undefined : { minHeight: room }}>
      {built ? (
        <PlainOnError key={file.text.length} text={file.hunks}>
          <Lines built={built} comments={comments} isSplit={isSplit} wraps={wraps} theme={theme} />
        </PlainOnError>
      ) : null}
    </div>
  );
});

const sideName = (side: SplitSide): 'old' | 'new' => (side === SplitSide.old ? 'old' : 'new');

const Lines = memo(function Lines({
  built,
  comments,
  isSplit,
  wraps,
  theme,
}: DiffLook & { built: Built; comments: PlacedComments }) {
  const { store } = useDiffPane();
  const { file, diff } = built;
  const extend = useMemo(() => ({ oldFile: comments.old, newFile: comments.new }), [comments]);
  return (
    <DiffViewWithMultiSelect
      // The viewer's selection keeps to the first diff that it was given.
      key={diff.getId()}
      diffFile={diff}
      diffViewMode={isSplit ? DiffModeEnum.Split : DiffModeEnum.Unified}
      diffViewTheme={theme}
      diffViewHighlight
      registerHighlighter={diffHighlighter}
      diffViewFontSize={12}
      diffViewWrap={wraps}
      diffViewAddWidget
      extendData={extend}
      renderExtendLine={({ data }) => <LineComments file={file} {...data} />}
      onAddWidgetClick={({ lineNumber, fromLineNumber, side }) => {
        const from = Math.min(fromLineNumber ?? lineNumber, lineNumber);
        store.setState({ draft: { path: file.path, side: sideName(side), from, to: lineNumber, isFresh: true } });
      }}
    />
  );
});

/** What stands for the lines of a file that is too large to be drawn unasked. */
export function HeavyNote({ file, onShow }: { file: FilePatch; onShow: () => void }) {
  return (
    <p className="diff-note">
      {formatCount(file.added + file.removed)} changed lines are not shown, because they take a while to draw.{' '}
      <Button size="small" onClick={onShow}>
        Show anyway
      </Button>
    </p>
  );
}

/** The viewer's tables scroll sideways; a keyboard can only scroll what it can reach. */
function useKeyboardScroll(element: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const mark = () => {
      for (const box of current.querySelectorAll<HTMLElement>('.diff-table-scroll-container')) {
        const scrolls = box.scrollWidth > box.clientWidth;
        if (scrolls) box.tabIndex = 0;
        else box.removeAttribute('tabindex');
      }
    };
    const observer = new ResizeObserver(mark);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
}
