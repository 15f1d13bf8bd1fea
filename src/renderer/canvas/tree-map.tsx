import { MiniMap, type MiniMapNodeProps } from '@xyflow/react';
import { useStore } from 'zustand';
import { useBranch } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { shownState } from '../ui/state-mark.tsx';

export function TreeMap() {
  return (
    <MiniMap
      className="tree-map"
      position="bottom-right"
      pannable
      zoomable
      nodeComponent={MapMark}
      bgColor="var(--surface)"
      maskColor="var(--map-mask)"
      maskStrokeColor="var(--line-strong)"
      ariaLabel="Minimap"
    />
  );
}

function MapMark({ id, x, y, width, height }: MiniMapNodeProps) {
  const branch = useBranch(id);
  const status = branch ? shownState(branch.status, branch.waitingFor) : 'starting';
  const selected = useStore(viewStore, (view) => view.selected === id);
  return (
    <rect
      className="tree-map__mark"
      data-status={status}
      data-selected={selected}
      x={x}
      y={y}
      width={width}
      height={height}
      rx={28}
    />
  );
}
