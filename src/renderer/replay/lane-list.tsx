import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Block, Lane } from '../../core/replay/block.ts';
import type { ReplayLog } from '../../core/replay/replay-log.ts';
import { formatCount } from '../panes/shared/format.ts';
import { useOpenSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { titleOf } from '../ui/branch-title.ts';
import { formatCost } from '../ui/format.ts';
import { blockFacts, blockName, markerName } from './block-card.tsx';
import { exactMomentText } from './moment-text.ts';
import { replayStore } from './replay-store.ts';
import type { ExtraMarker } from './timeline-store.ts';
import { jumpTo } from './use-scrub.ts';

/** Rows of one branch around the playhead that are listed. */
const MOST = 200;

type Entry = { readonly index: number; readonly at: number } & (
  | { readonly block: Block }
  | { readonly marker: ExtraMarker }
);

/** The selected branch's lane in words: what it did, how long it took and what that cost. A press moves the playhead. */
export function LaneList() {
  const log = useOpenSession((open) => open.log);
  useOpenSession((open) => open.known);
  const selected = useStore(viewStore, (view) => view.selected);
  const place = useStore(replayStore, (replay) => (replay.mode === 'live' ? log.length : replay.place));
  const lane = log.lanes.lane(selected ?? '') ?? log.lanes.inTreeOrder()[0];
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each move of the playhead another row is the current one
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [place, lane]);
  if (!lane) return null;
  const entries = entriesAround(lane, place);
  const title = titleOf({ ...lane, id: lane.branch });
  const current = entries.findLast(({ index }) => index < place);
  return (
    <ol ref={list} className="lane-list" aria-label={`What ${title} did, around the playhead`}>
      {entries.map((entry) => (
        <li key={`${entry.index} ${'block' in entry ? entry.block.id : entry.marker.kind}`}>
          <button
            type="button"
            className="lane-list__row"
            aria-current={entry === current ? 'step' : undefined}
            data-future={entry.index >= place}
            onClick={() => jumpTo(entry.index)}
          >
            <EntryWords entry={entry} log={log} />
          </button>
        </li>
      ))}
    </ol>
  );
}

function EntryWords({ entry, log }: { readonly entry: Entry; readonly log: ReplayLog }) {
  const name = 'block' in entry ? blockName(entry.block) : markerName(entry.marker);
  const label = 'block' in entry ? entry.block.label : entry.marker.label;
  return (
    <>
      <span className="lane-list__time figures">{exactMomentText(log, entry.at, entry.index + 1)}</span>
      <span className="lane-list__kind">{name}</span>
      <span className="cut">{label}</span>
      <span className="lane-list__facts figures">{'block' in entry ? factsOf(entry.block) : ''}</span>
    </>
  );
}

function factsOf(block: Block): string {
  const facts = blockFacts(block);
  if (block.usage) {
    facts.push(`${formatCount(block.usage.input)} in`, `${formatCount(block.usage.cached)} from cache`);
    facts.push(`${formatCount(block.usage.output)} out`, formatCost(block.cost));
  }
  return facts.join(', ');
}

function entriesAround(lane: Lane, place: number): Entry[] {
  const blocks = [...lane.work.blocks, ...lane.waits.blocks].map(
    (block): Entry => ({ block, index: block.fromIndex, at: block.from }),
  );
  const markers = lane.markers.map((marker): Entry => ({ marker, index: marker.index, at: marker.at }));
  const all = [...blocks, ...markers].sort((a, b) => a.index - b.index);
  const middle = all.findIndex(({ index }) => index >= place);
  const from = Math.max(0, (middle < 0 ? all.length : middle) - MOST / 2);
  return all.slice(from, from + MOST);
}
