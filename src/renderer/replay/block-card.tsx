import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import type { Block, BlockKind } from '../../core/replay/block.ts';
import { formatCount, formatDuration } from '../panes/shared/format.ts';
import { useOpenSession } from '../stores/use-session.ts';
import { formatCost } from '../ui/format.ts';
import { exactMomentText } from './moment-text.ts';
import { type ExtraMarker, timelineStore } from './timeline-store.ts';

const KINDS: { readonly [K in BlockKind]: string } = {
  request: 'Request',
  tool: 'Tool call',
  edit: 'Edit',
  permission: 'Asked for permission',
  hold: 'Held for the cache',
  children: 'Waits for its forks',
  retry: 'Waits to try again',
  paused: 'Paused',
};
const ENDS: { readonly [E in Block['end']]: string } = {
  open: 'goes on',
  ok: 'done',
  failed: 'failed',
  denied: 'denied',
  interrupted: 'interrupted',
};
const MARKERS: { readonly [K in ExtraMarker['kind']]: string } = {
  turn: 'Turn begins',
  failure: 'Failure',
  compaction: 'Compaction',
  end: 'Branch ends',
  comment: 'Comment',
  hit: 'Found by the search',
};

export function blockName(block: Block): string {
  return KINDS[block.kind];
}
export function markerName(marker: ExtraMarker): string {
  return MARKERS[marker.kind];
}

/** Facts of a block in one line: how long, how much, for how much. */
export function blockFacts(block: Block): string[] {
  const facts = [block.to === Number.POSITIVE_INFINITY ? ENDS.open : formatDuration(block.to - block.from)];
  if (block.end !== 'open' && block.end !== 'ok') facts.push(ENDS[block.end]);
  if (block.kind === 'request' && block.firstByte !== null) {
    facts.push(`first byte after ${formatDuration(block.firstByte - block.from)}`);
  }
  return facts;
}

/** The card beside the pointer. The same facts stand in the list form. */
export function BlockCard() {
  const hovered = useStore(timelineStore, (view) => view.hovered);
  const log = useOpenSession((open) => open.log);
  if (!hovered) return null;
  const { block, marker, x, y } = hovered;
  const kind = block ? KINDS[block.kind] : marker ? MARKERS[marker.kind] : '';
  const label = block?.label ?? marker?.label ?? '';
  const at = block?.from ?? marker?.at ?? 0;
  const toLeft = x > window.innerWidth - 340;
  return createPortal(
    <div
      className="hover-card block-card"
      role="tooltip"
      style={{ bottom: window.innerHeight - y + 14, ...(toLeft ? { right: window.innerWidth - x } : { left: x }) }}
    >
      <div className="block-card__head">
        <span
          className="block-card__swatch"
          data-kind={block?.end === 'failed' ? 'failed' : (block?.kind ?? marker?.kind)}
        />
        <strong>{kind}</strong>
        <span className="figures">{exactMomentText(log, at)}</span>
      </div>
      {label !== '' && (
        <p
          className={block?.kind === 'tool' || block?.kind === 'edit' ? 'block-card__label mono' : 'block-card__label'}
        >
          {label}
        </p>
      )}
      {block && <p className="block-card__facts figures">{blockFacts(block).join(' · ')}</p>}
      {block?.usage && (
        <dl className="block-card__usage figures">
          <Fact name="Input" value={formatCount(block.usage.input)} />
          <Fact name="From cache" value={`${formatCount(block.usage.cached)}`} look="cache" />
          <Fact name="Output" value={formatCount(block.usage.output)} />
          <Fact name="Cost" value={formatCost(block.cost)} />
        </dl>
      )}
    </div>,
    document.body,
  );
}

function Fact({ name, value, look }: { readonly name: string; readonly value: string; readonly look?: 'cache' }) {
  return (
    <div data-look={look}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
