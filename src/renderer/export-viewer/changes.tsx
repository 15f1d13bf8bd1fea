import { Fragment, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { type FileRemarks, remarksByPath } from '../panes/diff/place-comments.ts';
import { FindingCard } from '../panes/review/finding-card.tsx';
import { placeWords } from '../panes/review/place-words.ts';
import { ThreadCard } from '../panes/review/thread-card.tsx';
import { formatClock } from '../panes/shared/format.ts';
import { reviewStore } from '../stores/review-store.ts';
import { useBranch } from '../stores/use-session.ts';
import { type EditedFile, type EditLine, editedFilesOf, type FileEdit } from './edits.ts';
import { type PlacedRemark, placeRemarks } from './place-remarks.ts';
import { useViewer } from './use-viewer.ts';

/** Lines of one edit that are drawn; the rest is counted. */
const MAX_LINES = 400;

/** What the selected branch had edited at the playhead, file by file. */
export function Changes() {
  const selected = useViewer((viewer) => viewer.selected);
  const branch = useBranch(selected);
  const review = useStore(reviewStore, (store) => store.review);
  const remarks = useMemo(() => remarksByPath(review, selected), [review, selected]);
  const files = useMemo(() => {
    const edited = branch ? editedFilesOf(branch) : [];
    // What was changed by no edit, but by a command, say, can have been commented on all the same.
    const others = [...remarks.keys()].filter((path) => edited.every((file) => file.path !== path));
    return [...edited, ...others.map((path): EditedFile => ({ path, edits: [], added: 0, removed: 0 }))];
  }, [branch, remarks]);
  const remark = useViewer((viewer) => viewer.remark);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!remark) return;
    const id = CSS.escape(remark.id);
    box.current?.querySelector(`[data-comment="${id}"], [data-finding="${id}"]`)?.scrollIntoView({ block: 'center' });
  }, [remark]);
  const { worktree } = branch ?? {};
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs focus to be scrolled by keys
    <section ref={box} className="viewer-changes" aria-label="Changes" tabIndex={0}>
      {worktree && (
        <p className="viewer-changes__lead figures">
          In its worktree: {worktree.files} {worktree.files === 1 ? 'file' : 'files'}, +{worktree.added} −
          {worktree.removed} against its base. Below, the edits as its tools were asked to make them.
        </p>
      )}
      {files.length === 0 && <p className="viewer-changes__none">No edits up to this moment.</p>}
      {files.map((file) => (
        <FileChanges key={file.path} file={file} remarks={remarks.get(file.path) ?? NO_REMARKS} />
      ))}
    </section>
  );
}

const NO_REMARKS: FileRemarks = { threads: [], findings: [] };

interface FileChangesProps {
  readonly file: EditedFile;
  readonly remarks: FileRemarks;
}

function FileChanges({ file, remarks }: FileChangesProps) {
  const { byEdit, elsewhere } = useMemo(() => placeRemarks(file, remarks), [file, remarks]);
  return (
    <details className="viewer-file" open>
      <summary>
        <code className="cut">{file.path}</code>
        <span className="figures">
          <span className="is-added">+{file.added}</span> <span className="is-removed">−{file.removed}</span>
        </span>
      </summary>
      {file.edits.map((edit) => (
        <Edit key={edit.callId} edit={edit} remarks={byEdit.get(edit) ?? NONE_PLACED} />
      ))}
      {elsewhere.map((remark) => (
        <div key={remark.id} className="viewer-remark">
          <p className="viewer-edit__at">
            {placeWords(remark.place)}
            {remark.place.side === 'old' ? ' before the change' : ''}, which no edit shows as it was commented on
          </p>
          <pre className="viewer-remark__lines">{remark.place.excerpt}</pre>
          <Remark remark={remark} />
        </div>
      ))}
    </details>
  );
}

const NONE_PLACED: ReadonlyMap<number, readonly PlacedRemark[]> = new Map();

interface EditProps {
  readonly edit: FileEdit;
  readonly remarks: ReadonlyMap<number, readonly PlacedRemark[]>;
}

/** The lines of one edit, cut where something was said about them. */
function Edit({ edit: { at, isDone, lines }, remarks }: EditProps) {
  const shown = lines.slice(0, MAX_LINES);
  const cuts = [...remarks.keys()]
    .sort((a, b) => a - b)
    .map((line) => ({ line, end: Math.min(line + 1, shown.length) }));
  const last = cuts.at(-1)?.end ?? 0;
  return (
    <div className="viewer-edit" data-done={isDone}>
      <p className="viewer-edit__at figures">
        {formatClock(at)}
        {isDone ? '' : ', not made'}
      </p>
      {cuts.map(({ line, end }, index) => (
        <Fragment key={line}>
          <Lines lines={shown.slice(cuts[index - 1]?.end ?? 0, end)} />
          <div className="viewer-remark">
            {(remarks.get(line) ?? []).map((remark) => (
              <Remark key={remark.id} remark={remark} />
            ))}
          </div>
        </Fragment>
      ))}
      <Lines lines={shown.slice(last)} />
      {lines.length > MAX_LINES && <p className="viewer-edit__at">and {lines.length - MAX_LINES} more lines</p>}
    </div>
  );
}

function Lines({ lines }: { readonly lines: readonly EditLine[] }) {
  if (lines.length === 0) return null;
  return (
    <pre>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an edit never move
        <Line key={index} line={line} />
      ))}
    </pre>
  );
}

function Remark({ remark: { thread, finding } }: { readonly remark: PlacedRemark }) {
  if (thread) return <ThreadCard thread={thread} />;
  return finding ? <FindingCard finding={finding} /> : null;
}

const SIGNS = { added: '+', removed: '−', same: ' ' } as const;

function Line({ line }: { readonly line: EditLine }) {
  return (
    <span className={`viewer-line is-${line.kind}`}>
      <span aria-hidden>{SIGNS[line.kind]}</span>
      {line.text || ' '}
    </span>
  );
}
