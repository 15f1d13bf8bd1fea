import { ChevronRight, FolderOpen, MessageSquare } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useStore } from 'zustand';
import { isViewed } from '../../../core/review/selectors.ts';
import { attempt } from '../../actions/attempt.ts';
import { markViewed } from '../../actions/review-actions.ts';
import { reviewStore } from '../../stores/review-store.ts';
import { sessionStore } from '../../stores/session-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../shared/copy-button.tsx';
import { ChangeMark, modeWords } from './change-mark.tsx';
import { Counts } from './counts.tsx';
import { type DiffLook, FileBody, HeavyNote } from './file-body.tsx';
import { isHeavy } from './heavy.ts';
import { BinarySides } from './image-sides.tsx';
import { LineComments } from './line-comments.tsx';
import { useDiffPane, useDiffPaneState } from './pane-store.ts';
import type { FilePatch } from './parse-patch.ts';
import { type FileRemarks, NO_COMMENTS, placeComments } from './place-comments.ts';
import { versionOf } from './version-of.ts';

export interface FileSectionProps extends DiffLook {
  readonly file: FilePatch;
  /** Undefined when nobody has said anything about it. */
  readonly remarks: FileRemarks | undefined;
  /** CSS pixels that the lines will take, while they go by too fast to be drawn; null: they are drawn. */
  readonly room: number | null;
}

const NO_REMARKS: FileRemarks = { threads: [], findings: [] };

export const FileSection = memo(function FileSection({ file, remarks, room, ...look }: FileSectionProps) {
  const { path } = file;
  const { branch, store } = useDiffPane();
  const viewed = useViewed(branch, file);
  const fold = useDiffPaneState((state) => state.folds[path]);
  const isOpen = fold ?? !viewed;
  const draft = useDiffPaneState((state) => (state.draft?.path === path ? state.draft : null));
  const comments = useMemo(
    () => (remarks || draft ? placeComments(file, remarks ?? NO_REMARKS, draft) : NO_COMMENTS),
    [file, remarks, draft],
  );
  const setFold = (open: boolean | undefined): void => {
    const { [path]: _, ...others } = store.getState().folds;
    store.setState({ folds: open === undefined ? others : { ...others, [path]: open } });
  };
  const { lost, count } = comments;
  return (
    <section className="diff-file" data-path={path} aria-label={path}>
      <header className="diff-file-head">
        <button type="button" className="diff-file-fold" aria-expanded={isOpen} onClick={() => setFold(!isOpen)}>
          <ChevronRight className="fold-mark" aria-hidden />
          <ChangeMark change={file.change} />
          <PathName path={path} />
          {file.from === null ? null : <span className="diff-from cut">from {file.from}</span>}
          {file.modes === null ? null : <span className="diff-mode">{modeWords(file)}</span>}
        </button>
        {count === 0 ? null : (
          <span className="diff-said figures" title={`${count} comments and findings`}>
            <MessageSquare aria-hidden /> {count}
          </span>
        )}
        <Counts added={file.added} removed={file.removed} />
        <span className="diff-file-tools">
          <CopyButton label={`Copy the path ${path}`} text={() => path} />
          {file.change === 'deleted' ? null : (
            <IconButton size="small" name={`Show ${path} in its folder`} onClick={() => reveal(branch, path)}>
              <FolderOpen aria-hidden />
            </IconButton>
          )}
        </span>
        <label className="diff-viewed">
          <input
            type="checkbox"
            aria-label={`Viewed ${path}`}
            checked={viewed}
            onChange={() => {
              setFold(undefined);
              void markViewed(branch, path, versionOf(file), !viewed);
            }}
          />
          <span>Viewed</span>
        </label>
      </header>
      {lost.threads.length + lost.findings.length === 0 || !isOpen || room !== null ? null : (
        <div className="diff-lost">
          <p className="diff-note">On lines that are no longer part of these changes:</p>
          <LineComments file={file} {...lost} />
        </div>
      )}
      {!isOpen ? null : room !== null ? (
        <div className="diff-file-body" style={{ height: room }} />
      ) : (
        <SectionBody file={file} comments={comments} isAsked={fold === true} onAsk={() => setFold(true)} {...look} />
      )}
    </section>
  );
});

interface SectionBodyProps extends DiffLook {
  readonly file: FilePatch;
  readonly comments: ReturnType<typeof placeComments>;
  /** True when a person asked for this file. */
  readonly isAsked: boolean;
  onAsk(): void;
}

function SectionBody({ file, comments, isAsked, onAsk, ...look }: SectionBodyProps) {
  if (file.isBinary) return <BinarySides file={file} />;
  if (file.hunks === '') return <p className="diff-note">{whyEmpty(file)}</p>;
  if (isHeavy(file) && !isAsked) return <HeavyNote file={file} onShow={onAsk} />;
  return <FileBody file={file} comments={comments} {...look} />;
}

function whyEmpty(file: FilePatch): string {
  if (file.from !== null) return `Its content is that of ${file.from}, unchanged.`;
  if (file.modes !== null) return 'Its content is unchanged.';
  return file.change === 'added' ? 'An empty file.' : 'No lines differ.';
}

/** True while the person's mark is for exactly these changes: it comes off by itself when the file changes. */
function useViewed(branch: string, file: FilePatch): boolean {
  return useStore(reviewStore, ({ review }) => isFileViewed(review, branch, file));
}

export function isFileViewed(review: Parameters<typeof isViewed>[0], branch: string, file: FilePatch): boolean {
  // Most files have no mark: their versions are not worked out for nothing.
  return review.viewed.size > 0 && isViewed(review, branch, file.path, versionOf(file));
}

function reveal(branch: string, path: string): void {
  const { sessionId } = sessionStore.getState();
  if (sessionId !== null) void attempt('review.reveal', { sessionId, branch, path }, branch);
}

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
