import { observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import {
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { reviewStore } from '../../stores/review-store.ts';
import { type DiffLook, guessHeight, HEAD_PX } from './file-body.tsx';
import { FileSection, isFileViewed } from './file-section.tsx';
import { isHeavy } from './heavy.ts';
import { useDiffPane, useDiffPaneState } from './pane-store.ts';
import type { FilePatch } from './parse-patch.ts';
import type { FileRemarks } from './place-comments.ts';
import { onceAtRest, ScrollPace } from './scroll-pace.ts';

export interface SectionsHandle {
  readonly element: HTMLElement | null;
  heightOf(path: string): number;
  /** Brings a file's head to the upper edge. */
  show(path: string): void;
  /** The file at the upper edge. */
  top(): string | null;
}

interface FileSectionsProps extends DiffLook {
  readonly files: readonly FilePatch[];
  readonly remarks: ReadonlyMap<string, FileRemarks>;
  readonly handle: Ref<SectionsHandle>;
  /** Called when another file has come to the upper edge. */
  onTop(path: string): void;
}

const NONE: ReadonlySet<string> = new Set();

/** Height of a note that stands for the lines, in CSS pixels. */
const NOTE_PX = 44;

/** The files one below the other; only those in view are on the page. */
export function FileSections({ files, remarks, handle, onTop, ...look }: FileSectionsProps) {
  const { branch, store } = useDiffPane();
  const scroller = useRef<HTMLDivElement>(null);
  const [pace] = useState(() => new ScrollPace());
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const drawAll = useCallback(() => {
    pace.rest();
    redraw();
  }, [pace]);
  /** Files whose lines are on the page. */
  const drawn = useRef<ReadonlySet<string>>(NONE);
  const anchor = useRef<{ readonly path: string; readonly offset: number } | null>(null);
  const virtualizer = useVirtualizer({
    count: files.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const file = files[index];
      return file ? HEAD_PX + guessBody(file, branch, store.getState().folds[file.path]) : HEAD_PX;
    },
    getItemKey: useCallback((index: number) => files[index]?.path ?? index, [files]),
    overscan: 1,
    observeElementOffset: useCallback<typeof observeElementOffset<HTMLDivElement>>(
      (instance, tell) =>
        observeElementOffset(instance, (offset, isScrolling) => {
          if (isScrolling) pace.move(offset, scroller.current?.clientHeight ?? 0);
          else if (pace.isFast) onceAtRest(pace, drawAll);
          tell(offset, isScrolling);
        }),
      [pace, drawAll],
    ),
  });
  const items = virtualizer.getVirtualItems();
  // What flies past is not drawn: lines take longer than the frame in which they would be seen.
  const { isFast } = pace;
  const now = new Set(
    items.flatMap(({ index }) => files[index]?.path ?? []).filter((path) => !isFast || drawn.current.has(path)),
  );
  useLayoutEffect(() => {
    drawn.current = now;
  });

  const indexOf = (path: string): number => files.findIndex((file) => file.path === path);
  const top = (): string | null => {
    const offset = scroller.current?.scrollTop ?? 0;
    const item = virtualizer.getVirtualItemForOffset(offset + 1);
    return (item && files[item.index]?.path) ?? null;
  };
  useImperativeHandle(handle, () => ({
    element: scroller.current,
    heightOf: (path) => virtualizer.measurementsCache[indexOf(path)]?.size ?? 0,
    show: (path) => {
      const index = indexOf(path);
      if (index >= 0) virtualizer.scrollToIndex(index, { align: 'start' });
    },
    top,
  }));

  // Where the person reads stays where it is when files come and go above it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other files move anything
  useLayoutEffect(() => {
    const { current } = anchor;
    const index = current ? indexOf(current.path) : -1;
    const start = virtualizer.measurementsCache[index]?.start;
    if (!current || start === undefined || !scroller.current) return;
    const wanted = start + current.offset;
    if (Math.abs(scroller.current.scrollTop - wanted) > 1) scroller.current.scrollTop = wanted;
  }, [files]);
  const remember = (): void => {
    const offset = scroller.current?.scrollTop ?? 0;
    const item = virtualizer.getVirtualItemForOffset(offset + 1);
    const file = item && files[item.index];
    if (!file || !item) return;
    if (anchor.current?.path !== file.path && !pace.isFast) onTop(file.path);
    anchor.current = { path: file.path, offset: offset - item.start };
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it rests
  useEffect(() => {
    if (!isFast && anchor.current) onTop(anchor.current.path);
  }, [isFast]);

  const jump = useDiffPaneState((state) => state.jump);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each wish is answered once
  useEffect(() => {
    if (!jump) return;
    const index = indexOf(jump.path);
    const isDrawn = virtualizer.getVirtualItems().some((item) => item.index === index);
    if (index < 0 || (jump.at && isDrawn)) return;
    virtualizer.scrollToIndex(index, { align: 'start' });
    if (!jump.at) store.setState({ jump: null });
  }, [jump]);

  return (
    <div
      ref={scroller}
      className="diff-files pane-scroll"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs focus to be scrolled by keys
      tabIndex={0}
      onScroll={remember}
      onPointerDown={({ target, nativeEvent }) => {
        const isOnBar = target === scroller.current && nativeEvent.offsetX >= scroller.current.clientWidth;
        if (isOnBar) pace.hold();
      }}
    >
      <div className="diff-sections" style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const file = files[item.index];
          if (!file) return null;
          return (
            <div
              key={item.key}
              ref={now.has(file.path) ? virtualizer.measureElement : undefined}
              data-index={item.index}
              className="diff-section"
              // Not moved by a transform: the head inside sticks to the upper edge.
              style={{ top: item.start }}
            >
              <FileSection
                file={file}
                remarks={remarks.get(file.path)}
                room={now.has(file.path) ? null : Math.max(0, item.size - HEAD_PX)}
                {...look}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function guessBody(file: FilePatch, branch: string, fold: boolean | undefined): number {
  const isOpen = fold ?? !isFileViewed(reviewStore.getState().review, branch, file);
  if (!isOpen) return 0;
  if (file.isBinary || file.hunks === '' || (isHeavy(file) && fold !== true)) return NOTE_PX;
  return guessHeight(file);
}

/** How many of these files a person has marked as read. */
export function useViewedCount(branch: string, files: readonly FilePatch[]): number {
  return useStore(reviewStore, ({ review }) =>
    review.viewed.size === 0 ? 0 : files.filter((file) => isFileViewed(review, branch, file)).length,
  );
}
