import { useStore } from 'zustand';
import type { ReviewPlace } from '../../../core/review/entries.ts';
import { type Thread, threadsOf } from '../../../core/review/selectors.ts';
import type { Finding, ReviewState } from '../../../core/review/state.ts';
import { addRemark } from '../../actions/review-actions.ts';
import { reviewStore } from '../../stores/review-store.ts';
import { sessionStore } from '../../stores/session-store.ts';
import { Composer } from '../review/composer.tsx';
import { FindingCard } from '../review/finding-card.tsx';
import { reviewPaneStore } from '../review/review-pane-store.ts';
import { ThreadCard } from '../review/thread-card.tsx';
import type { MessageRow } from './rows.ts';

interface RowRemarks {
  readonly threads: Thread[];
  readonly findings: Finding[];
}

const known = new WeakMap<ReviewState, ReadonlyMap<string, RowRemarks>>();

/** What was said about messages and calls, by place; worked out once for each state of the review. */
function remarksByRow(review: ReviewState): ReadonlyMap<string, RowRemarks> {
  const found = known.get(review);
  if (found) return found;
  const map = new Map<string, RowRemarks>();
  const at = (place: ReviewPlace | null): RowRemarks | null => {
    if (place?.kind !== 'message' && place?.kind !== 'call') return null;
    const key = keyOf(place);
    const entry = map.get(key) ?? { threads: [], findings: [] };
    map.set(key, entry);
    return entry;
  };
  for (const thread of threadsOf(review)) at(thread.first.place)?.threads.push(thread);
  for (const finding of review.findings.values()) at(finding.place)?.findings.push(finding);
  known.set(review, map);
  return map;
}

function keyOf(place: Extract<ReviewPlace, { kind: 'message' | 'call' }>): string {
  return `${place.branch}\n${place.kind === 'call' ? place.callId : place.messageId}`;
}

/** What a comment on this row is about: its call, else the whole message. */
export function placeOfRow(row: MessageRow): Extract<ReviewPlace, { kind: 'message' | 'call' }> {
  const { owner: branch, messageId } = row;
  return row.kind === 'call'
    ? { kind: 'call', branch, messageId, callId: row.call.callId }
    : { kind: 'message', branch, messageId };
}

/** The findings and threads under a message or a call, and the field for a new comment. */
export function RowComments({ row }: { row: MessageRow }) {
  const place = placeOfRow(row);
  const remarks = useStore(reviewStore, ({ review }) => remarksByRow(review).get(keyOf(place)));
  const isWriting = useStore(reviewPaneStore, (state) => state.row === row.key);
  const isHere = remarks !== undefined && (row.kind === 'call' || stands(row));
  if (!isHere && !isWriting) return null;
  return (
    <div className="row-comments">
      {isHere ? remarks.findings.map((finding) => <FindingCard key={finding.id} finding={finding} />) : null}
      {isHere ? remarks.threads.map((thread) => <ThreadCard key={thread.first.id} thread={thread} />) : null}
      {isWriting ? (
        <div className="review-card">
          <Composer
            label={row.kind === 'call' ? 'Comment on this call' : 'Comment on this message'}
            draftKey={`row ${row.key}`}
            mayBeFinding
            onSubmit={async (remark) => (await addRemark(place, remark)) !== null}
            onClose={() => reviewPaneStore.setState({ row: null })}
          />
        </div>
      ) : null}
    </div>
  );
}

/** A message of several parts has several rows: what is said about it stands under the first one with text. */
function stands({ owner, messageId, key }: MessageRow): boolean {
  const cut = key.startsWith(`${messageId}.`) ? Number(key.slice(messageId.length + 1)) : 0;
  const { state, present } = sessionStore.getState();
  const entry = (present ?? state).branches[owner]?.entries.find(({ message }) => message.id === messageId);
  if (entry?.author !== 'model') return true;
  const { parts } = entry.message;
  const text = parts.findIndex((part) => part.kind === 'text' && !part.thought && part.text.trim() !== '');
  return cut === (text >= 0 ? text : parts.findIndex((part) => part.kind !== 'call'));
}
