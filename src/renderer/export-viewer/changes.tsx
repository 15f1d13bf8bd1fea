import { useMemo } from 'react';
import { formatClock } from '../panes/shared/format.ts';
import { useBranch } from '../stores/use-session.ts';
import { type EditedFile, type EditLine, editedFilesOf } from './edits.ts';
import { useViewer } from './use-viewer.ts';

/** Lines of one edit that are drawn; the rest is counted. */
const MAX_LINES = 400;

/** What the selected branch had edited at the playhead, file by file. */
export function Changes() {
  const selected = useViewer((viewer) => viewer.selected);
  const branch = useBranch(selected);
  const files = useMemo(() => (branch ? editedFilesOf(branch) : []), [branch]);
  const { worktree } = branch ?? {};
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs focus to be scrolled by keys
    <section className="viewer-changes" aria-label="Changes" tabIndex={0}>
      {worktree && (
        <p className="viewer-changes__lead figures">
          In its worktree: {worktree.files} {worktree.files === 1 ? 'file' : 'files'}, +{worktree.added} −
          {worktree.removed} against its base. Below, the edits as its tools were asked to make them.
        </p>
      )}
      {files.length === 0 && <p className="viewer-changes__none">No edits up to this moment.</p>}
      {files.map((file) => (
        <FileChanges key={file.path} file={file} />
      ))}
    </section>
  );
}

export function FileChanges({ file }: { readonly file: EditedFile }) {
  return (
    <details className="viewer-file" open>
      <summary>
        <code className="cut">{file.path}</code>
        <span className="figures">
          <span className="is-added">+{file.added}</span> <span className="is-removed">−{file.removed}</span>
        </span>
      </summary>
      {file.edits.map(({ callId, at, isDone, lines }) => (
        <div key={callId} className="viewer-edit" data-done={isDone}>
          <p className="viewer-edit__at figures">
            {formatClock(at)}
            {isDone ? '' : ', not made'}
          </p>
          <pre>
            {lines.slice(0, MAX_LINES).map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an edit never move
              <Line key={index} line={line} />
            ))}
          </pre>
          {lines.length > MAX_LINES && <p className="viewer-edit__at">and {lines.length - MAX_LINES} more lines</p>}
        </div>
      ))}
    </details>
  );
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
