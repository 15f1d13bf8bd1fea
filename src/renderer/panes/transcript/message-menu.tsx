import { GitFork } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../shared/copy-button.tsx';
import { formatClock } from '../shared/format.ts';
import { usePane } from './pane-context.ts';
import type { MessageRow } from './rows.ts';

interface MessageMenuProps {
  readonly row: MessageRow;
  readonly text: () => string;
}

/** Shown while the pointer or the focus is on a message. */
export function MessageMenu({ row, text }: MessageMenuProps) {
  const { fork } = usePane();
  return (
    <div className="message-menu">
      <time className="message-time" dateTime={new Date(row.at).toISOString()}>
        {formatClock(row.at)}
      </time>
      <CopyButton label="Copy message" text={text} />
      <IconButton size="small" name="Fork from here" onClick={() => fork(row.owner, row.messageId, row.key)}>
        <GitFork aria-hidden />
      </IconButton>
    </div>
  );
}
