import type { LinesPlace, ReviewPlace } from '../../../core/review/entries.ts';
import { addRemark, type Remark, sendToFork } from '../../actions/review-actions.ts';
import { Composer } from '../review/composer.tsx';
import { FindingCard } from '../review/finding-card.tsx';
import { ThreadCard } from '../review/thread-card.tsx';
import { excerptOf, hunkAround } from './hunk-lines.ts';
import { type LineDraft, useDiffPane } from './pane-store.ts';
import type { FilePatch } from './parse-patch.ts';
import type { LineRemarks } from './place-comments.ts';

interface LineCommentsProps extends LineRemarks {
  readonly file: FilePatch;
}

/** What stands under a line of the diff: findings, threads, and the field for a new one. */
export function LineComments({ file, threads, findings, draft }: LineCommentsProps) {
  return (
    <div className="diff-remarks">
      {findings.map((finding) => (
        <FindingCard key={finding.id} finding={finding} />
      ))}
      {threads.map((thread) => (
        <ThreadCard key={thread.first.id} thread={thread} hunk={() => hunkOf(file, thread.first.place)} />
      ))}
      {draft ? <DraftComment file={file} draft={draft} /> : null}
    </div>
  );
}

function hunkOf(file: FilePatch, place: ReviewPlace): string {
  return place.kind === 'lines' ? hunkAround(file, place.side, place.from, place.to) : '';
}

function DraftComment({ file, draft }: { file: FilePatch; draft: LineDraft }) {
  const { store, branch, focus } = useDiffPane();
  const { path, side, from, to, isFresh } = draft;
  const place = (): LinesPlace => ({
    kind: 'lines',
    branch,
    path,
    side,
    from,
    to,
    excerpt: excerptOf(file, side, from, to),
  });
  const add = (remark: Remark) => addRemark(place(), remark);
  const send = async (text: string) => {
    const id = await add({ text, severity: null });
    // The comment is there even when the fork could not be reached: it can be sent again from it.
    if (id !== null) await sendToFork(id, place(), text, hunkAround(file, side, from, to));
    return id !== null;
  };
  const lines = from === to ? `line ${from}` : `lines ${from} to ${to}`;
  return (
    <div className="review-card">
      <Composer
        label={`Comment on ${lines}${side === 'old' ? ' before the change' : ''}`}
        draftKey={`${branch} ${path} ${side} ${to}`}
        mayBeFinding
        takesFocus={isFresh}
        also={{ name: 'Send to the fork', send }}
        onSubmit={async (remark) => (await add(remark)) !== null}
        onClose={() => {
          store.setState({ draft: null });
          focus();
        }}
      />
    </div>
  );
}
