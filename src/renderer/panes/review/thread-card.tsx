import { Check, MessageSquare, Pencil, Send, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import type { Thread } from '../../../core/review/selectors.ts';
import type { Comment } from '../../../core/review/state.ts';
import { editComment, removeComment, reply, resolveComment, sendToFork } from '../../actions/review-actions.ts';
import { reviewStore } from '../../stores/review-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatClock } from '../shared/format.ts';
import { useBranchField } from '../shared/use-branch-field.ts';
import { Composer } from './composer.tsx';
import './review.css';

interface ThreadCardProps {
  readonly thread: Thread;
  /** What stands around the commented lines, for the fork; read when it is sent. */
  readonly hunk?: () => string;
  /** A line above the comment, e.g. where it is. */
  readonly children?: ReactNode;
}

/** A comment and its answers. A resolved one is folded to its first words. */
export function ThreadCard({ thread, hunk, children }: ThreadCardProps) {
  const { first, replies } = thread;
  const mayWrite = useStore(reviewStore, (review) => review.mayWrite);
  const [isShown, setShown] = useState(false);
  const [answers, setAnswers] = useState(false);
  if (first.resolved && !isShown) {
    return (
      <div className="review-card is-resolved" data-comment={first.id}>
        {children}
        <button type="button" className="review-card__folded" onClick={() => setShown(true)}>
          <Check aria-hidden />
          <span className="cut">Resolved: {first.text}</span>
        </button>
      </div>
    );
  }
  return (
    <article className="review-card" aria-label="Comment" data-comment={first.id}>
      {children}
      {[first, ...replies].map((comment) => (
        <CommentText key={comment.id} comment={comment} />
      ))}
      {!mayWrite ? null : answers ? (
        <Composer
          label="Answer"
          draftKey={`reply ${first.id}`}
          submitName="Answer"
          onSubmit={({ text }) => reply(first, text)}
          onClose={() => setAnswers(false)}
        />
      ) : (
        <div className="review-card__foot">
          <Button size="small" look="quiet" onClick={() => setAnswers(true)}>
            <MessageSquare aria-hidden /> Answer
          </Button>
          <SendButton comment={first} hunk={hunk} />
          <span className="review-composer__space" />
          <Button
            size="small"
            look="quiet"
            onClick={() => {
              setShown(false);
              void resolveComment(first.id, !first.resolved);
            }}
          >
            {first.resolved ? <Undo2 aria-hidden /> : <Check aria-hidden />}
            {first.resolved ? 'Open again' : 'Resolve'}
          </Button>
        </div>
      )}
    </article>
  );
}

function CommentText({ comment }: { comment: Comment }) {
  const { id, text, at, editedAt, sentTo, resolved, thread } = comment;
  const mayWrite = useStore(reviewStore, (review) => review.mayWrite);
  const [isEdited, setEdited] = useState(false);
  if (isEdited) {
    return (
      <Composer
        label="Comment"
        draftKey={`edit ${id}`}
        initial={text}
        submitName="Save"
        onSubmit={(remark) => editComment(id, remark.text)}
        onClose={() => setEdited(false)}
      />
    );
  }
  return (
    <div className="review-comment">
      <p className="plain-text">{text}</p>
      <div className="review-comment__meta">
        <time dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString()}>
          {formatClock(at)}
        </time>
        {editedAt === null ? null : <span>edited</span>}
        {sentTo.length > 0 ? <span>sent to the fork</span> : null}
        {mayWrite ? (
          <span className="review-comment__tools">
            <IconButton size="small" name="Edit the comment" onClick={() => setEdited(true)}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton size="small" look="danger" name="Delete the comment" onClick={() => void removeComment(id)}>
              <Trash2 aria-hidden />
            </IconButton>
          </span>
        ) : (
          thread === null && <span>{resolved ? 'resolved' : 'open'}</span>
        )}
      </div>
    </div>
  );
}

function SendButton({ comment, hunk }: { comment: Comment; hunk: (() => string) | undefined }) {
  const { id, place, text, sentTo } = comment;
  const title = useBranchField(place.branch ?? '', (branch) => branch.title, '');
  if (place.kind !== 'lines' || title === '') return null;
  return (
    <Button size="small" look="quiet" title={`To ${title}`} onClick={() => void sendToFork(id, place, text, hunk?.())}>
      <Send aria-hidden /> {sentTo.length > 0 ? 'Send again' : 'Send to the fork'}
    </Button>
  );
}
