import type { ResultPart } from '../../../core/session/message.ts';
import { CallRow } from './call-row.tsx';
import { AgentRow } from './fork-card.tsx';
import { ForkForm } from './fork-form.tsx';
import { LiveRow } from './live-row.tsx';
import { ForkStartRow, NotificationRow, PersonRow, Picture, TextRow, ThoughtRow } from './message-rows.tsx';
import { EndRow, FailureRow, SharedEndRow, SharedRow, StandInRow } from './quiet-rows.tsx';
import { RowComments } from './row-comments.tsx';
import type { MessageRow, TranscriptRow } from './rows.ts';
import { GapRow, SeamRow } from './seam-row.tsx';

interface RowViewProps {
  readonly row: TranscriptRow;
  readonly branch: string;
  readonly results: ReadonlyMap<string, ResultPart>;
  readonly sharedIsOpen: boolean;
  onToggleShared(): void;
}

export function RowView({ row, branch, results, sharedIsOpen, onToggleShared }: RowViewProps) {
  switch (row.kind) {
    case 'shared':
      return <SharedRow row={row} isOpen={sharedIsOpen} onToggle={onToggleShared} />;
    case 'shared-end':
      return <SharedEndRow />;
    case 'failure':
      return <FailureRow row={row} />;
    case 'gap':
      return <GapRow row={row} />;
    case 'seam':
      return <SeamRow row={row} branch={branch} />;
    case 'live':
      return <LiveRow branch={branch} />;
    case 'end':
      return <EndRow branch={branch} />;
    default:
      return (
        <>
          <MessageView row={row} results={results} />
          <RowComments row={row} />
          <ForkForm row={row} />
        </>
      );
  }
}

function MessageView({ row, results }: { row: MessageRow; results: ReadonlyMap<string, ResultPart> }) {
  switch (row.kind) {
    case 'person':
    case 'note':
      return <PersonRow row={row} />;
    case 'text':
      return <TextRow row={row} />;
    case 'thought':
      return <ThoughtRow row={row} />;
    case 'image':
      return <Picture image={row.image} />;
    case 'call':
      return row.call.name === 'agent' ? (
        <AgentRow row={row} result={results.get(row.call.callId)} />
      ) : (
        <CallRow row={row} result={results.get(row.call.callId)} />
      );
    case 'fork-start':
      return <ForkStartRow row={row} />;
    case 'notification':
      return <NotificationRow row={row} />;
    case 'stand-in':
      return <StandInRow row={row} />;
  }
}
