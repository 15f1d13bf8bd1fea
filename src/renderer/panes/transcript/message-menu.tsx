import { GitFork, Link2, MessageSquarePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { linkToMessage } from '../../actions/message-link.ts';
import { reviewStore } from '../../stores/review-store.ts';
import { sessionStore } from '../../stores/session-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { reviewPaneStore } from '../review/review-pane-store.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import { formatClock } from '../shared/format.ts';
import { usePane } from './pane-context.ts';
import type { MessageRow } from './rows.ts';
import { useMenuIsMade } from './use-menu-is-made.ts';

interface MessageMenuProps {
  readonly row: MessageRow;
  readonly text: () => string;
  readonly children?: ReactNode;
}

function linkOf({ owner, messageId }: MessageRow): string {
  return linkToMessage({ sessionId: sessionStore.getState().sessionId ?? '', branch: owner, messageId });
}

/**
 * Shown while the pointer or the focus is on a message. It is most of what a row consists of and mostly not seen: it is
 * made when the pane is used, or has come to rest.
 */
export function MessageMenu(props: MessageMenuProps) {
  return useMenuIsMade() ? <Menu {...props} /> : null;
}

function Menu({ row, text, children }: MessageMenuProps) {
  const { fork, hold } = usePane();
  const mayComment = useStore(reviewStore, ({ mayWrite }) => mayWrite);
  return (
    <div className="message-menu">
      <time className="message-time" dateTime={new Date(row.at).toISOString()}>
        {formatClock(row.at)}
      </time>
      {children}
      {mayComment && (
        <IconButton
          size="small"
          name={row.kind === 'call' ? 'Comment on this call' : 'Comment on this message'}
          onClick={() => {
            hold();
            reviewPaneStore.setState({ row: row.key });
          }}
        >
          <MessageSquarePlus aria-hidden />
        </IconButton>
      )}
      <CopyButton label="Copy message" text={text} />
      <CopyButton label="Copy link to this message" Icon={Link2} text={() => linkOf(row)} />
      {fork && (
        <IconButton size="small" name="Fork from here" onClick={() => fork(row.owner, row.messageId, row.key)}>
          <GitFork aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
