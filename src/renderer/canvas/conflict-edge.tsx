import { type Edge, type EdgeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import type { TreeBranch } from '../../core/graph/tree-structure.ts';
import type { CollisionLevel, CollisionPair } from '../../core/worktree/collision.ts';
import { showConflict } from '../actions/show-conflict.ts';
import { plural } from '../ui/format.ts';
import { CARD } from './card-node.ts';
import { useZoomLevel } from './zoom-level.ts';
import './conflict-edge.css';

interface ConflictData extends Record<string, unknown> {
  readonly level: CollisionLevel;
  readonly files: readonly string[];
}
export type ConflictEdge = Edge<ConflictData, 'conflict'>;

/** How far the arc swings out, in pixels at 100 %, at least and per pixel between the two. */
const SWING = { least: 36, share: 0.06, most: 70 } as const;

/** Edges between forks that are both on the canvas; soft ones only at a branch that somebody looks at. */
export function conflictEdges(
  pairs: readonly CollisionPair[],
  shown: ReadonlySet<TreeBranch['id']>,
  looked: ReadonlySet<string>,
): ConflictEdge[] {
  return pairs
    .filter(({ one, other }) => shown.has(one) && shown.has(other))
    .filter(({ one, other, level }) => level === 'hot' || looked.has(one) || looked.has(other))
    .map(({ one, other, level, files }) => ({
      id: `conflict-${one}-${other}`,
      type: 'conflict',
      source: one,
      target: other,
      focusable: false,
      selectable: false,
      data: { level, files: files.filter((file) => file.level === level).map(({ path }) => path) },
    }));
}

/** An arc between two forks whose worktrees changed the same files. */
export const ConflictEdge = memo(function ConflictEdge(props: EdgeProps<ConflictEdge>) {
  const zoom = useZoomLevel();
  const { level = 'soft', files = [] } = props.data ?? {};
  const { path, x, y, isBelow } = arcOf(props);
  const words =
    level === 'hot'
      ? files.length === 1
        ? '1 file collides'
        : `${files.length} files collide`
      : `${plural(files.length, 'file')} in both`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: an edge takes no focus; the key for this is a command
    <g
      className="conflict-edge"
      data-kind={level}
      data-level={zoom}
      onClick={(event) => {
        // A click on the canvas takes the selection away.
        event.stopPropagation();
        showConflict(props.source, props.target);
      }}
    >
      <title>{[`${words} (click to see them):`, ...files.slice(0, 12)].join('\n')}</title>
      <path className="conflict-edge__reach" d={path} />
      <path className="conflict-edge__line" d={path} />
      <path className="conflict-edge__mark" d={`M${x} ${y - 8}l8 8-8 8-8-8z`} />
      <text
        className="conflict-edge__label figures"
        x={isBelow ? x : x + 14}
        y={isBelow ? y + 6 : y}
        dy={isBelow ? '1.2em' : '0.36em'}
        textAnchor={isBelow ? 'middle' : 'start'}
      >
        {zoom === 'far' ? files.length : words}
      </text>
    </g>
  );
});

/** From the far side of one card to the far side of the other, away from where their own edges come in. */
function arcOf({ sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition }: EdgeProps<ConflictEdge>) {
  const sideways = targetPosition === Position.Left;
  if (!sideways) {
    const [ax, ay, bx, by] = [sourceX, sourceY, targetX, targetY + CARD.height];
    const swing = Math.min(SWING.most, SWING.least + Math.abs(bx - ax) * SWING.share);
    const deep = Math.max(ay, by) + swing;
    return {
      path: `M${ax} ${ay}C${ax} ${deep} ${bx} ${deep} ${bx} ${by}`,
      x: (ax + bx) / 2,
      y: (ay + by) / 8 + (deep * 3) / 4,
      // The arc runs level here: words beside its mark would be crossed by it.
      isBelow: true,
    };
  }
  const right = sourcePosition === Position.Right ? sourceX : sourceX - 20 + CARD.width;
  const ay = sourcePosition === Position.Right ? sourceY : sourceY - CARD.height / 2;
  const [bx, by] = [targetX + CARD.width, sourcePosition === Position.Right ? targetY : targetY - 28 + CARD.height / 2];
  const swing = Math.min(SWING.most, SWING.least + Math.abs(by - ay) * SWING.share);
  const far = Math.max(right, bx) + swing;
  return {
    path: `M${right} ${ay}C${far} ${ay} ${far} ${by} ${bx} ${by}`,
    x: (right + bx) / 8 + (far * 3) / 4,
    y: (ay + by) / 2,
    isBelow: false,
  };
}
