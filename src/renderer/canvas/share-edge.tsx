import { BaseEdge, type EdgeProps, getSmoothStepPath, Position } from '@xyflow/react';
import { memo, useEffect, useRef, useState } from 'react';
import { type PrefixShare, prefixShareOf } from '../../core/graph/prefix-share.ts';
import { useSession, useSessionShallow } from '../stores/use-session.ts';
import { formatBytes, formatShare } from '../ui/format.ts';
import type { ShareEdge as Edge } from './card-node.ts';
import { countRender } from './count-renders.ts';
import { motionIsReduced } from './glide.ts';
import { useDimmed } from './use-dimmed.ts';
import { useZoomLevel } from './zoom-level.ts';
import './share-edge.css';

/** Milliseconds of the pulse that shows a report flowing back. */
const PULSE_MS = 900;
/**
 * How far before a card its edge leaves the rail that all cards of its shelf hang from: less than a shelf's gap, and
 * sideways more than the label is long, which stands between the two.
 */
const RAIL = { down: 44, right: 122 } as const;

const UNKNOWN: PrefixShare = { kind: 'unknown' };

/** The line between a branch and its parent: how much of the first request they share. */
export const ShareEdge = memo(function ShareEdge(props: EdgeProps<Edge>) {
  const { id, target } = props;
  countRender('edge', id);
  const share = useSessionShallow((state) => {
    const branch = state.branches[target];
    return branch ? prefixShareOf(state, branch) : UNKNOWN;
  });
  const dimmed = useDimmed(target);
  const pulse = usePulse(target);
  const level = useZoomLevel();
  const [path] = getSmoothStepPath({ ...props, ...railOf(props), borderRadius: 14 });
  const width = share.kind === 'shared' ? 1.25 + 3.25 * share.share ** 2 : 1.25;
  return (
    <g
      className="share-edge"
      data-kind={share.kind}
      data-level={level}
      data-dimmed={dimmed}
      data-broken={share.kind === 'shared' && share.cause !== null}
    >
      <BaseEdge id={id} path={path} style={{ strokeWidth: width }} className="share-edge__line" />
      {level !== 'far' && <ShareLabel share={share} {...props} />}
      {pulse && (
        <circle className="share-edge__pulse" r="5">
          <animateMotion
            dur={`${PULSE_MS}ms`}
            path={path}
            keyPoints="1;0"
            keyTimes="0;1"
            calcMode="linear"
            fill="freeze"
          />
        </circle>
      )}
    </g>
  );
});

/** Straight from the parent to the rail, along it, and at last to the card: siblings' lines lie on each other. */
function railOf({ sourcePosition, targetPosition, targetX, targetY }: EdgeProps<Edge>) {
  if (targetPosition === Position.Top) return { centerY: targetY - RAIL.down };
  if (sourcePosition === Position.Bottom) return {};
  return { centerX: targetX - RAIL.right };
}

function ShareLabel({ share, ...edge }: EdgeProps<Edge> & { readonly share: PrefixShare }) {
  const words = labelOf(share);
  if (words === null) return null;
  const { targetX: x, targetY: y, sourcePosition, targetPosition } = edge;
  const texts = { className: 'share-edge__label figures' };
  if (targetPosition === Position.Top || sourcePosition === Position.Bottom) {
    const spot = targetPosition === Position.Top ? { x: x + 9, y: y - 12 } : { x: x + 4, y: y - 36 };
    return (
      <text {...texts} {...spot} textAnchor="start">
        <title>{titleFor(share)}</title>
        {words.filter((word) => word !== '').join(' · ')}
      </text>
    );
  }
  // Sideways the room before the card is narrow: one word above the line, the other below.
  return (
    <text {...texts} textAnchor="end">
      <title>{titleFor(share)}</title>
      <tspan x={x - 10} y={y - 8}>
        {words[0]}
      </tspan>
      <tspan x={x - 10} y={y} dy="1.35em">
        {words[1]}
      </tspan>
    </text>
  );
}

function labelOf(share: PrefixShare): readonly [whole: string, part: string] | null {
  if (share.kind === 'unknown') return null;
  if (share.kind === 'nothing') return ['nothing shared', ''];
  return [share.whole ? 'whole prefix' : '', `${formatShare(share.share)} shared`];
}

function titleFor(share: PrefixShare): string {
  if (share.kind !== 'shared') return 'Its first request shares no byte with its parent.';
  const amount = `${formatBytes(share.sharedBytes)} of the ${formatBytes(share.totalBytes)} of its first request are its parent's bytes.`;
  if (share.whole) return `All of its parent's request is shared. ${amount}`;
  return share.cause === null ? amount : `${amount} The prefix breaks there: ${share.cause}.`;
}

/** True for a moment after the branch's report reached its parent while the tree was on screen. */
function usePulse(branch: string): boolean {
  const delivered = useSession((state) => state.branches[branch]?.delivered ?? false);
  const was = useRef(delivered);
  const [pulse, setPulse] = useState(false);
  useEffect(() => {
    const arrived = delivered && !was.current;
    was.current = delivered;
    if (!arrived || motionIsReduced()) return;
    setPulse(true);
    const timer = setTimeout(() => setPulse(false), PULSE_MS);
    return () => clearTimeout(timer);
  }, [delivered]);
  return pulse;
}
