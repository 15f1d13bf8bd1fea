import { cacheShare } from '../../core/session/usage.ts';
import './requests/requests.css';
import { formatCost, formatShare, plural } from '../ui/format.ts';
import { RequestFeed, type RequestRow, type RequestSums, sumRequests } from './requests/table.ts';
import { formatClock, formatCount, formatDuration } from './shared/format.ts';
import './shared/pane.css';
import { PaneEmpty } from './shared/pane-empty.tsx';
import { useBranchField } from './shared/use-branch-field.ts';
import { useFeed } from './shared/use-feed.ts';

export interface RequestsPaneProps {
  readonly branch: string;
}

/** Every request of a branch: how long it took, what it read from the cache, what it cost, how it ended. */
export function RequestsPane({ branch }: RequestsPaneProps) {
  const title = useBranchField(branch, (found) => found.title, branch);
  const rows = useFeed(branch, () => new RequestFeed());
  if (rows.length === 0) {
    return (
      <section className="pane-view requests-pane" aria-label="Requests">
        <PaneEmpty title="No request has been sent yet." />
      </section>
    );
  }
  return (
    <section className="pane-view requests-pane" aria-label={`Requests of ${title}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs focus to be scrolled by keys */}
      <div className="pane-scroll" tabIndex={0}>
        <table className="requests-table">
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col" className="is-number" title="Time to first byte">
                First byte
              </th>
              <th scope="col" className="is-number">
                Duration
              </th>
              <th scope="col" className="is-number">
                Input
              </th>
              <th scope="col" className="is-number">
                From cache
              </th>
              <th scope="col" className="is-number">
                Output
              </th>
              <th scope="col" className="is-number">
                Cost
              </th>
              <th scope="col">End</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.request.requestId} row={row} />
            ))}
          </tbody>
          <Sums sums={sumRequests(rows)} />
        </table>
      </div>
    </section>
  );
}

function Row({ row }: { row: RequestRow }) {
  const { request, firstByteMs, durationMs, end, tone } = row;
  const { usage } = request;
  return (
    <tr className={`is-${tone}`}>
      <th scope="row" title={`${request.model}, ${formatClock(request.startedAt)}`}>
        {request.step}
        {request.attempt > 1 ? <span className="requests-attempt"> try {request.attempt}</span> : null}
      </th>
      <td className="is-number">{firstByteMs === null ? '' : formatDuration(firstByteMs)}</td>
      <td className="is-number">{durationMs === null ? '' : formatDuration(durationMs)}</td>
      <td className="is-number">{usage ? formatCount(usage.input) : ''}</td>
      <td className="is-number">{usage ? <CacheCell share={cacheShare(usage)} tokens={usage.cacheRead} /> : null}</td>
      <td
        className="is-number"
        title={usage && usage.thoughts > 0 ? `and ${formatCount(usage.thoughts)} of thinking` : undefined}
      >
        {usage ? formatCount(usage.output + usage.thoughts) : ''}
      </td>
      <td className="is-number">
        {request.endedAt === null || (!usage && request.cost === null) ? '' : formatCost(request.cost)}
      </td>
      <td className="requests-end" title={end}>
        {end}
      </td>
    </tr>
  );
}

function CacheCell({ share, tokens }: { share: number | null; tokens: number }) {
  if (share === null) return null;
  return (
    <span className="requests-cache">
      <span className="requests-tokens">{formatCount(tokens)}</span>
      <span className="requests-share">{formatShare(share)}</span>
      <span className="requests-bar" aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  );
}

function Sums({ sums }: { sums: RequestSums }) {
  const { usage, answered, failed, durationMs, cost } = sums;
  return (
    <tfoot>
      <tr>
        <th scope="row">All</th>
        <td />
        <td className="is-number">{formatDuration(durationMs)}</td>
        <td className="is-number">{formatCount(usage.input)}</td>
        <td className="is-number">
          <CacheCell share={cacheShare(usage)} tokens={usage.cacheRead} />
        </td>
        <td className="is-number">{formatCount(usage.output + usage.thoughts)}</td>
        <td className="is-number">{formatCost(cost)}</td>
        <td className="requests-end">
          {formatCount(answered)} answered{failed > 0 ? `, ${plural(failed, 'failure')}` : ''}
        </td>
      </tr>
    </tfoot>
  );
}
