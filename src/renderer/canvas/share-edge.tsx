import { BaseEdge, type EdgeProps, getBezierPath, getSmoothStepPath, Position } from '@xyflow/react';
import { memo, useEffect, useRef, useState } from 'react';
import { type PrefixShare, prefixShareOf } from '../../core/graph/prefix-share.ts';
import { useSession, useSessionShallow } from '../stores/use-session.ts';
import { formatBytes, formatShare } from '../ui/format.ts';
import type { ShareEdge as Edge } from './card-node.ts';
import { motionIsReduced } from './glide.ts';
import { useZoomLevel } from './zoom-level.ts';
import './share-edge.css';

/** Milliseconds of the pulse that shows a report flowing back. */
const PULSE_MS = 900;

const UNKNOWN: PrefixShare = { kind: 'unknown' };

/** The line between a branch and its parent: how much of the first request they share. */
export const ShareEdge = memo(function ShareEdge(props: EdgeProps<Edge>) {
  const { id, target, sourcePosition, targetPosition } = props;
  const share = useSessionShallow((state) => {
    const branch = state.branches[target];
    return branch ? prefixShareOf(state, branch) : UNKNOWN;
  });
  const pulse = usePulse(target);
  const level = useZoomLevel();
  const sideways = sourcePosition === Position.Right && targetPosition === Position.Left;
  const [path] = sideways ? getBezierPath(props) : getSmoothStepPath({ ...props, borderRadius: 14 });
  const label = labelOf(share);
  const width = share.kind === 'shared' ? 1.25 + 2.25 * share.share : 1.25;
  return (
    <g
      className="share-edge"
      data-kind={share.kind}
      data-level={level}
      data-broken={share.kind === 'shared' && share.cause !== null}
    >
      <BaseEdge id={id} path={path} style={{ strokeWidth: width }} className="share-edge__line" />
      {label !== null && level !== 'dot' && (
        <text className="share-edge__label figures" {...labelSpot(props)}>
          <title>{titleFor(share)}</title>
          {label}
        </text>
      )}
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

/** Beside the line's last part, on the side where the line does not come from. */
function labelSpot({ sourceY, targetX, targetY, sourcePosition, targetPosition }: EdgeProps<Edge>) {
  if (targetPosition === Position.Top) return { x: targetX + 9, y: targetY - 12, textAnchor: 'start' } as const;
  if (sourcePosition === Position.Bottom) return { x: targetX + 4, y: targetY - 36, textAnchor: 'start' } as const;
  return { x: targetX - 10, y: targetY + (targetY > sourceY ? 17 : -8), textAnchor: 'end' } as const;
}

function labelOf(share: PrefixShare): string | null {
  if (share.kind === 'unknown') return null;
  return share.kind === 'nothing' ? 'nothing shared' : `${formatShare(share.share)} shared`;
}

function titleFor(share: PrefixShare): string {
  if (share.kind !== 'shared') return 'Its first request shares no byte with its parent.';
  const amount = `${formatBytes(share.sharedBytes)} of the ${formatBytes(share.totalBytes)} of its first request are its parent's bytes.`;
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
