import { Panel, useReactFlow } from '@xyflow/react';
import { LayoutGrid, ListTree, Map as MapIcon, Maximize, Minus, Network, Plus, WandSparkles } from 'lucide-react';
import { useStore } from 'zustand';
import { IconButton } from '../ui/button.tsx';
import { canvasStore, showsMinimap } from './canvas-store.ts';
import { motionIsReduced } from './glide.ts';

const ZOOM_MS = 160;

const DIRECTIONS = {
  auto: { name: 'as it fits best', Icon: WandSparkles },
  down: { name: 'downwards', Icon: Network },
  right: { name: 'to the right', Icon: Network },
  list: { name: 'as a list', Icon: ListTree },
} as const;

export function TreeControls() {
  const { zoomIn, zoomOut } = useReactFlow();
  const wanted = useStore(canvasStore, (canvas) => canvas.wanted);
  const { name, Icon } = DIRECTIONS[wanted];
  const minimap = useStore(canvasStore, showsMinimap);
  const zoom = (by: typeof zoomIn): void => {
    canvasStore.getState().leaveFollowing();
    void by({ duration: motionIsReduced() ? 0 : ZOOM_MS });
  };
  return (
    <Panel position="bottom-left" className="tree-controls">
      <IconButton size="small" name="Zoom out" onClick={() => zoom(zoomOut)}>
        <Minus aria-hidden />
      </IconButton>
      <IconButton size="small" name="Zoom in" onClick={() => zoom(zoomIn)}>
        <Plus aria-hidden />
      </IconButton>
      <IconButton size="small" name="Fit the tree" command="tree.fit" onClick={() => canvasStore.getState().fit()}>
        <Maximize aria-hidden />
      </IconButton>
      <span className="tree-controls__line" />
      <IconButton size="small" name="Tidy the tree" command="tree.tidy" onClick={() => canvasStore.getState().tidy()}>
        <LayoutGrid aria-hidden />
      </IconButton>
      <IconButton
        size="small"
        name={`Tree grows: ${name}`}
        className={`tree-controls__${wanted}`}
        command="tree.turn"
        onClick={() => canvasStore.getState().turn()}
      >
        <Icon aria-hidden />
      </IconButton>
      <IconButton
        size="small"
        name="Minimap"
        command="tree.minimap"
        aria-pressed={minimap}
        onClick={() => canvasStore.getState().toggleMinimap()}
      >
        <MapIcon aria-hidden />
      </IconButton>
    </Panel>
  );
}
