import { ArrowUpRight, ChevronRight, GitFork } from 'lucide-react';
import { memo } from 'react';
import type { ImagePart } from '../../../core/session/message.ts';
import type { BranchState } from '../../../core/session/state.ts';
import { Button } from '../../ui/button.tsx';
import { StateMark } from '../../ui/state-mark.tsx';
import { Markdown } from './markdown.tsx';
import { MessageMenu } from './message-menu.tsx';
import { useFold, usePane } from './pane-context.ts';
import type { ReportBlock } from './report-blocks.ts';
import { ReportText } from './report-text.tsx';
import type { MessageRow } from './rows.ts';
import { useRowSession, useRowSessionShallow } from './use-row-session.ts';

type RowOf<K extends MessageRow['kind']> = { readonly row: MessageRow & { kind: K } };

export const PersonRow = memo(function PersonRow({ row }: RowOf<'person' | 'note'>) {
  return (
    <article className={`person-row is-${row.kind}`} aria-label={row.kind === 'person' ? 'You' : 'Note to the model'}>
      <p className="plain-text">{row.text}</p>
      {row.images.map((image) => (
        <Picture key={image.data.slice(0, 64)} image={image} />
      ))}
      <MessageMenu row={row} text={() => row.text} />
    </article>
  );
});

export const TextRow = memo(function TextRow({ row }: RowOf<'text'>) {
  return (
    <article className="text-row" aria-label="Model">
      <ReportText text={row.text} />
      <MessageMenu row={row} text={() => row.text} />
    </article>
  );
});

export const ThoughtRow = memo(function ThoughtRow({ row }: RowOf<'thought'>) {
  const [isOpen, toggle] = useFold(row.key);
  return (
    <div className="thought-row">
      <button type="button" className="thought-head" aria-expanded={isOpen} onClick={toggle}>
        <ChevronRight className="fold-mark" aria-hidden />
        <span>Thought</span>
        {isOpen ? null : <span className="thought-peek cut">{firstSentence(row.text)}</span>}
      </button>
      {isOpen ? (
        <div className="thought-body">
          <Markdown text={row.text} />
        </div>
      ) : null}
    </div>
  );
});

export const ForkStartRow = memo(function ForkStartRow({ row }: RowOf<'fork-start'>) {
  const { start } = row;
  const [isOpen, toggle] = useFold(row.key);
  const parent = useRowSession((state) => {
    const parentId = state.branches[row.owner]?.parent;
    return (parentId && state.branches[parentId]?.title) || null;
  });
  const { openPlace } = usePane();
  const origin = useRowSessionShallow((state) => originOf(state.branches[row.owner]));
  const place = start.number === null ? '' : `, fork ${start.number} of ${start.count}`;
  return (
    <article className="fork-start-row" aria-label="Directive">
      <button type="button" className="fork-start-head" aria-expanded={isOpen} onClick={toggle}>
        <GitFork aria-hidden />
        <span className="cut">
          Forked from {parent ?? 'its parent'}
          {place}
        </span>
        <ChevronRight className="fold-mark" aria-hidden />
      </button>
      {start.carried === '' ? null : <p className="plain-text fork-start-carried">{start.carried}</p>}
      <p className="plain-text">{start.directive}</p>
      {isOpen ? (
        <div className="fork-start-more">
          {start.placeholders > 0 ? <p>Open calls answered with the placeholder: {start.placeholders}.</p> : null}
          {start.notices.map((notice) => (
            <p key={notice}>{notice}</p>
          ))}
          <pre>{start.rules}</pre>
        </div>
      ) : null}
      {origin === null ? null : (
        <button
          type="button"
          className="pane-link fork-start-jump"
          onClick={() => openPlace(origin.branch, origin.place)}
        >
          {origin.isCall ? 'Show the call in the parent' : 'Show the fork point in the parent'}
        </button>
      )}
      <MessageMenu row={row} text={() => start.directive} />
    </article>
  );
});

/** Where in the parent a fork began: the call that asked for it, else the message it starts from. */
function originOf(branch: BranchState | undefined) {
  if (!branch?.parent) return null;
  if (branch.callId !== null) return { branch: branch.parent, place: branch.callId, isCall: true };
  return branch.forkPoint && { branch: branch.forkPoint.branch, place: branch.forkPoint.messageId, isCall: false };
}

export const NotificationRow = memo(function NotificationRow({ row }: RowOf<'notification'>) {
  return (
    <article className="notification-row" aria-label="Reports">
      {row.reports.map((report) => (
        <ReportCard key={report.branch} foldKey={`${row.key}.${report.branch}`} report={report} />
      ))}
      <MessageMenu row={row} text={() => row.reports.map(({ result }) => result).join('\n\n')} />
    </article>
  );
});

function ReportCard({ foldKey, report }: { foldKey: string; report: ReportBlock }) {
  const { openBranch } = usePane();
  const [isOpen, toggle] = useFold(foldKey, true);
  const status = report.status === 'failed' || report.status === 'interrupted' ? report.status : 'completed';
  return (
    <section className="report-card" aria-label={`Report of ${report.title}`}>
      <header className="report-head">
        <button type="button" className="report-fold" aria-expanded={isOpen} onClick={toggle}>
          <StateMark status={status} label={status} />
          <span className="report-title cut">{report.title || report.branch}</span>
          <span className="report-word">{status === 'completed' ? 'reports' : status}</span>
          <ChevronRight className="fold-mark" aria-hidden />
        </button>
        <Button size="small" onClick={() => openBranch(report.branch)}>
          Open <ArrowUpRight aria-hidden />
        </Button>
      </header>
      {isOpen ? (
        <div className="report-body">
          {report.reason ? <p className="report-reason">{report.reason}</p> : null}
          <ReportText text={report.result} />
        </div>
      ) : null}
    </section>
  );
}

/** Only bitmap types: an SVG from a model is not worth its risk. */
const SHOWN_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export function Picture({ image }: { image: ImagePart }) {
  if (!SHOWN_TYPES.has(image.mimeType))
    return <p className="quiet-row">A picture of type {image.mimeType} is not shown.</p>;
  return <img className="picture" alt="Sent with this message" src={`data:${image.mimeType};base64,${image.data}`} />;
}

function firstSentence(text: string): string {
  return (
    text
      .trim()
      .replaceAll(/[*_`#>]/g, '')
      .split('\n')[0] ?? ''
  );
}
