import { useMemo, useState } from 'react';
import type { Divergence } from '../../core/prefix/segments.ts';
import { ColdNote } from './prefix/cold-note.tsx';
import { PrefixNumbers } from './prefix/numbers.tsx';
import './prefix/prefix.css';
import { formatBytes } from '../ui/format.ts';
import type { Moment, PrefixLane } from './prefix/family.ts';
import { layoutStrips } from './prefix/layout.ts';
import { PrefixFeed } from './prefix/prefix-feed.ts';
import { SegmentDetail } from './prefix/segment-detail.tsx';
import { type SegmentPlace, Strip, segmentTitle } from './prefix/strip.tsx';
import { formatCount } from './shared/format.ts';
import './shared/pane.css';
import { PaneEmpty } from './shared/pane-empty.tsx';
import { useBranchField } from './shared/use-branch-field.ts';
import { useFeed } from './shared/use-feed.ts';
import { useWidth } from './shared/use-width.ts';

export interface PrefixPaneProps {
  readonly branch: string;
}

/** Which bytes a branch shares with its parent and its siblings, where they part, and what the cache made of it. */
export function PrefixPane({ branch }: PrefixPaneProps) {
  const title = useBranchField(branch, (found) => found.title, branch);
  const { start, now, facts } = useFeed(branch, () => new PrefixFeed());
  const [moment, setMoment] = useState<Moment>('start');
  const [active, setActive] = useState<SegmentPlace | null>(null);
  const [chosen, setChosen] = useState<SegmentPlace | null>(null);
  const [strips, width] = useWidth<HTMLDivElement>();
  const family = moment === 'start' ? start : now;
  const boxes = useMemo(
    () =>
      layoutStrips(
        family.lanes.map(({ segments }) => segments),
        width,
      ),
    [family, width],
  );
  const laneOf = (place: SegmentPlace | null): PrefixLane | null =>
    family.lanes.find((lane) => lane.branch === place?.branch && lane.segments[place.index]) ?? null;
  const activeLane = laneOf(active);
  const chosenLane = laneOf(chosen);
  const divergence = start.self?.request.prefix?.relation === 'parent' ? start.self.request.prefix.divergence : null;

  return (
    <section className="pane-view prefix-pane" aria-label={`Prefix of ${title}`}>
      {family.lanes.length === 0 ? (
        <PaneEmpty title="No request has been sent yet.">
          The prefix is compared as soon as the first one leaves.
        </PaneEmpty>
      ) : (
        <>
          <div className="pane-bar">
            <span className="pane-grow cut" aria-live="polite">
              {active && activeLane
                ? `${activeLane.title}: ${segmentTitle(activeLane, active.index)}`
                : 'Requests, in bytes'}
            </span>
            <span className="pane-choice">
              <button type="button" aria-pressed={moment === 'start'} onClick={() => setMoment('start')}>
                At the fork
              </button>
              <button type="button" aria-pressed={moment === 'now'} onClick={() => setMoment('now')}>
                Now
              </button>
            </span>
          </div>
          <div className="pane-scroll prefix-body">
            <PrefixNumbers facts={facts} />
            <ColdNote branch={branch} />
            <div ref={strips} className="prefix-lanes">
              {family.lanes.map((lane, index) => (
                <div key={lane.branch} className={`prefix-lane is-${lane.role}`}>
                  <p className="prefix-lane-head">
                    <span className="cut prefix-lane-title">{lane.title}</span>
                    <span className="prefix-lane-role">{ROLES[lane.role]}</span>
                    <span className="figures">{formatBytes(lane.request.totalBytes)}</span>
                  </p>
                  <Strip
                    lane={lane}
                    boxes={boxes[index] ?? []}
                    active={active?.branch === lane.branch ? active.index : null}
                    chosen={chosen?.branch === lane.branch ? chosen.index : null}
                    onActive={(at) => setActive(at === null ? null : { branch: lane.branch, index: at })}
                    onChoose={(at) => setChosen({ branch: lane.branch, index: at })}
                  />
                </div>
              ))}
            </div>
            <Legend hasSiblings={family.lanes.some((lane) => lane.sharedWithSiblings > lane.sharedWithHead)} />
            {divergence ? (
              <DivergenceNote divergence={divergence} parent={start.head?.title ?? 'the parent'} self={title} />
            ) : null}
          </div>
          {chosen && chosenLane ? (
            <SegmentDetail lane={chosenLane} head={family.head} index={chosen.index} onClose={() => setChosen(null)} />
          ) : null}
        </>
      )}
    </section>
  );
}

const ROLES = { head: 'forked from', self: 'this branch', sibling: 'sibling' } as const;

function Legend({ hasSiblings }: { hasSiblings: boolean }) {
  return (
    <ul className="prefix-legend" aria-label="Colours">
      <li className="is-shared">shared with the parent</li>
      {hasSiblings ? <li className="is-sibling">shared by the forks</li> : null}
      <li className="is-own">its own</li>
    </ul>
  );
}

function DivergenceNote({ divergence, parent, self }: { divergence: Divergence; parent: string; self: string }) {
  return (
    <section className="prefix-divergence" aria-label="Where it parts">
      <h3>
        Parts at byte {formatCount(divergence.byte)}, <code>{divergence.path}</code>
      </h3>
      <p>{divergence.cause}.</p>
      <dl>
        <dt className="cut">{parent}</dt>
        <dd>{divergence.before || '(nothing more)'}</dd>
        <dt className="cut">{self}</dt>
        <dd>{divergence.after || '(nothing more)'}</dd>
      </dl>
    </section>
  );
}
