import { formatBytes } from '../../ui/format.ts';
import { formatCount } from '../shared/format.ts';
import type { PrefixLane } from './family.ts';
import type { SegmentBox } from './layout.ts';

export interface SegmentPlace {
  readonly branch: string;
  readonly index: number;
}

interface StripProps {
  readonly lane: PrefixLane;
  readonly boxes: readonly SegmentBox[];
  /** The segment under the pointer or the keyboard, if it is in this strip. */
  readonly active: number | null;
  readonly chosen: number | null;
  onActive(index: number | null): void;
  onChoose(index: number): void;
}

/** One request as a strip of segments. One stop for the keyboard: arrows walk, Enter opens. */
export function Strip({ lane, boxes, active, chosen, onActive, onChoose }: StripProps) {
  const end = boxes.at(-1);
  const name = `prefix-${lane.branch}`;
  const mark = divergenceX(lane, boxes);
  return (
    <div
      className="prefix-strip"
      role="listbox"
      tabIndex={0}
      aria-label={`Segments of ${lane.title}`}
      aria-activedescendant={active === null ? undefined : `${name}-${active}`}
      style={{ width: end ? end.x + end.width : 0 }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const to = keyTarget(event.key, active, boxes.length);
        if (event.key === 'Enter' && active !== null) onChoose(active);
        else if (to !== null) onActive(to);
        else return;
        event.preventDefault();
      }}
      onMouseLeave={() => onActive(null)}
      onBlur={() => onActive(null)}
    >
      {lane.segments.map((segment, index) => {
        const box = boxes[index];
        if (!box) return null;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the strip has the keyboard for its segments
          // biome-ignore lint/a11y/useFocusableInteractive: the strip points at its active segment
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place in the request
            key={index}
            id={`${name}-${index}`}
            role="option"
            aria-selected={index === chosen}
            aria-label={segmentTitle(lane, index)}
            className={`prefix-segment is-${segment.kind} is-${shareOf(lane, index)}${index === active ? ' is-active' : ''}`}
            style={{ left: box.x, width: box.width }}
            onMouseEnter={() => onActive(index)}
            onClick={() => onChoose(index)}
          >
            {lane.role !== 'sibling' && box.width >= LABEL_WIDTH ? (
              <span className="prefix-label">{shortName(lane, index)}</span>
            ) : null}
          </div>
        );
      })}
      {mark === null ? null : <span className="prefix-mark" style={{ left: mark }} title="Here it parts" />}
    </div>
  );
}

export function shareOf(lane: PrefixLane, index: number): 'shared' | 'sibling' | 'own' {
  return index < lane.sharedWithHead ? 'shared' : index < lane.sharedWithSiblings ? 'sibling' : 'own';
}

export function segmentName(lane: PrefixLane, index: number): string {
  const segment = lane.segments[index];
  if (segment?.kind === 'tools') return 'Tools';
  if (segment?.kind === 'system') return 'System text';
  return `Message ${index - lane.segments.findIndex(({ kind }) => kind === 'message') + 1}`;
}

const SHARES = { shared: 'shared', sibling: 'shared by the forks', own: 'its own' } as const;

/** Narrower segments carry no label. */
const LABEL_WIDTH = 52;

function shortName(lane: PrefixLane, index: number): string {
  const name = segmentName(lane, index);
  return name.startsWith('Message ') ? name.slice('Message '.length) : (name.split(' ')[0] ?? '');
}

/** What the pointer reads: name, size, place, sharing. */
export function segmentTitle(lane: PrefixLane, index: number): string {
  const segment = lane.segments[index];
  if (!segment) return '';
  const from = lane.segments.slice(0, index).reduce((total, { bytes }) => total + bytes, 0);
  const place = `bytes ${formatCount(from)} to ${formatCount(from + segment.bytes)}`;
  return `${segmentName(lane, index)}, ${formatBytes(segment.bytes)}, ${place}, ${SHARES[shareOf(lane, index)]}`;
}

/** Where inside the strip the request parts from the parent's: by its share of the differing segment's bytes. */
function divergenceX(lane: PrefixLane, boxes: readonly SegmentBox[]): number | null {
  const { prefix } = lane.request;
  if (prefix?.relation !== 'parent' || prefix.divergence === null) return null;
  const { segment: index, byte } = prefix.divergence;
  const box = boxes[index];
  const segment = lane.segments[index];
  if (!box || !segment) return null;
  const before = lane.segments.slice(0, index).reduce((total, { bytes }) => total + bytes, 0);
  return box.x + box.width * Math.min(1, (byte - before) / Math.max(1, segment.bytes));
}

function keyTarget(key: string, active: number | null, count: number): number | null {
  const last = count - 1;
  if (key === 'ArrowRight') return Math.min(last, (active ?? -1) + 1);
  if (key === 'ArrowLeft') return Math.max(0, (active ?? count) - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return null;
}
