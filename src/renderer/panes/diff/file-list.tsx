import { useVirtualizer } from '@tanstack/react-virtual';
import { Check, ChevronRight, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { reviewStore } from '../../stores/review-store.ts';
import { ChangeMark } from './change-mark.tsx';
import { Counts } from './counts.tsx';
import { isFileViewed } from './file-section.tsx';
import { type FileTree, type TreeRow, treeRows } from './file-tree.ts';
import { useDiffPane, useDiffPaneState } from './pane-store.ts';

interface FileListProps {
  readonly tree: FileTree;
  /** The file at the upper edge of the changes. */
  readonly shown: string | null;
  /** Of how many the filter leaves these. */
  readonly total: number;
  onShow(path: string): void;
}

const ROW_PX = 26;

/** The changed files as a tree, with a filter. Arrows walk and fold, Enter shows the file. */
export function FileList({ tree, shown, total, onShow }: FileListProps) {
  const { store } = useDiffPane();
  const filter = useDiffPaneState((state) => state.filter);
  const closed = useDiffPaneState((state) => state.closedFolders);
  const rows = useMemo(() => treeRows(tree, closed), [tree, closed]);
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const id = useId();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const activeIndex = Math.max(
    0,
    rows.findIndex((row) => keyOf(row) === active),
  );
  useEffect(() => {
    const index = rows.findIndex((row) => row.kind === 'file' && row.path === shown);
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' });
  }, [shown, rows, virtualizer]);

  const toggle = (path: string): void => {
    const next = new Set(closed);
    if (!next.delete(path)) next.add(path);
    store.setState({ closedFolders: next });
  };
  const choose = (row: TreeRow): void => {
    setActive(keyOf(row));
    if (row.kind === 'folder') toggle(row.path);
    else onShow(row.path);
  };
  const walk = (to: number): void => {
    const index = Math.max(0, Math.min(rows.length - 1, to));
    const row = rows[index];
    if (!row) return;
    setActive(keyOf(row));
    virtualizer.scrollToIndex(index, { align: 'auto' });
    if (row.kind === 'file') onShow(row.path);
  };
  const press = (event: KeyboardEvent): void => {
    const row = rows[activeIndex];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown') walk(activeIndex + 1);
    else if (event.key === 'ArrowUp') walk(activeIndex - 1);
    else if (event.key === 'Home') walk(0);
    else if (event.key === 'End') walk(rows.length - 1);
    else if (event.key === 'Enter' || event.key === ' ') choose(row);
    else if (event.key === 'ArrowRight') {
      if (row.kind === 'folder' && !row.isOpen) toggle(row.path);
      else walk(activeIndex + 1);
    } else if (event.key === 'ArrowLeft') {
      if (row.kind === 'folder' && row.isOpen) toggle(row.path);
      else walk(rows.slice(0, activeIndex).findLastIndex(({ level }) => level < row.level));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <nav className="diff-list" aria-label="Changed files">
      <label className="diff-filter">
        <Search aria-hidden />
        <input
          type="search"
          aria-label="Filter the files by name"
          placeholder={`Filter ${total} files`}
          value={filter}
          onChange={(event) => store.setState({ filter: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || filter === '') return;
            event.stopPropagation();
            store.setState({ filter: '' });
          }}
        />
      </label>
      <div
        ref={scroller}
        className="pane-scroll diff-tree"
        role="tree"
        aria-label="Files"
        tabIndex={0}
        aria-activedescendant={rows[activeIndex] ? `${id}-${activeIndex}` : undefined}
        onKeyDown={press}
      >
        <div style={{ height: virtualizer.getTotalSize() }} role="presentation">
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys for all of its rows
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the tree, which names its active row
              <div
                key={keyOf(row)}
                id={`${id}-${item.index}`}
                role="treeitem"
                aria-level={row.level}
                aria-expanded={row.kind === 'folder' ? row.isOpen : undefined}
                aria-selected={row.kind === 'file' && row.path === shown}
                data-active={item.index === activeIndex ? 'yes' : undefined}
                className={`diff-tree-row is-${row.kind}`}
                style={{ top: item.start, '--level': row.level } as React.CSSProperties}
                onClick={() => choose(row)}
              >
                <RowText row={row} />
              </div>
            );
          })}
        </div>
        {rows.length === 0 ? <p className="diff-note">No file has this in its name.</p> : null}
      </div>
    </nav>
  );
}

function RowText({ row }: { row: TreeRow }) {
  const { branch } = useDiffPane();
  const isRead = useStore(reviewStore, ({ review }) => row.kind === 'file' && isFileViewed(review, branch, row.file));
  if (row.kind === 'folder') {
    return (
      <>
        <ChevronRight className="fold-mark" aria-hidden />
        <span className="diff-tree-name cut" title={row.path}>
          {row.name}
        </span>
        <span className="diff-tree-count figures">{row.files}</span>
      </>
    );
  }
  return (
    <>
      <ChangeMark change={row.file.change} />
      <span className={`diff-tree-name cut ${isRead ? 'is-read' : ''}`} title={row.path}>
        {row.name}
      </span>
      {isRead ? <Check className="diff-tree-read" aria-label="viewed" /> : null}
      <Counts added={row.file.added} removed={row.file.removed} />
    </>
  );
}

function keyOf({ kind, path }: TreeRow): string {
  return `${kind} ${path}`;
}
