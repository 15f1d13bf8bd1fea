import '@git-diff-view/react/styles/diff-view-pure.css';
import { DiffModeEnum, DiffView } from '@git-diff-view/react';
import { ChevronRight } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { CopyButton } from '../shared/copy-button.tsx';
import { formatCount } from '../shared/format.ts';
import { Counts } from './counts.tsx';
import type { FilePatch } from './parse-patch.ts';
import { PlainOnError } from './plain-on-error.tsx';

/** More changed lines than this are folded, more characters than this are not highlighted. */
const MANY_LINES = 800;
const MANY_CHARACTERS = 200_000;

export interface FileSectionProps {
  readonly file: FilePatch;
  readonly isOpen: boolean;
  readonly isSplit: boolean;
  readonly wraps: boolean;
  readonly theme: 'light' | 'dark';
  onToggle(path: string): void;
}

export const FileSection = memo(function FileSection({
  file,
  isOpen,
  isSplit,
  wraps,
  theme,
  onToggle,
}: FileSectionProps) {
  return (
    <section className="diff-file" data-path={file.path} aria-label={file.path}>
      <header className="diff-file-head">
        <button type="button" className="diff-file-fold" aria-expanded={isOpen} onClick={() => onToggle(file.path)}>
          <ChevronRight className="fold-mark" aria-hidden />
          <PathName path={file.path} />
          {file.change === 'changed' ? null : (
            <span className={`diff-change is-${file.change}`}>{CHANGES[file.change]}</span>
          )}
        </button>
        <Counts added={file.added} removed={file.removed} />
        <CopyButton label={`Copy the path ${file.path}`} text={() => file.path} />
      </header>
      {isOpen ? <FileBody file={file} isSplit={isSplit} wraps={wraps} theme={theme} /> : null}
    </section>
  );
});

const CHANGES = { added: 'new', deleted: 'deleted', renamed: 'renamed', changed: '' } as const;

/** The folder gives way first when there is little room; the name stays whole. */
export function PathName({ path }: { path: string }) {
  const cut = path.lastIndexOf('/') + 1;
  return (
    <span className="diff-path" title={path}>
      <span className="diff-folder cut">{path.slice(0, cut)}</span>
      <span className="diff-name">{path.slice(cut)}</span>
    </span>
  );
}

/** True for files that stay folded until a person asks for them. */
export function isHeavy(file: FilePatch): boolean {
  return file.isBinary || file.added + file.removed > MANY_LINES || file.hunks.length > MANY_CHARACTERS;
}

function FileBody({ file, isSplit, wraps, theme }: Omit<FileSectionProps, 'isOpen' | 'onToggle'>) {
  const data = useMemo(
    () => ({
      oldFile: { fileName: file.from ?? file.path },
      newFile: { fileName: file.path },
      hunks: [file.hunks],
    }),
    [file],
  );
  const [element, isNear] = useNear();
  useKeyboardScroll(element);
  if (file.isBinary) return <p className="diff-note">A binary file: its bytes are not shown.</p>;
  if (file.hunks === '') {
    return (
      <p className="diff-note">
        {file.from ? `Renamed from ${file.from}, content unchanged.` : 'Only its mode changed.'}
      </p>
    );
  }
  return (
    <div ref={element} className="diff-file-body">
      {isNear ? (
        <PlainOnError text={file.hunks}>
          <DiffView
            data={data}
            diffViewMode={isSplit ? DiffModeEnum.Split : DiffModeEnum.Unified}
            diffViewTheme={theme}
            diffViewHighlight={file.hunks.length <= MANY_CHARACTERS}
            diffViewFontSize={12}
            diffViewWrap={wraps}
          />
        </PlainOnError>
      ) : (
        <p className="diff-note">{formatCount(file.added + file.removed)} changed lines</p>
      )}
    </div>
  );
}

/** True once the element has come near the visible part; a diff is built only then. */
function useNear(): [React.RefObject<HTMLDivElement | null>, boolean] {
  const element = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '600px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear]);
  return [element, isNear];
}

/** The viewer's tables scroll sideways; a keyboard can only scroll what it can reach. */
function useKeyboardScroll(element: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const mark = () => {
      for (const box of current.querySelectorAll<HTMLElement>('.diff-table-scroll-container')) box.tabIndex = 0;
    };
    const observer = new MutationObserver(mark);
    observer.observe(current, { childList: true, subtree: true });
    mark();
    return () => observer.disconnect();
  }, [element]);
}
